package io.sugang.servers;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the service as a process of its own, which can be killed, and whose CPU time can
 * be measured. It has the class path of the tests and no warm-up.
 */
public final class InstanceProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(120);

  /** Little memory, and a compiler that makes a start cheap. */
  private static final List<String> JVM =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  private final int port = FreePort.find();
  private final int managementPort = FreePort.find();
  private final Path log;
  private final LocalProcess process;
  private final String address = "http://127.0.0.1:" + port + "/api/session";

  /**
   * Starts an instance and returns at once.
   *
   * @param application the class with {@code @SpringBootApplication}, or one that imports it
   * @param properties {@code key=value}; stronger than all other settings
   */
  public InstanceProcess(
      Class<?> application, MySqlDatabase database, RedisServer redis, String... properties) {
    try {
      log = Files.createTempFile("sugang-instance", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(JVM);
    command.add("-cp");
    command.add(classPath());
    command.add("org.springframework.boot.SpringApplication");
    command.add("--spring.main.sources=" + application.getName());
    command.addAll(
        List.of(
            Instances.arguments(
                database,
                redis,
                Stream.concat(
                        Stream.of(
                            "server.port=" + port, "management.server.port=" + managementPort),
                        Stream.of(properties))
                    .toArray(String[]::new))));
    process = new LocalProcess(port, log, command);
    process.start();
  }

  private static String classPath() {
    String ofSurefire = System.getProperty("surefire.test.class.path");
    return ofSurefire == null ? System.getProperty("java.class.path") : ofSurefire;
  }

  public int port() {
    return port;
  }

  /** Returns the port of health and metrics. */
  public int managementPort() {
    return managementPort;
  }

  /** Awaits that requests are answered. */
  public void awaitReady() {
    await(address)
        .atMost(START_LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> {
          if (!process.alive()) {
            throw new IllegalStateException("The instance ended at start.\n" + process.log());
          }
          return answers();
        });
  }

  private boolean answers() {
    @Nullable HttpURLConnection connection = null;
    try {
      connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
      connection.setConnectTimeout(1_000);
      connection.setReadTimeout(5_000);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notYet) {
      return false;
    } finally {
      if (connection != null) {
        connection.disconnect();
      }
    }
  }

  /** Ends the process as a power cut would. */
  public void kill() {
    process.kill();
  }

  /** Starts the process again, at the same port. */
  public void restart() {
    process.start();
    awaitReady();
  }

  /** Returns the time that the process was on a CPU. */
  public Duration cpuTime() {
    return process.cpuTime();
  }

  /** Returns the last lines of the log. */
  public String log() {
    return process.log();
  }

  @Override
  public void close() {
    kill();
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
