package io.sugang.tools.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.servers.FreePort;
import io.sugang.tools.local.NginxServer;
import io.sugang.tools.workspace.Settings;
import io.sugang.tools.workspace.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.springframework.util.FileSystemUtils;

/** A real NGINX with the shipped settings, and three instances behind it. */
final class NginxFront implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final int WORKERS = 2;

  private static final int LOG_LINES = 10;

  final List<StubInstance> instances = new ArrayList<>();
  final int port = FreePort.find();
  private final Path folder;
  private final Workspace workspace;
  private final Process process;

  private NginxFront(String program, Workspace workspace) throws IOException {
    this.workspace = workspace;
    folder = Files.createTempDirectory("sugang-nginx");
    Files.createDirectories(folder.resolve("conf/site"));
    Files.createDirectories(folder.resolve("run"));
    // Workers of an NGINX started by root are another user, which needs access to the folder.
    if (!folder.toFile().setExecutable(true, false)) {
      throw new IOException("cannot open " + folder + " to other users");
    }
    Files.copy(workspace.file("nginx/nginx.conf"), folder.resolve("conf/nginx.conf"));
    for (int i = 0; i < 3; i++) {
      instances.add(new StubInstance(InetAddress.getLoopbackAddress(), FreePort.find()));
    }
    writeSite("listen", "listen 127.0.0.1:%d backlog=4096;%n".formatted(port));
    writeUpstream(instances);
    // As in local mode: no client of this machine is limited.
    writeRateLimit("200", "127.0.0.0/8", "open");
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
                "daemon off; worker_processes " + WORKERS + ";")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
  }

  static NginxFront start(String program, Workspace workspace) {
    try {
      var front = new NginxFront(program, workspace);
      front.await(
          "NGINX listens",
          () -> {
            assertThat(front.process.isAlive()).as("NGINX runs: %s", front.log()).isTrue();
            return front.isListening();
          });
      return front;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Awaits a condition, 30 s at most. */
  void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(condition);
  }

  private boolean isListening() {
    try (var _ = new PlainClient(port)) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  boolean refusesConnections() {
    return !isListening();
  }

  // ---- Requests

  ClientAnswer get(String target) throws IOException {
    return ask("GET " + target + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
  }

  ClientAnswer post(String target, String body) throws IOException {
    return ask(
        """
        POST %s HTTP/1.1
        Host: here
        Connection: close
        Content-Type: application/json
        Content-Length: %d

        %s\
        """
            .formatted(target, body.length(), body));
  }

  /**
   * Sends a request over a connection of its own.
   *
   * @param text with the line ends of HTTP or, throughout, those of Java
   */
  ClientAnswer ask(String text) throws IOException {
    try (var client = new PlainClient(port)) {
      return client.ask(text.contains("\r\n") ? text : text.replace("\n", "\r\n"));
    }
  }

  // ---- What the instances saw

  long received() {
    return instances.stream().mapToLong(instance -> instance.requests.size()).sum();
  }

  long timesSent(String target) {
    return instances.stream()
        .flatMap(instance -> instance.requests.stream())
        .filter(request -> request.line().contains(" " + target + " "))
        .count();
  }

  ForwardedRequest onlyRequest() {
    List<ForwardedRequest> all =
        instances.stream().flatMap(instance -> instance.requests.stream()).toList();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  void forgetRequests() {
    instances.forEach(instance -> instance.requests.clear());
  }

  /** Returns the number of connections to instances that are open. */
  long openConnections() {
    return instances.stream()
        .flatMap(instance -> instance.connections.stream())
        .filter(connection -> !connection.isClosed())
        .count();
  }

  /** Returns whether exactly these instances receive requests, and each of them. */
  boolean servedBy(List<StubInstance> serving) throws IOException {
    Map<StubInstance, Integer> before = new HashMap<>();
    instances.forEach(instance -> before.put(instance, instance.requests.size()));
    if (!manyPass()) {
      return false;
    }
    return instances.stream()
        .allMatch(instance ->
            (instance.requests.size() > before.getOrDefault(instance, 0))
                == serving.contains(instance));
  }

  /** Returns whether each of thirty requests is served. */
  boolean manyPass() throws IOException {
    for (int i = 0; i < 30; i++) {
      if (get("/api/courses").status() != 200) {
        return false;
      }
    }
    return true;
  }

  // ---- Settings while it runs

  /** Replaces the instances by new ones that share a port and differ by address, as containers. */
  List<StubInstance> moveTo(String... addresses) throws IOException {
    int shared = instances.getFirst().port;
    instances.forEach(StubInstance::stop);
    instances.clear();
    for (String address : addresses) {
      instances.add(new StubInstance(InetAddress.getByName(address), shared));
    }
    return List.copyOf(instances);
  }

  /** Takes the settings of the container, with another name server than Docker's. */
  void serveByName(NameServer names) throws IOException {
    String named = Files.readString(workspace.file("nginx/compose/upstream.conf"));
    writeSite(
        "upstream",
        named
            .replace("resolver 127.0.0.11 ", "resolver 127.0.0.1:" + names.port() + " ")
            .replace("server app:8080 ", "server app:" + instances.getFirst().port + " "));
    signal("HUP");
  }

  void serve(List<StubInstance> serving) throws IOException {
    writeUpstream(serving);
    signal("HUP");
  }

  /** Sets the limit of requests by the script that does it in both modes. */
  void limitRate(String rate, String exempt) throws IOException {
    limitRate(rate, exempt, "open");
  }

  /**
   * Sets the limits of requests.
   *
   * @param signIn {@code open}, or {@code required}, with which tokens have a limit too
   */
  void limitRate(String rate, String exempt, String signIn) throws IOException {
    writeRateLimit(rate, exempt, signIn);
    signal("HUP");
  }

  private void writeUpstream(List<StubInstance> serving) throws IOException {
    writeSite(
        "upstream", NginxServer.upstream(serving.stream().map(instance -> instance.port).toList()));
  }

  private void writeRateLimit(String rate, String exempt, String signIn) throws IOException {
    var settings =
        new Settings(
            folder.resolve(".env"),
            Map.of(
                "SUGANG_RATE_LIMIT", rate,
                "SUGANG_RATE_LIMIT_EXEMPT", exempt,
                "SUGANG_SIGN_IN", signIn));
    writeSite("rate-limit", NginxServer.rateLimit(workspace, settings));
  }

  private void writeSite(String name, String text) throws IOException {
    Files.writeString(folder.resolve("conf/site/" + name + ".conf"), text);
  }

  // ---- The process

  /** Sends a signal to the main process, as the command line does. */
  void signal(String name) {
    try {
      int status =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      assertThat(status).as("exit status of kill -%s", name).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the processes that serve requests, without those that keep the cache. */
  List<ProcessHandle> workers() {
    return process.descendants().filter(NginxFront::serves).toList();
  }

  /** Returns what each process besides the main one calls itself. */
  List<String> titles() {
    return process.descendants().map(NginxFront::title).toList();
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
  int awaitEnd() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("NGINX ended").isTrue();
    return process.exitValue();
  }

  /** Returns the last lines of the log. */
  String log() {
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
    instances.forEach(StubInstance::stop);
    FileSystemUtils.deleteRecursively(folder);
  }
}
