package io.sugang.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.util.FileSystemUtils;

/** Servers from the programs in a folder, each with data and log below {@code target/servers}. */
final class LocalEngine implements ServerEngine {
  private static final Path FOLDERS = Path.of("target", "servers").toAbsolutePath();

  private final Path bin;
  private final Path folder = FOLDERS.resolve(Long.toString(ProcessHandle.current().pid()));
  private final AtomicInteger servers = new AtomicInteger();

  LocalEngine(Path dist) {
    this.bin = dist.resolve("bin");
    for (var program : List.of("mysqld", "redis-server")) {
      if (!Files.isExecutable(bin.resolve(program))) {
        throw new IllegalStateException(
            "%s is missing. Run ./sugang test, it fetches the servers, or set SUGANG_TEST_SERVERS=docker."
                .formatted(bin.resolve(program)));
      }
    }
    deleteLeftovers();
  }

  /** Where the server programs are expected. */
  static Path dist() {
    return Path.of(
            Optional.ofNullable(System.getProperty("sugang.test.servers.dist"))
                .or(() -> Optional.ofNullable(System.getenv("SUGANG_TEST_SERVERS_DIST")))
                .orElse("../.sugang/dist"))
        .toAbsolutePath()
        .normalize();
  }

  @Override
  public ServerProcess redis(String password) {
    var own = newFolder("redis");
    var port = FreePort.find();
    var settings = own.resolve("redis.conf");
    try {
      Files.writeString(settings, ShippedSettings.redis(password));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var command =
        List.of(
            bin.resolve("redis-server").toString(),
            settings.toString(),
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--dir",
            own.toString());
    return new LocalProcess(port, own.resolve("redis.log"), command);
  }

  @Override
  public ServerProcess mysql(String rootPassword) {
    var own = newFolder("mysql");
    var port = FreePort.find();
    var log = own.resolve("mysqld.log");
    var data = own.resolve("data");
    var program = bin.resolve("mysqld");
    var accounts = accounts(rootPassword);
    new MySqlTemplate(FOLDERS.resolveSibling("mysql-template"))
        .copyTo(
            data,
            List.of(
                identity(program),
                identity(ShippedSettings.MYSQL),
                String.join(" ", MySqlTestSettings.OPTIONS),
                accounts),
            made -> create(command(program, made), own.resolve("accounts.sql"), accounts, log));
    var command = command(program, data);
    command.add("--port=" + port);
    command.add("--bind-address=127.0.0.1");
    // Relative to the data folder: the absolute name could be longer than a socket's name may be.
    command.add("--socket=mysql.sock");
    command.add("--pid-file=mysqld.pid");
    return new LocalProcess(port, log, command);
  }

  private static List<String> command(Path program, Path data) {
    var command = new ArrayList<String>();
    command.add(program.toString());
    // Must be the first option.
    command.add("--defaults-file=" + ShippedSettings.MYSQL);
    command.add("--datadir=" + data);
    command.addAll(MySqlTestSettings.OPTIONS);
    if (System.getProperty("user.name").equals("root")) {
      command.add("--user=root");
    }
    return command;
  }

  private static String identity(Path file) {
    try {
      return "%s %d %s".formatted(file, Files.size(file), Files.getLastModifiedTime(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String accounts(String rootPassword) {
    return """
    CREATE USER root@'%%' IDENTIFIED BY '%1$s';
    GRANT ALL ON *.* TO root@'%%' WITH GRANT OPTION;
    ALTER USER root@localhost IDENTIFIED BY '%1$s';
    """
        .formatted(rootPassword);
  }

  private static void create(List<String> command, Path file, String accounts, Path log) {
    var initialize = new ArrayList<>(command);
    initialize.add("--initialize-insecure");
    initialize.add("--init-file=" + file);
    try {
      Files.writeString(file, accounts);
      var status =
          new ProcessBuilder(initialize)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException(
            "mysqld could not make its data folder, see %s:%n%s"
                .formatted(log, Files.readString(log)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Path newFolder(String server) {
    var own = folder.resolve(server + "-" + servers.incrementAndGet());
    try {
      return Files.createDirectories(own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Removes what earlier runs left; folders are named by the process id of their JVM. One JVM at a
   * time, because another one could meet files that are just being removed.
   */
  private static void deleteLeftovers() {
    try {
      Files.createDirectories(FOLDERS);
      try (var channel =
              FileChannel.open(
                  FOLDERS.resolveSibling("servers.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          var _ = channel.lock();
          var runs = Files.list(FOLDERS)) {
        for (var run : runs.toList()) {
          if (ProcessHandle.of(Long.parseLong(run.getFileName().toString())).isEmpty()) {
            FileSystemUtils.deleteRecursively(run);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
