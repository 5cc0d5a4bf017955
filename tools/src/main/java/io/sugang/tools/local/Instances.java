package io.sugang.tools.local;

import io.sugang.tools.build.Jdk;
import io.sugang.tools.build.ServiceJar;
import io.sugang.tools.workspace.Console;
import io.sugang.tools.workspace.Digest;
import io.sugang.tools.workspace.Failure;
import io.sugang.tools.workspace.Interruption;
import io.sugang.tools.workspace.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The instances of the service in a local stack, each on ports of its own. */
public final class Instances {
  static final int FIRST_PORT = 18_081;
  static final int FIRST_MANAGEMENT_PORT = 19_081;

  private static final String PREFIX = "app-";
  private static final int SERVING_SECONDS = 30;
  private static final Pattern PERCENT = Pattern.compile("\"percent\"\\s*:\\s*([0-9]{1,3})");

  private final LocalContext stack;
  private final Map<String, Start> starts = new HashMap<>();

  private record Start(List<String> command, Map<String, String> environment) {}

  public Instances(LocalContext stack) {
    this.stack = stack;
  }

  /** Returns app-1, app-2 and so on. */
  public static List<String> names(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> PREFIX + number).toList();
  }

  public static boolean isInstance(String name) {
    return name.matches("app-[0-9]+");
  }

  /** Returns the instances that run, in order. */
  public List<String> running() {
    return recorded().stream().filter(stack.processes()::alive).toList();
  }

  List<String> recorded() {
    return stack.processes().recorded().stream().filter(Instances::isInstance).toList();
  }

  public void assignPorts(String name) {
    for (Ports.Wanted wanted : ports(name)) {
      stack.ports().assign(wanted.key(), wanted.first(), name);
    }
  }

  private static Ports.Wanted[] ports(String name) {
    return new Ports.Wanted[] {
      new Ports.Wanted(name, FIRST_PORT),
      new Ports.Wanted(name + "_management", FIRST_MANAGEMENT_PORT)
    };
  }

  public int port(String name) {
    return stack.ports().of(name);
  }

  public int managementPort(String name) {
    return stack.ports().of(name + "_management");
  }

  /** Returns a digest that changes whenever an instance has to be started anew. */
  String version(ServiceJar service, Jdk jdk) {
    var digest = new Digest();
    digest.line(service.digest()).line(jdk.home().toString());
    digest
        .line(stack.settings().get("SUGANG_HEAP", "512m"))
        .line(stack.settings().get("SUGANG_JAVA_OPTIONS"));
    InstanceSettings.of(stack).forEach((name, value) -> digest.line(name + "=" + value));
    return digest.text();
  }

  /**
   * Starts instances of a build at once and awaits them. Without an AOT cache the first one records
   * it, alone. How many warm up at the same time is decided by the instances (docs/decisions/0008).
   *
   * @param variables go before those of the settings
   */
  public void start(List<String> names, ServiceJar service, Map<String, String> variables) {
    if (names.isEmpty()) {
      return;
    }
    Jdk jdk = Jdk.current();
    var cache = new AotCache(stack, service, jdk);
    cache.find();
    var left = new ArrayList<>(names);
    boolean warmUp = !stack.settings().with(variables).get("SUGANG_WARMUP", "on").equals("off");
    if (warmUp && cache.missing() && !stack.processes().alive(left.getFirst())) {
      String first = left.removeFirst();
      cache.beginRecording();
      launch(first, service, cache, variables);
      await(List.of(first));
      cache.endRecording(first);
    }
    for (String name : left) {
      if (!stack.processes().alive(name)) {
        launch(name, service, cache, variables);
      }
    }
    await(left);
  }

  /** Starts instances at once without awaiting them. */
  public void launch(List<String> names, ServiceJar service, Map<String, String> variables) {
    var cache = new AotCache(stack, service, Jdk.current());
    cache.find();
    names.forEach(name -> launch(name, service, cache, variables));
  }

  /** Returns whether a warm start of this build would record the AOT cache. */
  public boolean cacheMissing(ServiceJar service) {
    var cache = new AotCache(stack, service, Jdk.current());
    cache.find();
    return cache.missing();
  }

  private void launch(
      String name, ServiceJar service, AotCache cache, Map<String, String> variables) {
    var command = new ArrayList<String>();
    command.add(Jdk.current().java());
    command.addAll(InstanceSettings.jvmOptions(stack.settings()));
    command.addAll(cache.options());
    command.addAll(List.of("-jar", service.jar().toString()));
    launch(name, command, variables);
  }

  /** Starts a program in place of the service, with the environment of an instance. */
  public void launchProgram(String name, Path program) {
    launch(name, List.of(program.toString()), Map.of());
  }

  private void launch(String name, List<String> command, Map<String, String> variables) {
    stack.started().add(name);
    starts.put(name, new Start(command, variables));
    var environment = new HashMap<>(InstanceSettings.of(stack));
    environment.put("SERVER_ADDRESS", "127.0.0.1");
    environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
    environment.put("SERVER_PORT", Integer.toString(port(name)));
    environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort(name)));
    environment.putAll(variables);
    stack.processes().start(name, scheduled(command), environment);
  }

  // SCHED_BATCH (docs/decisions/0005), where util-linux has the program for it.
  private List<String> scheduled(List<String> command) {
    if (stack.settings().get("SUGANG_SCHEDULING").equals("other") || !Job.onPath("chrt")) {
      return command;
    }
    var batch = new ArrayList<>(List.of("chrt", "--batch", "0"));
    batch.addAll(command);
    return batch;
  }

  /** Waits until each instance is ready; throws a failure as soon as one ends. */
  public void await(List<String> names) {
    var time = new Stopwatch();
    Console console = stack.console();
    int limit = stack.settings().number("SUGANG_START_SECONDS");
    var waiting = new ArrayList<>(names);
    while (!waiting.isEmpty()) {
      for (String name : List.copyOf(waiting)) {
        Path log = stack.processes().log(name);
        // Alive first: another program may answer at its port.
        if (!stack.processes().alive(name)) {
          Start start = starts.get(name);
          if (start == null || !stack.ports().renew(name, log, ports(name))) {
            throw new Failure(name + " ended while starting", log);
          }
          launch(name, start.command(), start.environment());
        } else if (ready(name)) {
          console.part(
              name, "ready after %d s on 127.0.0.1:%d".formatted(time.seconds(), port(name)));
          waiting.remove(name);
        }
      }
      if (waiting.isEmpty()) {
        return;
      }
      if (time.over(limit)) {
        throw new Failure(
            "%s not ready within %d s (SUGANG_START_SECONDS)"
                .formatted(String.join(" ", waiting), limit),
            stack.processes().log(waiting.getFirst()));
      }
      console.clock(progress(waiting, time.seconds()));
      Interruption.sleep(Duration.ofMillis(300));
    }
  }

  private String progress(List<String> waiting, long seconds) {
    OptionalInt percent = percent(waiting.getFirst());
    return percent.isPresent()
        ? "warming up %s, %d s, %d %%"
            .formatted(String.join(" ", waiting), seconds, percent.getAsInt())
        : "starting %s ... %d s".formatted(String.join(" ", waiting), seconds);
  }

  /** Returns how far the warm-up is, if the instance reports it with its readiness. */
  private OptionalInt percent(String name) {
    Matcher percent =
        PERCENT.matcher(Loopback.get(managementPort(name), "/actuator/health/readiness").body());
    return percent.find()
        ? OptionalInt.of(Integer.parseInt(percent.group(1)))
        : OptionalInt.empty();
  }

  public boolean ready(String name) {
    return Loopback.status(managementPort(name), "/actuator/health/readiness") == 200;
  }

  /** Returns whether an instance is ready and reaches MySQL. */
  public boolean serving(String name) {
    return Loopback.status(managementPort(name), "/actuator/health/serving") == 200;
  }

  /**
   * Waits until each instance serves: one that ran while MySQL was down needs a moment to
   * reconnect.
   */
  public void awaitServing(List<String> names) {
    var time = new Stopwatch();
    for (String name : names) {
      Path log = stack.processes().log(name);
      while (!serving(name)) {
        if (!stack.processes().alive(name)) {
          throw new Failure(name + " ended", log);
        }
        if (time.over(SERVING_SECONDS)) {
          throw new Failure(name + " is ready but does not reach MySQL", log);
        }
        Interruption.sleep(Duration.ofMillis(200));
      }
    }
  }

  /** Stops instances, all at once; each completes the requests it has. */
  public void stop(List<String> names) {
    names.forEach(name -> stack.processes().signal(name, Signal.TERM));
    names.forEach(name -> stack.processes().awaitEnd(name, Duration.ofSeconds(40)));
  }
}
