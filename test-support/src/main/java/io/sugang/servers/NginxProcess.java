package io.sugang.servers;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/** A real NGINX with the shipped {@code nginx.conf} on a free port of the loopback. */
public final class NginxProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LOG_LINES = 10;

  private final int port = FreePort.find();
  private final Path folder;
  private final Process process;

  private NginxProcess(String program, int workers, Map<String, String> site) throws IOException {
    folder = Files.createTempDirectory("sugang-nginx");
    Files.createDirectories(folder.resolve("conf/site"));
    Files.createDirectories(folder.resolve("run"));
    // Workers of an NGINX started by root are another user, which needs access to the folder.
    if (!folder.toFile().setExecutable(true, false)) {
      throw new IOException("cannot open " + folder + " to other users");
    }
    Files.copy(ShippedSettings.NGINX, folder.resolve("conf/nginx.conf"));
    write("page", "root %s/page;%n".formatted(folder));
    write("listen", "listen 127.0.0.1:%d backlog=4096;%n".formatted(port));
    for (var file : site.entrySet()) {
      write(file.getKey(), file.getValue());
    }
    process =
        new ProcessBuilder(
                program,
                "-p",
                folder + "/run/",
                "-c",
                folder + "/conf/nginx.conf",
                "-e",
                "stderr",
                "-g",
                "daemon off; worker_processes " + workers + ";")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
  }

  /** Returns the NGINX among the programs of the test servers, or empty without one. */
  public static Optional<String> fetched() {
    return Optional.of(LocalEngine.dist().resolve("bin/nginx"))
        .filter(Files::isExecutable)
        .map(Path::toString);
  }

  /**
   * Starts NGINX and awaits that it listens.
   *
   * @param site contents of the files of {@code site} by their names, without {@code listen}
   */
  public static NginxProcess start(String program, int workers, Map<String, String> site) {
    try {
      var nginx = new NginxProcess(program, workers, site);
      try {
        nginx.awaitListening();
        return nginx;
      } catch (Throwable failure) {
        nginx.close();
        throw failure;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitListening() {
    await("NGINX listens")
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> {
          if (!process.isAlive()) {
            throw new IllegalStateException("NGINX ended at start:\n" + log());
          }
          return isListening();
        });
  }

  public int port() {
    return port;
  }

  /** Whether a client can connect. */
  public boolean isListening() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Returns the folder of the page, which does not exist at the start. */
  public Path pageFolder() {
    return folder.resolve("page");
  }

  /** Writes a file of {@code site}, which counts from the next HUP on. */
  public void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve("conf/site/" + name + ".conf"), text);
  }

  /** Sends a signal to the main process, as the command line does. */
  public void signal(String name) {
    try {
      int status =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      if (status != 0) {
        throw new IllegalStateException("kill -" + name + " failed for NGINX");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads the settings anew, and awaits that only workers with the new ones accept connections.
   * Earlier workers complete the requests that they have.
   */
  public void reload() {
    Set<ProcessHandle> earlier = Set.copyOf(workers());
    signal("HUP");
    await("workers with the new settings")
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> {
          List<ProcessHandle> accepting =
              workers().stream()
                  .filter(worker -> !title(worker).contains("shutting down"))
                  .toList();
          return !accepting.isEmpty() && accepting.stream().noneMatch(earlier::contains);
        });
  }

  /** Returns the processes that serve requests, without those that keep the cache. */
  public List<ProcessHandle> workers() {
    return process.descendants().filter(NginxProcess::serves).toList();
  }

  /** Returns what each process besides the main one calls itself. */
  public List<String> titles() {
    return process.descendants().map(NginxProcess::title).toList();
  }

  private static boolean serves(ProcessHandle child) {
    return title(child).contains("worker process");
  }

  private static String title(ProcessHandle child) {
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(child.pid())))
          .replace('\0', ' ')
          .strip();
    } catch (IOException ended) {
      return "";
    }
  }

  /** Awaits the end and returns the exit status. */
  public int awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("NGINX has not ended within " + PATIENCE);
    }
    return process.exitValue();
  }

  /** Returns the last lines of the log. */
  public String log() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("log"));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException unreadable) {
      return "unreadable: " + unreadable;
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().onExit().join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    FileSystemUtils.deleteRecursively(folder);
  }
}
