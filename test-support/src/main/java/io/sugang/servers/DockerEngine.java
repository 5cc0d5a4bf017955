package io.sugang.servers;

import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.MountableFile;

/** Servers from the images that compose uses. */
final class DockerEngine implements ServerEngine {
  private static final String REDIS_CONF = "/etc/sugang-redis.conf";

  @Override
  public ServerProcess redis(String password) {
    var container =
        new GenericContainer<>("redis:8")
            .withCopyToContainer(Transferable.of(ShippedSettings.redis(password), 0644), REDIS_CONF)
            .withCommand("redis-server", REDIS_CONF);
    return new ContainerProcess(container, 6379);
  }

  @Override
  public ServerProcess mysql(String rootPassword) {
    var command = new ArrayList<>(List.of("mysqld"));
    command.addAll(MySqlTestSettings.OPTIONS);
    var container =
        new GenericContainer<>("mysql:9")
            .withEnv("MYSQL_ROOT_PASSWORD", rootPassword)
            .withCopyFileToContainer(
                MountableFile.forHostPath(ShippedSettings.MYSQL, 0644),
                "/etc/mysql/conf.d/sugang.cnf")
            .withCommand(command.toArray(String[]::new));
    return new ContainerProcess(container, 3306);
  }
}
