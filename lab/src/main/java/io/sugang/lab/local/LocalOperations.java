package io.sugang.lab.local;

import io.sugang.lab.control.Operation;
import io.sugang.lab.control.Operation.ConfineBinlog;
import io.sugang.lab.control.Operation.FillBinlog;
import io.sugang.lab.control.Operation.FindManagement;
import io.sugang.lab.control.Operation.FreeBinlog;
import io.sugang.lab.control.Operation.GiveRedisClock;
import io.sugang.lab.control.Operation.Kill;
import io.sugang.lab.control.Operation.Pause;
import io.sugang.lab.control.Operation.PersistRedis;
import io.sugang.lab.control.Operation.ReloadNginx;
import io.sugang.lab.control.Operation.Resume;
import io.sugang.lab.control.Operation.ShiftRedisClock;
import io.sugang.lab.control.Operation.SnapshotRedis;
import io.sugang.lab.control.Operation.StartChanged;
import io.sugang.lab.control.Operation.StartParts;
import io.sugang.lab.control.Operation.StartRedis;
import io.sugang.lab.control.Operation.StartRedis.RedisData;
import io.sugang.lab.control.Operation.StartWithClock;
import io.sugang.lab.control.Operation.Stop;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.PartOperations;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.local.LocalProcesses;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.local.MysqlServer;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.local.RedisServer;
import io.sugang.ops.local.Signal;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** The operations of {@code ./sugang chaos} on the processes of a local stack. */
public final class LocalOperations implements PartOperations {
  // An instance that is started again in a scenario warms up this long; the load does the rest.
  private static final Map<String, String> WARM_UP = Map.of("SUGANG_WARMUP_HTTPTIMELIMIT", "5s");
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Pattern REWRITTEN =
      Pattern.compile(
          "aof_rewrite_in_progress:0.*aof_rewrite_scheduled:0.*aof_last_bgrewrite_status:ok",
          Pattern.DOTALL);

  private final LocalStack stack;
  private final LocalProcesses processes;
  private final FaultLibraries libraries;
  private final ConfinedBinlog binlog;
  private final Path redis;

  /**
   * @param stack without progress on the terminal
   */
  public LocalOperations(LocalStack stack) {
    this.stack = stack;
    this.processes = stack.context().processes();
    this.libraries = new FaultLibraries(stack.context().workspace());
    this.binlog = new ConfinedBinlog(stack);
    this.redis = stack.redis().folder();
  }

  @Override
  public Job administrator(String... options) {
    return Job.of(stack.mysql().client(MysqlAccount.ROOT, options))
        .with(stack.mysql().password(MysqlAccount.ROOT));
  }

  @Override
  public String perform(Operation.OnParts operation) throws IOException, Operator.Unsupported {
    switch (operation) {
      case Kill kill -> processes.kill(running(kill.part()), kill.part().equals(NginxServer.NAME));
      case Pause pause -> pause(running(pause.part()));
      case Resume resume -> resume(running(resume.part()));
      case Stop stop -> stack.stop(running(stop.part()));
      case StartParts start -> start(start.parts());
      case StartChanged start -> startChanged(start.instance(), start.settings());
      case StartWithClock start ->
          startChanged(start.instance(), libraries.fakeTime("+" + start.secondsAhead()));
      case StartRedis start -> startRedis(start.data());
      case ReloadNginx _ -> reload();
      case SnapshotRedis _ -> snapshot();
      case PersistRedis _ -> persist();
      case GiveRedisClock _ -> startRedisWithClock();
      case ShiftRedisClock shift -> shiftClock(shift.seconds());
      case ConfineBinlog _ -> binlog.confine();
      case FillBinlog _ -> binlog.fill();
      case FreeBinlog _ -> binlog.free();
      case FindManagement find -> {
        return "127.0.0.1:" + stack.instances().managementPort(find.instance());
      }
    }
    return "";
  }

  private String running(String name) throws IOException {
    if (!processes.alive(name)) {
      throw new IOException(name + " does not run");
    }
    return name;
  }

  /** Returns the process of a part, and those of NGINX's workers. */
  private List<Long> pids(String name) {
    return name.equals(NginxServer.NAME)
        ? processes.lastingPids(name)
        : processes.pids(name, false);
  }

  private void pause(String name) throws IOException {
    List<Long> pids = pids(name);
    Signal.STOP.send(pids);
    for (long pid : pids) {
      if (!within(Duration.ofSeconds(2), () -> paused(pid))) {
        throw new IOException("%s (pid %d) does not stop running".formatted(name, pid));
      }
    }
  }

  static boolean paused(long pid) {
    return Job.of("ps", "-o", "state=", "-p", Long.toString(pid))
        .runQuietly()
        .output()
        .startsWith("T");
  }

  private void resume(String name) throws IOException {
    List<Long> pids = pids(name);
    for (long pid : pids) {
      if (!paused(pid)) {
        throw new IOException("%s (pid %d) was not paused until now".formatted(name, pid));
      }
    }
    Signal.CONT.send(pids);
  }

  static boolean within(Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Interruption.sleep(POLL);
    }
    return true;
  }

  // Until NGINX has other workers than before.
  private void reload() throws IOException {
    Set<Long> before = new HashSet<>(pids(NginxServer.NAME));
    stack.nginx().start(stack.instanceNames());
    boolean renewed =
        within(Duration.ofSeconds(5), () -> !before.containsAll(pids(NginxServer.NAME)));
    if (!renewed) {
      throw new IOException("NGINX still has its previous workers");
    }
  }

  private void start(List<String> parts) {
    switch (parts.getFirst()) {
      case RedisServer.NAME -> stack.redis().start();
      case MysqlServer.NAME -> stack.mysql().start();
      case NginxServer.NAME -> stack.nginx().start(stack.instanceNames());
      default -> {
        launch(parts, Map.of());
        stack.instances().await(parts);
      }
    }
  }

  private void startChanged(String instance, Map<String, String> settings) {
    processes.markChanged(instance);
    launch(List.of(instance), settings);
    stack.instances().await(List.of(instance));
  }

  private void launch(List<String> names, Map<String, String> variables) {
    if (names.isEmpty()) {
      return;
    }
    Map<String, String> all = new HashMap<>(WARM_UP);
    all.putAll(variables);
    stack.instances().launch(names, stack.runningService(), all);
  }

  private void startRedis(RedisData data) throws IOException {
    processes.markChanged(RedisServer.NAME);
    switch (data) {
      case PERSISTENT ->
          stack
              .redis()
              .start(
                  new RedisServer.RedisLaunch(
                      List.of(), Map.of(), "appendonly yes\nappendfsync everysec"));
      case SNAPSHOT -> {
        Path dump = redis.resolve("dump.rdb");
        Files.move(redis.resolve("snapshot.rdb"), dump, StandardCopyOption.REPLACE_EXISTING);
        stack.redis().start();
        Files.deleteIfExists(dump);
      }
    }
  }

  private String redis(String... command) {
    return stack.redis().command(command).orFailure();
  }

  private void snapshot() throws IOException {
    redis("SAVE");
    Files.copy(
        redis.resolve("dump.rdb"),
        redis.resolve("snapshot.rdb"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  // Redis writes its data to disk from now on and without a restart, which would be a fault.
  private void persist() throws IOException {
    processes.markChanged(RedisServer.NAME);
    redis("CONFIG", "SET", "appendonly", "yes");
    boolean written =
        within(
            Duration.ofSeconds(20),
            () -> REWRITTEN.matcher(stack.redis().command("INFO", "persistence").output()).find());
    if (!written) {
      throw new IOException("Redis has not written its data to disk within 20 s");
    }
  }

  // Redis is started anew with a clock that shiftClock sets. Its monotonic clock stays true.
  private void startRedisWithClock() throws IOException, Operator.Unsupported {
    Path library = libraries.clockShift();
    processes.markChanged(RedisServer.NAME);
    stack.redis().stop();
    Files.writeString(clock(), "+0\n");
    stack
        .redis()
        .start(
            new RedisServer.RedisLaunch(
                List.of("env", "LD_PRELOAD=" + library, "CLOCK_SHIFT_FILE=" + clock()),
                Map.of(),
                ""));
  }

  private Path clock() {
    return redis.resolve("clock");
  }

  // How many seconds Redis's clock is ahead, or behind. The library reads a new time once a
  // second.
  private void shiftClock(long seconds) throws IOException {
    if (!Files.exists(clock())) {
      throw new IOException("Redis has the machine's clock");
    }
    // In one step, because the library reads it at any time.
    Path partial = redis.resolve("clock.new");
    Files.writeString(partial, (seconds < 0 ? "" : "+") + seconds + "\n");
    Files.move(
        partial, clock(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void heal(Runnable settings) {
    List<String> apps = stack.instanceNames();
    var all = new ArrayList<>(List.of(MysqlServer.NAME, RedisServer.NAME, NginxServer.NAME));
    all.addAll(apps);
    for (String name : all) {
      Signal.CONT.send(pids(name));
      if (processes.changed(name)) {
        stack.stop(name);
        processes.forgetChange(name);
      }
    }
    for (String left : List.of("dump.rdb", "snapshot.rdb", "appendonlydir", "clock")) {
      FileSwap.delete(redis.resolve(left));
    }
    binlog.forget();
    stack.mysql().start();
    stack.redis().start();
    settings.run();
    List<String> missing = apps.stream().filter(name -> !processes.alive(name)).toList();
    launch(missing, Map.of());
    stack.instances().await(missing);
    stack.instances().awaitServing(apps);
    stack.nginx().start(apps);
  }
}
