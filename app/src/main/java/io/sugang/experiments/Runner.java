package io.sugang.experiments;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.sugang.keepalive.KeepAliveConnection;
import io.sugang.measure.CpuTimes;
import io.sugang.measure.CpuUse;
import io.sugang.measure.FreeSeats;
import io.sugang.measure.FullCourses;
import io.sugang.measure.LoadDriver;
import io.sugang.measure.LoadFigures;
import io.sugang.measure.LoadPlan;
import io.sugang.measure.Mixed;
import io.sugang.measure.Requests;
import io.sugang.measure.Samples;
import io.sugang.measure.Schedule;
import io.sugang.measure.ServerCounters;
import io.sugang.measure.StudentReads;
import io.sugang.measure.Traffic;
import io.sugang.rush.Campus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Sends loads to what runs, and measures. */
final class Runner implements AutoCloseable {
  // As browsers would: in the open loop as many as are waiting; without a rate, so many that the
  // service always has something to do and few enough that none waits long for its turn.
  private static final int OPEN_CONNECTIONS = 512;
  private static final int CLOSED_CONNECTIONS = 64;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final Duration SETTLE_LOOK = Duration.ofMillis(500);
  private static final int SETTLE_LOOKS = 20;

  /**
   * Processor seconds of all parts in a second: an idle service reconciles and is asked for health.
   */
  private static final double SETTLED = 0.25;

  /** Above this share of all cores the figures are said to be disturbed. */
  static final double DISTURBED = 0.05;

  private final Duration length;
  private final long seed;
  private final int cores;
  private final Stack stack;
  private final Courses courses;
  private final Connection mysql;
  private final RedisClient redis;

  /** Needs MySQL to answer, with students and courses in it. */
  Runner(Map<String, String> environment, Duration length, long seed, int cores, Stack stack)
      throws SQLException {
    this.length = length;
    this.seed = seed;
    this.cores = cores;
    this.stack = stack;
    this.mysql = Campus.connect(environment);
    try {
      this.courses = new Courses(Campus.read(mysql, Integer.MAX_VALUE, Integer.MAX_VALUE));
    } catch (IllegalArgumentException tooFew) {
      mysql.close();
      throw tooFew;
    }
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(environment.getOrDefault("REDIS_HOST", "127.0.0.1"))
            .withPort(Integer.parseInt(environment.getOrDefault("REDIS_PORT", "6379")))
            .withTimeout(Duration.ofSeconds(5));
    String password = environment.getOrDefault("REDIS_PASSWORD", "");
    if (!password.isEmpty()) {
      uri.withAuthentication(environment.getOrDefault("REDIS_USER", "default"), password);
    }
    this.redis = RedisClient.create(uri.build());
  }

  Courses courses() {
    return courses;
  }

  Run run(Experiment experiment, Variant variant, Load load, int repetition)
      throws IOException, SQLException, InterruptedException {
    LoadPlan plan = plan(load);
    Traffic traffic = traffic(load, repetition);
    Map<String, List<Long>> processes = new TreeMap<>(stack.parts().processes());
    processes.put(Run.DRIVER, List.of(ProcessHandle.current().pid()));
    boolean withRedis = processes.containsKey("redis");
    ServerCounters countersBefore = counters(withRedis);
    CpuTimes before = CpuTimes.read(processes);
    Samples samples = LoadDriver.run(plan, traffic);
    CpuUse cpu = CpuTimes.read(processes).since(before);
    ServerCounters did = counters(withRedis).since(countersBefore);
    LoadFigures figures = LoadFigures.of(samples, traffic, plan);
    return new Run(
        experiment.id(),
        variant.id(),
        load.id(),
        repetition,
        stack.readySeconds(),
        figures,
        cpu,
        perRequest(did.redis(), figures.requests()),
        perRequest(did.mysql(), figures.requests()),
        warnings(cpu, figures));
  }

  /**
   * Waits until the service has done with what an overload left it, 10 s at most: requests that
   * nobody waits for any more are no part of the next load.
   */
  void settle(Run run) throws IOException, InterruptedException {
    if (!run.figures().statuses().containsKey(0)) {
      return;
    }
    Map<String, List<Long>> processes = stack.parts().processes();
    CpuTimes before = CpuTimes.read(processes);
    for (int look = 0; look < SETTLE_LOOKS; look++) {
      Thread.sleep(SETTLE_LOOK);
      CpuTimes now = CpuTimes.read(processes);
      CpuUse use = now.since(before);
      if (use.without(Set.of()) < SETTLED * use.elapsed()) {
        return;
      }
      before = now;
    }
  }

  /** As {@link #run}, and how the instances used their connection pools meanwhile. */
  List<PoolUse> runPools(Experiment experiment, Variant variant, Load load, List<Run> runs)
      throws IOException, SQLException, InterruptedException {
    List<PoolMetrics> before = poolMetrics();
    Run run = run(experiment, variant, load, 1);
    List<PoolMetrics> after = poolMetrics();
    runs.add(run);
    List<PoolUse> uses = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) {
      for (String pool : after.get(i).pools()) {
        uses.add(
            after
                .get(i)
                .use(before.get(i), variant.id(), load.id(), pool, run.cpu().elapsed(), cores));
      }
    }
    return PoolUse.meanOfInstances(uses);
  }

  private List<PoolMetrics> poolMetrics() throws IOException {
    List<PoolMetrics> all = new ArrayList<>();
    for (int port : stack.parts().managementPorts()) {
      URI address = URI.create("http://127.0.0.1:" + port);
      try (KeepAliveConnection connection =
          new KeepAliveConnection(
              InetAddress.getLoopbackAddress(), address, Duration.ofSeconds(5))) {
        KeepAliveConnection.Answer answer =
            connection.exchange("GET", "/actuator/prometheus", null);
        if (answer.status() != 200) {
          throw new IOException(address + "/actuator/prometheus answers " + answer.status());
        }
        all.add(PoolMetrics.parse(new String(answer.body(), StandardCharsets.UTF_8)));
      }
    }
    return all;
  }

  private LoadPlan plan(Load load) {
    Integer rate = load.rate();
    return new LoadPlan(
        stack.parts().target(),
        rate == null ? CLOSED_CONNECTIONS : OPEN_CONNECTIONS,
        cores >= 4 ? 2 : 1,
        rate == null ? new Schedule.ClosedLoop() : new Schedule.OpenLoop(rate),
        length,
        GRACE);
  }

  private Traffic traffic(Load load, int repetition) {
    Requests requests = new Requests(stack.parts().url());
    long dice = seed + repetition;
    return switch (load.kind()) {
      case STUDENTS -> reads(requests, dice);
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
    return new FreeSeats(requests, courses.wishing(), courses.free(), dice);
  }

  private FullCourses full(Requests requests, long dice) {
    return new FullCourses(requests, courses.wishing(), courses.full(), dice);
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

  private List<String> warnings(CpuUse cpu, LoadFigures figures) {
    List<String> warnings = new ArrayList<>();
    if (cpu.disturbance(cores) > DISTURBED) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the machine was busy with something else: %.0f %% of its processors (others %.1f s, stolen by the host %.1f s)",
              100 * cpu.disturbance(cores),
              cpu.others(),
              cpu.stolen()));
    }
    if (figures.requests() == 0) {
      warnings.add("not one request was sent");
    }
    return warnings;
  }

  @Override
  public void close() throws SQLException {
    redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    mysql.close();
  }
}
