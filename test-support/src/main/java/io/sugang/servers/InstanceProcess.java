package io.sugang.servers;

import static java.util.stream.Collectors.joining;
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
 * An instance of the packaged service as a process of its own, which can be killed, and whose CPU
 * time can be measured. It has no warm-up.
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

  /** Made by {@code app/mvnw package}; the tests of each module run in its folder. */
  private static final Path JAR =
      Path.of("..", "app", "target", "sugang.jar").toAbsolutePath().normalize();

  private final int port = FreePort.find();
  private final int managementPort = FreePort.find();
  private final Path log;
  private final LocalProcess process;

  /**
   * The service with changes.
   *
   * @param jvmOptions in addition to those of all instances
   * @param additions classes with beans in addition to those of the jar
   */
  public record Program(List<String> jvmOptions, List<Class<?>> additions) {
    /** The service as it is. */
    public static final Program SERVICE = new Program(List.of(), List.of());

    private List<String> command() {
      if (additions.isEmpty()) {
        return List.of("-jar", JAR.toString());
      }
      return List.of(
          "-Dloader.path="
              + additions.stream().map(Program::place).distinct().collect(joining(",")),
          "-cp",
          JAR.toString(),
          "org.springframework.boot.loader.launch.PropertiesLauncher",
          "--spring.main.sources=" + additions.stream().map(Class::getName).collect(joining(",")));
    }

    /** Returns the folder or the jar that a class comes from. */
    private static String place(Class<?> addition) {
      return addition.getProtectionDomain().getCodeSource().getLocation().getPath();
    }
  }

  /**
   * Starts an instance and returns at once.
   *
   * @param properties {@code key=value}; stronger than all other settings
   */
  public InstanceProcess(
      Program program, MySqlDatabase database, RedisServer redis, String... properties) {
    if (!Files.isRegularFile(JAR)) {
      throw new IllegalStateException(JAR + " is missing: app/mvnw -DskipTests package makes it");
    }
    try {
      log = Files.createTempFile("sugang-instance", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(JVM);
    command.addAll(program.jvmOptions());
    command.addAll(program.command());
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

  public int port() {
    return port;
  }

  /** Returns where the instance answers requests. */
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Returns the port of health and metrics. */
  public int managementPort() {
    return managementPort;
  }

  /** Awaits that requests are answered. */
  public void awaitReady() {
    await(baseUrl().toString())
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
      connection = (HttpURLConnection) baseUrl().resolve("/api/session").toURL().openConnection();
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
