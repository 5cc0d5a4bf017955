package io.sugang.lab.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.lab.loadgen.CompilerTimes;
import io.sugang.lab.loadgen.ContextSwitches;
import io.sugang.lab.loadgen.CpuTimes;
import io.sugang.lab.loadgen.CpuUse;
import io.sugang.lab.loadgen.FreeSeats;
import io.sugang.lab.loadgen.FullCourses;
import io.sugang.lab.loadgen.LoadDriver;
import io.sugang.lab.loadgen.LoadFigures;
import io.sugang.lab.loadgen.LoadPlan;
import io.sugang.lab.loadgen.Mixed;
import io.sugang.lab.loadgen.Popularity;
import io.sugang.lab.loadgen.Requests;
import io.sugang.lab.loadgen.ResidentMemory;
import io.sugang.lab.loadgen.Samples;
import io.sugang.lab.loadgen.Schedule;
import io.sugang.lab.loadgen.ServerCounters;
import io.sugang.lab.loadgen.StudentReads;
import io.sugang.lab.loadgen.Traffic;
import io.sugang.lab.rush.Dataset;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Sends loads to what runs, and measures. */
final class Testbed implements Instruments, AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final Duration SETTLE_PAUSE = Duration.ofMillis(500);
  private static final int SETTLE_ROUNDS = 60;

  /**
   * Processor seconds of all parts in a second: an idle service reconciles and answers health
   * checks.
   */
  private static final double SETTLED = 0.25;

  /** Above this share of all cores the figures are said to be disturbed. */
  private static final double DISTURBED = 0.05;

  /** Above this share of all cores the figures are said to be those of compilers too. */
  private static final double COMPILING = 0.03;

  /** A driver that uses this share of what its threads can use has no time to ask for more. */
  private static final double LIMIT = 0.9;

  /** Requests sent later than due by this share of p99 make most of it themselves. */
  private static final double LATE = 0.5;

  /** The part whose processes they are. */
  private static final String INSTANCES = "app";

  private static final Duration WARM_UP_SLICE = Duration.ofSeconds(2);

  /** A load is sent for as long at most before it is measured. */
  private static final Duration LEAD_IN = Duration.ofSeconds(20);

  private final LoadShape shape;
  private final int cores;
  private final Stack stack;
  private final Courses courses;
  private final Map<String, String> credentials;
  private final Connection mysql;
  private final RedisClient redis;

  /**
   * Needs MySQL to answer, with students and courses in it.
   *
   * @param loads see {@link Courses}
   */
  Testbed(Map<String, String> environment, LoadShape shape, int loads, Stack stack)
      throws SQLException {
    this.shape = shape;
    this.cores = Runtime.getRuntime().availableProcessors();
    this.stack = stack;
    this.credentials = Credentials.headers(environment);
    this.mysql = Dataset.connect(environment);
    try {
      this.courses = new Courses(Dataset.read(mysql, Integer.MAX_VALUE, Integer.MAX_VALUE), loads);
    } catch (IllegalArgumentException tooFew) {
      mysql.close();
      throw tooFew;
    }
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(environment.getOrDefault("REDIS_HOST", "127.0.0.1"))
            .withPort(Settings.port(environment, "REDIS_PORT", 6379))
            .withTimeout(Duration.ofSeconds(5));
    String password = environment.getOrDefault("REDIS_PASSWORD", "");
    if (!password.isEmpty()) {
      uri.withAuthentication(environment.getOrDefault("REDIS_USER", "default"), password);
    }
    this.redis = RedisClient.create(uri.build());
  }

  @Override
  public void reset() {
    courses.reset();
  }

  @Override
  public Measurement measure(TestbedLoad load, boolean warm, int round)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    Traffic traffic = traffic(load.profile(), round);
    if (warm) {
      // Instances that a mixed load has warmed up compile again for a load of one kind.
      sendUntilAtRest(load, traffic, 0, Integer.MAX_VALUE, LEAD_IN);
    }
    CompilerTimes before = compiled();
    Measurement measurement = measure(load, traffic);
    double compiling = compiled().since(before);
    if (!warm || compiling <= COMPILING * measurement.cpu().elapsed() * cores) {
      return measurement;
    }
    return measurement.warning(
        String.format(
            Locale.ROOT,
            "the instances were not warm: their compilers used %.1f s of the %.1f s that instances had",
            compiling,
            measurement.cpuSeconds(INSTANCES)));
  }

  private Measurement measure(TestbedLoad load, Traffic traffic)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    LoadPlan plan = plan(load, shape.length());
    Map<String, List<Long>> processes = new TreeMap<>(stack.parts().processes());
    processes.put(Measurement.DRIVER, List.of(ProcessHandle.current().pid()));
    boolean withRedis = processes.containsKey("redis");
    long rowsBefore = rows();
    ServerCounters countersBefore = counters(withRedis);
    List<String> metricsBefore = metrics();
    ContextSwitches switchesBefore = ContextSwitches.read(instances());
    CpuTimes before = CpuTimes.read(processes);
    Samples samples = LoadDriver.run(plan, traffic);
    CpuUse cpu = CpuTimes.read(processes).since(before);
    long switches = ContextSwitches.read(instances()).since(switchesBefore);
    List<String> metricsAfter = metrics();
    ServerCounters did = counters(withRedis).since(countersBefore);
    LoadFigures figures = LoadFigures.of(samples, plan);
    Acknowledged.requireRows(load.name(), figures.statuses(), rows() - rowsBefore);
    return new Measurement(
        figures,
        cpu,
        switches,
        perRequest(did.redis(), figures.requests()),
        perRequest(did.mysql(), figures.requests()),
        stack.readySeconds(),
        instanceMegabytes(),
        GroupSize.between(metricsBefore, metricsAfter),
        warnings(cpu, figures, plan));
  }

  /** Returns the metrics of each instance as Prometheus reads them; "" where it has none. */
  private List<String> metrics() throws IOException {
    List<String> all = new ArrayList<>();
    for (int port : stack.parts().managementPorts()) {
      try (KeepAliveConnection connection =
          new KeepAliveConnection(
              InetAddress.getLoopbackAddress(),
              URI.create("http://127.0.0.1:" + port),
              Duration.ofSeconds(5))) {
        KeepAliveConnection.HttpAnswer answer =
            connection.exchange("GET", "/actuator/prometheus", null);
        all.add(answer.status() == 200 ? new String(answer.body(), StandardCharsets.UTF_8) : "");
      }
    }
    return all;
  }

  @Override
  public WarmedUp warmUp(int connections, int requests, int mostRequests, Duration most)
      throws IOException, InterruptedException {
    TestbedLoad load = LoadProfile.MIXED.load(Loop.Turn.closed(connections), 0);
    return sendUntilAtRest(load, traffic(load.profile(), 0), requests, mostRequests, most);
  }

  // One traffic for all slices: no pair is asked for twice.
  private WarmedUp sendUntilAtRest(
      TestbedLoad load, Traffic traffic, int requests, int mostRequests, Duration most)
      throws IOException, InterruptedException {
    LoadPlan slice = plan(load, WARM_UP_SLICE);
    long end = System.nanoTime() + most.toNanos();
    int answered = 0;
    boolean compiling = true;
    while ((answered < requests || compiling)
        && answered < mostRequests
        && System.nanoTime() < end) {
      CompilerTimes before = compiled();
      answered += LoadFigures.of(LoadDriver.run(slice, traffic), slice).expected();
      compiling = compiled().since(before) > COMPILING * WARM_UP_SLICE.toSeconds() * cores;
    }
    return new WarmedUp(answered, !compiling);
  }

  private CompilerTimes compiled() throws IOException {
    return CompilerTimes.read(instances());
  }

  @Override
  public void settle(Measurement measurement) throws IOException, InterruptedException {
    if (measurement.figures().statuses().containsKey(0)) {
      awaitRest();
    }
  }

  /** 30 s at most, so that what was begun before is no part of the next load. */
  @Override
  public void awaitRest() throws IOException, InterruptedException {
    Map<String, List<Long>> processes = stack.parts().processes();
    CpuTimes before = CpuTimes.read(processes);
    for (int round = 0; round < SETTLE_ROUNDS; round++) {
      Thread.sleep(SETTLE_PAUSE);
      CpuTimes now = CpuTimes.read(processes);
      CpuUse use = now.since(before);
      if (use.without(Set.of()) < SETTLED * use.elapsed()) {
        return;
      }
      before = now;
    }
  }

  /** Resident memory of an instance, in MB, the mean of all that run; NaN without one. */
  private double instanceMegabytes() throws IOException {
    List<Long> instances = instances();
    double sum = 0;
    for (long pid : instances) {
      sum += ResidentMemory.megabytes(pid);
    }
    return sum / instances.size();
  }

  private List<Long> instances() {
    return stack.parts().processes().getOrDefault(INSTANCES, List.of());
  }

  private LoadPlan plan(TestbedLoad load, Duration time) {
    Integer rate = load.rate();
    return new LoadPlan(
        stack.parts().target(),
        load.connections(),
        cores >= 4 ? 2 : 1,
        rate == null ? new Schedule.ClosedLoop() : new Schedule.OpenLoop(rate),
        time,
        GRACE);
  }

  private Traffic traffic(LoadProfile profile, int round) {
    Requests requests = new Requests(stack.parts().url(), credentials);
    long dice = shape.seed() + round;
    return switch (profile) {
      case GET -> reads(requests, dice);
      case FREE -> free(requests, dice);
      case FULL -> full(requests, dice);
      case MIXED ->
          new Mixed(reads(requests, dice), free(requests, dice), full(requests, dice), dice);
    };
  }

  private StudentReads reads(Requests requests, long dice) {
    return new StudentReads(requests, courses.students(), dice);
  }

  private FreeSeats free(Requests requests, long dice) {
    long[] wanted = courses.free();
    return new FreeSeats(requests, courses.wishing(), wanted, popularity(wanted), dice);
  }

  private FullCourses full(Requests requests, long dice) {
    long[] wanted = courses.full();
    return new FullCourses(requests, courses.wishing(), wanted, popularity(wanted), dice);
  }

  private Popularity popularity(long[] wanted) {
    return new Popularity(wanted.length, shape.hotPercent() / 100.0);
  }

  private long rows() throws SQLException {
    try (Statement statement = mysql.createStatement();
        ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM enrollment")) {
      count.next();
      return count.getLong(1);
    }
  }

  private ServerCounters counters(boolean withRedis) throws SQLException {
    if (!withRedis) {
      return ServerCounters.read(mysql);
    }
    try (StatefulRedisConnection<String, String> connection = redis.connect()) {
      return ServerCounters.read(connection.sync(), mysql);
    }
  }

  private static Map<String, Double> perRequest(Map<String, Long> counts, int requests) {
    Map<String, Double> each = new TreeMap<>();
    counts.forEach((name, count) -> each.put(name, (double) count / Math.max(1, requests)));
    return each;
  }

  private List<String> warnings(CpuUse cpu, LoadFigures figures, LoadPlan plan) {
    List<String> warnings = new ArrayList<>();
    if (cpu.disturbance(cores) > DISTURBED) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "other programs kept the machine busy: %.0f %% of its processors (others %.1f s, stolen by the host %.1f s)",
              100 * cpu.disturbance(cores),
              cpu.others(),
              cpu.stolen()));
    }
    double driver = cpu.byPart().getOrDefault(Measurement.DRIVER, 0.0) / cpu.elapsed();
    if (driver > LIMIT * driverCores(plan)) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the driver was the limit: it used %.2f of the %d cores that it can use",
              driver,
              driverCores(plan)));
    }
    double late = figures.lateP99();
    if (plan.schedule() instanceof Schedule.OpenLoop && late > LATE * figures.response().p99()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "one request in a hundred was sent %.2f ms late: p99 (%.2f ms) is the driver's, or that of %d connections",
              late,
              figures.response().p99(),
              plan.connections()));
    }
    if (figures.requests() == 0) {
      warnings.add("not one request was sent");
    }
    return warnings;
  }

  // In the open loop each share of the connections has a second thread, which sends.
  private int driverCores(LoadPlan plan) {
    boolean open = plan.schedule() instanceof Schedule.OpenLoop;
    return Math.min(cores, plan.threads() * (open ? 2 : 1));
  }

  @Override
  public void close() throws SQLException {
    redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    mysql.close();
  }
}
