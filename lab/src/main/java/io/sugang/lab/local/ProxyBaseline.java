package io.sugang.lab.local;

import io.sugang.ops.local.LocalContext;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.local.Ports;
import io.sugang.ops.local.Signal;
import io.sugang.ops.local.Stopwatch;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The proxy baseline of {@code ./sugang bench}: NGINX that passes requests on to a second NGINX,
 * which answers by itself (local/proxy-baseline/).
 */
final class ProxyBaseline {
  static final String FRONT = "proxy-baseline-front";
  static final String BACK = "proxy-baseline-back";

  private static final int READY_SECONDS = 30;
  private static final int BACK_PORT = 18_090;
  private static final int FRONT_PORT = 18_091;
  private static final int PORT_CHANGES = 3;

  private final LocalContext stack;
  private final Path folder;

  ProxyBaseline(LocalContext stack) {
    this.stack = stack;
    this.folder = stack.file("proxy-baseline");
  }

  int port() {
    return stack.ports().of(FRONT);
  }

  /** Starts both and returns when both serve. */
  void start() {
    stack.ports().assign(BACK, BACK_PORT, BACK);
    stack.ports().assign(FRONT, FRONT_PORT, FRONT);
    stack.ports().allowChanges(PORT_CHANGES);
    start(BACK, new Ports.Wanted(BACK, BACK_PORT));
    // It reads the port of the second one, so it is set up when that one serves.
    start(FRONT, new Ports.Wanted(FRONT, FRONT_PORT));
  }

  private void start(String name, Ports.Wanted port) {
    writeSettings(name);
    Path log = stack.processes().log(name);
    Workspace.folder(stack.logs());
    Job.Result check = Job.of(command(name, "-t")).run();
    if (!check.succeeded()) {
      FileSwap.write(log, check.output());
      if (stack.ports().renew(name, log, port)) {
        start(name, port);
        return;
      }
      throw new Failure("NGINX refuses the settings of the proxy baseline", log);
    }
    stack.processes().start(name, command(name), Map.of());
    if (!awaitReady(name, port)) {
      start(name, port);
    }
  }

  /** Returns false if its port was lost and another one was chosen. */
  private boolean awaitReady(String name, Ports.Wanted port) {
    var time = new Stopwatch();
    Path log = stack.processes().log(name);
    while (!stack.processes().alive(name) || !Ports.taken(stack.ports().of(name))) {
      if (!stack.processes().alive(name)) {
        if (stack.ports().renew(name, log, port)) {
          return false;
        }
        throw new Failure("the NGINX of the proxy baseline ended while starting", log);
      }
      if (time.over(READY_SECONDS)) {
        throw new Failure(
            "the NGINX of the proxy baseline did not open its port within %d s"
                .formatted(READY_SECONDS),
            log);
      }
      Interruption.sleep(Duration.ofMillis(100));
    }
    return true;
  }

  private void writeSettings(String name) {
    Path conf = folder.resolve(name).resolve("conf");
    Workspace.folder(folder.resolve(name).resolve("run"));
    String source = "local/proxy-baseline/%s.conf".formatted(name.replaceFirst(".*-", ""));
    FileSwap.write(conf.resolve("nginx.conf"), FileSwap.read(stack.workspace().file(source)));
    FileSwap.write(
        conf.resolve("listen.conf"),
        "listen 127.0.0.1:%d backlog=4096;%n".formatted(stack.ports().of(name)));
    FileSwap.write(
        conf.resolve("upstream.conf"), "server 127.0.0.1:%d;%n".formatted(stack.ports().of(BACK)));
  }

  private List<String> command(String name, String... more) {
    return NginxServer.command(stack, folder.resolve(name), more);
  }

  void stop() {
    for (String name : List.of(FRONT, BACK)) {
      stack.processes().signal(name, Signal.QUIT);
      stack.processes().awaitEnd(name, Duration.ofSeconds(15));
    }
  }
}
