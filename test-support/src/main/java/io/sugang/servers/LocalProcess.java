package io.sugang.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A server as a child process on the loopback. */
final class LocalProcess implements ServerProcess {
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
  private static final int LOG_LINES = 20;

  /**
   * The thread that starts all servers and lives as long as the JVM. The kernel sends the
   * parent-death signal when the starting thread ends, not the process, so no test thread may start
   * one.
   */
  private static final ExecutorService STARTER =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("server-starter").factory());

  private final int port;
  private final Path log;
  private final List<String> command;
  private @Nullable Process process;

  LocalProcess(int port, Path log, List<String> command) {
    this.port = port;
    this.log = log;
    this.command = new ArrayList<>();
    // A JVM that is killed runs no shutdown hook; this way nothing remains then either.
    if (Files.isExecutable(SETPRIV)) {
      this.command.addAll(List.of(SETPRIV.toString(), "--pdeathsig", "KILL", "--"));
    }
    this.command.addAll(command);
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public synchronized void start() {
    try {
      process =
          STARTER
              .submit(() ->
                  new ProcessBuilder(command)
                      .redirectErrorStream(true)
                      .redirectOutput(Redirect.appendTo(log.toFile()))
                      .start())
              .get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Can't run " + command, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while starting " + command, e);
    }
  }

  @Override
  public synchronized void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  @Override
  public void pause() {
    signal("STOP");
  }

  @Override
  public void resume() {
    signal("CONT");
  }

  @Override
  public synchronized boolean alive() {
    return process != null && process.isAlive();
  }

  @Override
  public String log() {
    try (var lines = Files.lines(log)) {
      var all = lines.toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - LOG_LINES), all.size()))
          + "\nAll of it: "
          + log;
    } catch (IOException e) {
      return "Its log can't be read: " + e;
    }
  }

  synchronized Duration cpuTime() {
    return process == null
        ? Duration.ZERO
        : process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private synchronized void signal(String name) {
    if (process == null) {
      throw new IllegalStateException("Not started: " + command);
    }
    try {
      var status =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException("kill -%s failed for %s".formatted(name, command));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
