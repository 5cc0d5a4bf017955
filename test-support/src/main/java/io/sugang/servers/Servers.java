package io.sugang.servers;

import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.SpringApplication;
import org.testcontainers.DockerClientFactory;

/**
 * Real servers for tests: one MySQL and one Redis per test JVM, started on first use, and private
 * ones for tests that stop, kill or freeze them. All end with the JVM.
 *
 * <p>They come from the folder {@code .sugang/dist} that {@code ./sugang} fills (environment {@code
 * SUGANG_TEST_SERVERS_DIST} names another), or from Docker by Testcontainers. {@code
 * SUGANG_TEST_SERVERS=local|docker} decides; without it local is taken where the folder exists.
 * Tests can't tell the difference.
 */
public final class Servers {
  private static final Set<Server> STARTED = ConcurrentHashMap.newKeySet();

  static {
    // After all Spring contexts were closed: they still talk to the servers while they close.
    SpringApplication.getShutdownHandlers().add(() -> STARTED.forEach(Server::stop));
  }

  private Servers() {}

  /**
   * Returns the MySQL that all tests of this JVM share; everyone takes a {@link
   * MySqlServer#newDatabase()} of its own.
   */
  public static MySqlServer mysql() {
    return SharedMySql.SERVER;
  }

  /** Returns the Redis for tests without a Spring context. Contexts have a Redis of their own. */
  public static RedisServer redis() {
    return SharedRedis.SERVER;
  }

  /** Starts a MySQL for one test alone; close it afterwards. */
  public static MySqlServer privateMySql() {
    return started(new MySqlServer(Chosen.ENGINE.mysql(MySqlServer.ROOT_PASSWORD)));
  }

  /** Starts a Redis for one test alone; close it afterwards. */
  public static RedisServer privateRedis() {
    return started(new RedisServer(Chosen.ENGINE.redis(RedisServer.PASSWORD)));
  }

  /**
   * Returns the settings of the commands that read both servers, the verifier above all, by their
   * environment names. The caller may add others.
   */
  public static Map<String, String> readerSettings(MySqlDatabase database, RedisServer redis) {
    Map<String, String> settings = new HashMap<>();
    settings.put("MYSQL_HOST", database.server().host());
    settings.put("MYSQL_PORT", Integer.toString(database.server().port()));
    settings.put("MYSQL_DATABASE", database.name());
    settings.put("MYSQL_USER", database.reader());
    settings.put("MYSQL_PASSWORD", database.password());
    settings.put("REDIS_HOST", redis.host());
    settings.put("REDIS_PORT", Integer.toString(redis.port()));
    settings.put("REDIS_USER", redis.reader());
    settings.put("REDIS_PASSWORD", redis.password());
    return settings;
  }

  /** Returns whether they are processes of this machine, which can read its files. */
  public static boolean areLocal() {
    return Chosen.ENGINE instanceof LocalEngine;
  }

  private static <S extends Server> S started(S server) {
    STARTED.add(server);
    server.start();
    return server;
  }

  private static ServerEngine choose() {
    var dist = LocalEngine.dist();
    var wanted = System.getenv().getOrDefault("SUGANG_TEST_SERVERS", "");
    return switch (wanted) {
      case "local" -> new LocalEngine(dist);
      case "docker" -> new DockerEngine();
      case "" -> {
        if (Files.isDirectory(dist)) {
          yield new LocalEngine(dist);
        }
        if (DockerClientFactory.instance().isDockerAvailable()) {
          yield new DockerEngine();
        }
        throw new IllegalStateException(
            "These tests need a real MySQL and Redis: there are no server programs in %s and no Docker engine answers. Run ./sugang test, it fetches them."
                .formatted(dist));
      }
      default ->
          throw new IllegalStateException(
              "SUGANG_TEST_SERVERS is \"%s\"; allowed are local and docker.".formatted(wanted));
    };
  }

  // Holders: each starts on first use, once, whichever thread comes first.

  private static final class Chosen {
    static final ServerEngine ENGINE = choose();
  }

  private static final class SharedMySql {
    static final MySqlServer SERVER = privateMySql();
  }

  private static final class SharedRedis {
    static final RedisServer SERVER = privateRedis();
  }
}
