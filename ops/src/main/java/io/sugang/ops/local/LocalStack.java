package io.sugang.ops.local;

import io.sugang.ops.build.Jdk;
import io.sugang.ops.build.ServiceBuild;
import io.sugang.ops.build.ServiceJar;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.FileSwap;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The local stack as a whole: MySQL, Redis, instances and NGINX, brought to what is asked for. A
 * part that runs and fits stays as it is.
 */
public final class LocalStack {
  private static final int PORT_CHANGES = 5;

  private final LocalContext context;
  private final MysqlServer mysql;
  private final LogShipper shipper;
  private final RedisServer redis;
  private final Instances instances;
  private final NginxServer nginx;
  private final ServiceBuild build;

  public LocalStack(LocalContext context) {
    this.context = context;
    this.mysql = new MysqlServer(context);
    this.shipper = new LogShipper(context, mysql);
    this.redis = new RedisServer(context);
    this.instances = new Instances(context);
    this.nginx = new NginxServer(context);
    this.build = new ServiceBuild(context.workspace(), context.console());
  }

  /**
   * The options of {@code up}.
   *
   * @param port the public port, or 0 for the last or the first free one
   * @param buildAgain builds the service even if its sources are unchanged
   */
  public record UpRequest(int scale, int port, boolean buildAgain) {}

  public LocalContext context() {
    return context;
  }

  public MysqlServer mysql() {
    return mysql;
  }

  public LogShipper shipper() {
    return shipper;
  }

  public RedisServer redis() {
    return redis;
  }

  public Instances instances() {
    return instances;
  }

  public NginxServer nginx() {
    return nginx;
  }

  /** Returns whether any part runs. */
  public boolean running() {
    return context.processes().anyAlive();
  }

  /** Returns whether MySQL's data exist. */
  public boolean hasData() {
    return Files.isDirectory(mysql.data());
  }

  /** Deletes MySQL's data, which does not run. */
  public void deleteData() {
    FileSwap.delete(mysql.data());
  }

  /** Returns the number of instances that the last {@code up} was asked for, or 0. */
  public int scale() {
    return context.state().scale();
  }

  public List<String> instanceNames() {
    return Instances.names(scale());
  }

  public String url() {
    return "http://127.0.0.1:" + nginx.port();
  }

  /** Returns the environment of the tools: addresses and the accounts that only read. */
  public Map<String, String> toolEnvironment() {
    return InstanceSettings.ofTools(context);
  }

  /** Returns the build that the instances run. */
  public ServiceJar runningService() {
    return build.of(context.state().get("APP_DIGEST"));
  }

  /** Starts what does not run, restarts what changed, stops surplus instances. */
  public void up(UpRequest request) {
    Jdk jdk = Jdk.current();
    InstanceSettings.checkJvmOptions(context.settings(), jdk);
    context.programs().provide();
    PageSite.provide(context);
    ServiceJar service = build.provide(request.buildAgain());
    context.ports().allowChanges(PORT_CHANGES);
    assignPorts(request);
    mysql.start();
    shipper.provide();
    redis.start();
    List<String> wanted = Instances.names(request.scale());
    stopOutdated(service, jdk);
    startInstances(wanted, service);
    if (request.port() != 0) {
      // A public port that the user chose stays.
      context.ports().allowChanges(0);
    }
    nginx.start(wanted);
    PageSite.forgetOthers(context);
    stopSurplus(wanted);
    context.state().keep("SCALE", Integer.toString(request.scale()));
    build.forgetOthers(service);
    context.started().clear();
  }

  private void assignPorts(UpRequest request) {
    nginx.assignPort(request.port());
    mysql.assignPort();
    redis.assignPort();
    Instances.names(request.scale()).forEach(instances::assignPorts);
  }

  private void stopOutdated(ServiceJar service, Jdk jdk) {
    String version = instances.version(service, jdk);
    if (context.state().get("APP_VERSION").equals(version)) {
      return;
    }
    List<String> outdated = instances.running();
    if (!outdated.isEmpty()) {
      context
          .console()
          .say("  the service or its settings changed: restarting " + String.join(" ", outdated));
      instances.stop(outdated);
    }
    context.state().keep("APP_VERSION", version);
    context.state().keep("APP_DIGEST", service.digest());
  }

  private void startInstances(List<String> wanted, ServiceJar service) {
    var starting = new ArrayList<String>();
    for (String name : wanted) {
      if (context.processes().alive(name) && instances.ready(name)) {
        context.console().part(name, "runs on 127.0.0.1:" + instances.port(name));
      } else {
        starting.add(name);
      }
    }
    instances.start(starting, service, Map.of());
    instances.awaitServing(wanted);
  }

  // NGINX does not send them requests any more.
  private void stopSurplus(List<String> wanted) {
    List<String> surplus =
        instances.running().stream().filter(name -> !wanted.contains(name)).toList();
    if (surplus.isEmpty()) {
      return;
    }
    instances.stop(surplus);
    context
        .console()
        .part(
            surplus.getFirst(),
            surplus.size() == 1
                ? "stopped"
                : "stopped (and %s)"
                    .formatted(String.join(" ", surplus.subList(1, surplus.size()))));
  }

  /** Stops what a failed or interrupted command started, the last part first. */
  public void undo() {
    List<String> started = List.copyOf(context.started());
    if (started.isEmpty()) {
      return;
    }
    context.console().warn("stopping what was started: " + String.join(" ", started));
    // All instances at once, then awaited below.
    started.stream()
        .filter(Instances::isInstance)
        .forEach(name -> context.processes().signal(name, Signal.TERM));
    started.reversed().forEach(this::stop);
    context.started().clear();
  }

  /** Stops a part. */
  public void stop(String name) {
    switch (name) {
      case NginxServer.NAME -> nginx.stop();
      case RedisServer.NAME -> redis.stop();
      case MysqlServer.NAME -> mysql.stop();
      case LogShipper.NAME -> shipper.stop();
      default -> instances.stop(List.of(name));
    }
  }

  /** Stops everything: NGINX first, then the instances, which complete their requests. */
  public void down() {
    List<String> apps = instances.recorded();
    nginx.stop();
    instances.stop(apps);
    redis.stop();
    mysql.stop();
    shipper.stop();
  }

  /** Prints a table of all parts; returns whether all parts of the last {@code up} are ready. */
  public boolean status() {
    var names = new ArrayList<>(List.of(MysqlServer.NAME, RedisServer.NAME));
    names.addAll(instanceNames());
    names.add(NginxServer.NAME);
    if (context.settings().backupOn()) {
      names.add(LogShipper.NAME);
    }
    Console console = context.console();
    console.say("  %-10s %-10s %-8s %-7s %s".formatted("PART", "STATE", "PID", "PORT", "MEMORY"));
    boolean sound = true;
    long total = 0;
    for (String name : names) {
      boolean instance = Instances.isInstance(name);
      int port = context.ports().of(instance ? name : name.toUpperCase(Locale.ROOT));
      OptionalLong pid = context.processes().pid(name);
      if (pid.isEmpty()) {
        console.say("  %-10s %-10s %-8s %-7d".formatted(name, "down", "-", port));
        sound = false;
        continue;
      }
      boolean ready = !instance || instances.ready(name);
      long memory = context.processes().memoryMegabytes(name);
      total += memory;
      console.say(
          "  %-10s %-10s %-8d %-7s %d MB"
              .formatted(
                  name,
                  ready ? "up" : "not ready",
                  pid.getAsLong(),
                  port == 0 ? "-" : port,
                  memory));
      sound &= ready;
    }
    console.say("  memory in all: " + total + " MB");
    return sound;
  }
}
