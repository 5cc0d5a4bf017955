package io.sugang.ops.local;

import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * NGINX of a local stack: nginx/ with a folder {@code site} of its own that names this machine's
 * ports.
 */
public final class NginxServer {
  public static final String NAME = "nginx";
  private static final Ports.Wanted PORT = new Ports.Wanted("NGINX", 8080);
  private static final int READY_SECONDS = 30;
  private static final String LOOPBACK = "127.0.0.1";
  private static final String ALL = "0.0.0.0";
  private static final String LISTENS_ON = "NGINX_ADDRESS";

  private final LocalContext stack;
  private final Path folder;
  private final Path source;

  public NginxServer(LocalContext stack) {
    this(stack, stack.workspace().file("nginx/nginx.conf"));
  }

  /**
   * @param source nginx.conf of another revision
   */
  public NginxServer(LocalContext stack, Path source) {
    this.stack = stack;
    this.folder = stack.file("nginx");
    this.source = source;
  }

  public int port() {
    return stack.ports().of(PORT.key());
  }

  /**
   * Chooses the public port.
   *
   * @param wanted a port that the user chose, or 0; it is taken or refused, never replaced
   */
  public void assignPort(int wanted) {
    if (wanted == 0) {
      stack.ports().assign(PORT.key(), PORT.first(), NAME);
      return;
    }
    if (port() == wanted && stack.processes().alive(NAME)) {
      return;
    }
    Ports.requireFree(wanted);
    if (stack.processes().alive(NAME)) {
      stop();
    }
    stack.state().keep("PORT_NGINX", Integer.toString(wanted));
  }

  /**
   * Returns the limits of clients as settings of NGINX. NGINX listens on the loopback, so clients
   * are on this machine, the load drivers too: exempt from the limit of an address unless the
   * settings say otherwise.
   *
   * @throws Failure that names what is allowed
   */
  public static String rateLimit(Workspace workspace, Settings settings) {
    return ServerScript.call(
        workspace.file("nginx/rate-limit.sh"),
        "rate_limit",
        List.of(
            settings.get("SUGANG_RATE_LIMIT", "200"),
            settings.get("SUGANG_RATE_LIMIT_EXEMPT", "127.0.0.0/8"),
            settings.get("SUGANG_SIGN_IN", "open"),
            settings.get("SUGANG_TOKEN_LIMIT", "10"),
            settings.get("SUGANG_HTTPS", "off"),
            settings.get("SUGANG_TRUSTED_PROXY")));
  }

  /**
   * Returns the hosts that NGINX serves as its settings: those of the loopback, and those that are
   * named.
   *
   * @throws Failure that names what is allowed
   */
  public static String hosts(Workspace workspace, Settings settings) {
    return ServerScript.call(
        workspace.file("nginx/hosts.sh"),
        "served_hosts",
        List.of(
            settings.get("SUGANG_HOSTS"),
            settings.get("SUGANG_PUBLIC_URL"),
            settings.get("SUGANG_BIND", LOOPBACK)));
  }

  /**
   * Refuses settings with which NGINX would not start, before anything is stopped.
   *
   * @throws Failure that names what is allowed
   */
  public static void check(Workspace workspace, Settings settings) {
    address(settings);
    rateLimit(workspace, settings);
    hosts(workspace, settings);
  }

  /** Returns what is allowed, and does something else than most want; a line each. */
  public static List<String> warnings(Settings settings) {
    boolean named =
        !settings.get("SUGANG_HOSTS").isEmpty() || !settings.get("SUGANG_PUBLIC_URL").isEmpty();
    boolean https = List.of("on", "true").contains(settings.get("SUGANG_HTTPS"));
    var warnings = new ArrayList<String>();
    if (https && settings.get("SUGANG_TRUSTED_PROXY").isEmpty()) {
      warnings.add(
          "SUGANG_HTTPS=on without SUGANG_TRUSTED_PROXY: all clients of the TLS proxy are one address, without a limit if it is exempt. Name the address of the proxy there");
    }
    if (https && !named) {
      warnings.add(
          "SUGANG_HTTPS=on without SUGANG_PUBLIC_URL or SUGANG_HOSTS: NGINX answers 421 for the name that the TLS proxy passes on. Name it there");
    } else if (settings.get("SUGANG_BIND").equals(ALL) && !named) {
      warnings.add(
          "SUGANG_BIND=%s without SUGANG_HOSTS or SUGANG_PUBLIC_URL: NGINX serves addresses such as 192.0.2.7, and answers 421 for names. Name the hosts there"
              .formatted(ALL));
    }
    return warnings;
  }

  /**
   * Returns the address on which NGINX listens: the loopback, or with a required sign-in all
   * addresses.
   *
   * @throws Failure for another address, and where everybody could act for every student
   */
  public static String address(Settings settings) {
    String address = settings.get("SUGANG_BIND", LOOPBACK);
    if (!address.equals(LOOPBACK) && !address.equals(ALL)) {
      throw new Failure("SUGANG_BIND is %s or %s, not '%s'".formatted(LOOPBACK, ALL, address));
    }
    if (address.equals(ALL) && !Credentials.required(settings.get("SUGANG_SIGN_IN"))) {
      throw new Failure(
          "SUGANG_BIND=%s needs SUGANG_SIGN_IN=required: without sign-in every client acts for every student"
              .formatted(ALL));
    }
    return address;
  }

  /** Returns the instances at these ports as settings of NGINX. */
  public static String upstream(List<Integer> ports) {
    var upstream = new StringBuilder();
    for (int port : ports) {
      upstream.append(
          "server 127.0.0.1:%d max_conns=400 max_fails=3 fail_timeout=1s;%n".formatted(port));
      // Once more as backup that is never left out: with all instances left out or full at once, as
      // in an overload, NGINX would refuse every request by itself.
      upstream.append("server 127.0.0.1:%d backup max_fails=0;%n".formatted(port));
    }
    return upstream.toString();
  }

  /** Writes the settings for these instances. Every file is replaced in one step. */
  void writeSettings(List<String> instances) {
    Path conf = folder.resolve("conf");
    Workspace.folder(folder.resolve("run"));
    FileSwap.write(conf.resolve("nginx.conf"), FileSwap.read(source));
    FileSwap.write(
        conf.resolve("site/upstream.conf"),
        upstream(instances.stream().map(stack.ports()::of).toList()));
    FileSwap.write(
        conf.resolve("site/listen.conf"),
        "listen %s:%d backlog=4096;%n".formatted(address(stack.settings()), port()));
    FileSwap.write(
        conf.resolve("site/page.conf"),
        "root \"%s\";%n".formatted(PageSite.running(stack).toString().replace("\"", "\\\"")));
    FileSwap.write(
        conf.resolve("site/rate-limit.conf"), rateLimit(stack.workspace(), stack.settings()));
    FileSwap.write(conf.resolve("site/hosts.conf"), hosts(stack.workspace(), stack.settings()));
  }

  /**
   * Returns the number of workers. One serves some ten thousand requests a second; a second one
   * pays where the instances leave cores idle.
   */
  public static int workers() {
    return Runtime.getRuntime().availableProcessors() < 4 ? 1 : 2;
  }

  private List<String> command(String... more) {
    return command(stack, folder, more);
  }

  /**
   * Returns the call of an NGINX.
   *
   * @param folder with its settings in conf/ and its files in run/
   */
  public static List<String> command(LocalContext stack, Path folder, String... more) {
    var command =
        new ArrayList<>(
            List.of(
                stack.program("nginx"),
                "-p",
                folder.resolve("run") + "/",
                "-c",
                folder.resolve("conf/nginx.conf").toString(),
                "-e",
                "stderr",
                "-g",
                "daemon off; worker_processes %d;".formatted(workers())));
    command.addAll(List.of(more));
    return command;
  }

  /** Starts it for these instances, or has a running one reload its settings. */
  public void start(List<String> instances) {
    String address = address(stack.settings());
    String before = stack.state().get(LISTENS_ON);
    if (!address.equals(before.isEmpty() ? LOOPBACK : before)) {
      // A reload cannot listen on all addresses while NGINX itself has the loopback.
      stop();
      stack.state().keep(LISTENS_ON, address);
    }
    writeSettings(instances);
    Job.Result check = Job.of(command("-t")).run();
    Path checkLog = stack.log("nginx-check.log");
    FileSwap.write(checkLog, check.output());
    if (!check.succeeded()) {
      throw new Failure("NGINX refuses its settings in " + folder.resolve("conf"), checkLog);
    }
    if (stack.processes().alive(NAME)) {
      stack.processes().signal(NAME, Signal.HUP);
      return;
    }
    stack.started().add(NAME);
    FileSwap.delete(pidFile());
    stack.processes().start(NAME, command(), Map.of());
    if (awaitReady()) {
      stack.console().part(NAME, "ready on 127.0.0.1:" + port());
    } else {
      start(instances);
    }
  }

  private Path pidFile() {
    return folder.resolve("run/nginx.pid");
  }

  /** Returns false if its port was lost and another one was chosen. */
  private boolean awaitReady() {
    var time = new Stopwatch();
    Path log = stack.processes().log(NAME);
    // Its own file, because another program may listen at its port.
    while (!written(pidFile()) || !stack.processes().alive(NAME)) {
      if (!stack.processes().alive(NAME)) {
        if (stack.ports().renew(NAME, log, PORT)) {
          return false;
        }
        throw new Failure("NGINX ended while starting", log);
      }
      if (time.over(READY_SECONDS)) {
        throw new Failure(
            "NGINX did not open port %d within %d s".formatted(port(), READY_SECONDS), log);
      }
      Interruption.sleep(Duration.ofMillis(100));
    }
    return true;
  }

  private static boolean written(@Nullable Path file) {
    try {
      return file != null && Files.size(file) > 0;
    } catch (IOException missing) {
      return false;
    }
  }

  /** Stops it. Requests in flight are answered first; idle connections are closed. */
  public void stop() {
    stack.processes().signal(NAME, Signal.QUIT);
    stack.processes().awaitEnd(NAME, Duration.ofSeconds(15));
  }
}
