package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.local.NginxServer;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import io.sugang.servers.FreePort;
import io.sugang.servers.NginxProcess;
import io.sugang.web.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** A real NGINX with the shipped settings, and three instances behind it. */
final class NginxFront implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final int WORKERS = 2;
  private static final Map<String, String> HOSTS = Map.of("SUGANG_HOSTS", "here sugang.example");

  final List<StubInstance> instances = new ArrayList<>();
  final int port;
  private final Workspace workspace;
  private final NginxProcess nginx;

  private NginxFront(String program, Workspace workspace) throws IOException {
    this.workspace = workspace;
    for (int i = 0; i < 3; i++) {
      instances.add(new StubInstance(InetAddress.getLoopbackAddress(), FreePort.find()));
    }
    nginx =
        NginxProcess.start(
            program,
            WORKERS,
            Map.of(
                "upstream", upstream(instances),
                // As in local mode: no client of this machine is limited.
                "rate-limit", NginxServer.rateLimit(workspace, settings(Map.of())),
                "hosts", NginxServer.hosts(workspace, settings(HOSTS))));
    port = nginx.port();
    new Site(workspace.file("web/src")).write(nginx.pageFolder());
  }

  static NginxFront start(String program, Workspace workspace) {
    try {
      return new NginxFront(program, workspace);
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

  boolean refusesConnections() {
    return !nginx.isListening();
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
    nginx.write(
        "upstream",
        named
            .replace("resolver 127.0.0.11 ", "resolver 127.0.0.1:" + names.port() + " ")
            .replace("server app:8080 ", "server app:" + instances.getFirst().port + " "));
    signal("HUP");
  }

  void serve(List<StubInstance> serving) throws IOException {
    nginx.write("upstream", upstream(serving));
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
    limit(
        Map.of(
            "SUGANG_RATE_LIMIT", rate,
            "SUGANG_RATE_LIMIT_EXEMPT", exempt,
            "SUGANG_SIGN_IN", signIn));
  }

  /** Sets all limits by their settings; for those that are left out their usual value. */
  void limit(Map<String, String> settings) throws IOException {
    nginx.write("rate-limit", NginxServer.rateLimit(workspace, settings(settings)));
    nginx.reload();
  }

  /** Sets the hosts that are served by the settings. */
  void serveHosts(Map<String, String> settings) throws IOException {
    nginx.write("hosts", NginxServer.hosts(workspace, settings(settings)));
    nginx.reload();
  }

  private static String upstream(List<StubInstance> serving) {
    return NginxServer.upstream(serving.stream().map(instance -> instance.port).toList());
  }

  private Settings settings(Map<String, String> all) {
    // There is no such file: these settings are all there are.
    return new Settings(workspace.state("no-settings"), all);
  }

  // ---- The process

  /** Sends a signal to the main process, as the command line does. */
  void signal(String name) {
    nginx.signal(name);
  }

  /** Returns the processes that serve requests, without those that keep the cache. */
  List<ProcessHandle> workers() {
    return nginx.workers();
  }

  /** Returns what each process besides the main one calls itself. */
  List<String> titles() {
    return nginx.titles();
  }

  /** Awaits the end and returns the exit status. */
  int awaitEnd() throws InterruptedException {
    return nginx.awaitEnd();
  }

  /** Returns the last lines of the log. */
  String log() {
    return nginx.log();
  }

  @Override
  public void close() throws IOException {
    nginx.close();
    instances.forEach(StubInstance::stop);
  }
}
