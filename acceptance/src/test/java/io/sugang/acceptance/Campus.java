package io.sugang.acceptance;

import io.sugang.http.Api;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import io.sugang.servers.FastHostClock;
import io.sugang.servers.InstanceProcess;
import io.sugang.servers.InstanceProcess.Program;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.NginxProcess;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.verifier.VerifierCommand;
import io.sugang.verifier.VerifierCommand.Verified;
import io.sugang.web.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * NGINX with the shipped settings in front of three instances, which are processes of their own.
 * Sign-in is required and all rules count. The clock of the last instance's host is five seconds
 * fast.
 */
final class Campus implements AutoCloseable {
  static final int INSTANCES = 3;
  private static final int IN_FLIGHT = 96;
  private static final Duration VERIFIER_TIMEOUT = Duration.ofMinutes(1);

  private static final String[] PROPERTIES = {
    "sugang.sign-in.mode=required",
    "sugang.sign-in.session-key=" + Sessions.KEY,
    "sugang.sign-in.account-secret=" + Sessions.ACCOUNTS,
    "sugang.rules.enabled=true",
    "sugang.seed.enabled=false",
    // A test asks as one student what thousands ask.
    "sugang.sign-in.limit.requests-per-second=off",
    "sugang.sign-in.limit.sign-ins-per-minute=6000",
    // Tests insert courses and search them at once.
    "sugang.course.index-ttl=500ms",
    "sugang.pool.period=1s",
    // On a busy machine time limits would answer 503; they have their own tests.
    "sugang.ledger.claim-timeout=10s",
    "sugang.admission.longest-wait=10s"
  };

  private final AtomicLong ids = new AtomicLong(100_000);
  private final AtomicInteger years = new AtomicInteger(3_000);
  private final RedisServer redis = Servers.privateRedis();
  private final MySqlDatabase database = Servers.mysql().newDatabase();
  private final JdbcTemplate jdbc = database.jdbc();
  private final List<InstanceProcess> instances = new ArrayList<>();
  private final NginxProcess nginx;

  /**
   * Starts all of it.
   *
   * @param program of NGINX
   */
  Campus(String program) {
    try {
      nginx = start(program);
    } catch (Throwable failure) {
      // Otherwise every following class would start more processes, while those of this one still
      // run.
      closeInstances();
      throw failure;
    }
  }

  private NginxProcess start(String program) {
    for (int i = 0; i < INSTANCES; i++) {
      List<Class<?>> additions = i == INSTANCES - 1 ? List.of(FastHostClock.class) : List.of();
      var service = new Program(List.of(), additions);
      instances.add(new InstanceProcess(service, database, redis, PROPERTIES));
    }
    instances.forEach(InstanceProcess::awaitReady);
    jdbc.update("INSERT INTO retake_rule VALUES (1, NULL, 20241, NULL, 'C+', 2, NULL, NULL, 'A0')");
    var workspace = workspace();
    var settings =
        new Settings(
            workspace.state("no-settings"),
            Map.of(
                "SUGANG_SIGN_IN", "required",
                "SUGANG_RATE_LIMIT_EXEMPT", "127.0.0.0/8",
                // A student of a test sends in a second what a person sends in a minute.
                "SUGANG_TOKEN_LIMIT", "off"));
    NginxProcess front =
        NginxProcess.start(
            program,
            2,
            Map.of(
                "upstream",
                NginxServer.upstream(instances.stream().map(InstanceProcess::port).toList()),
                "rate-limit",
                NginxServer.rateLimit(workspace, settings),
                "hosts",
                NginxServer.hosts(workspace, settings)));
    new Site(workspace.file("web/src")).write(front.pageFolder());
    return front;
  }

  static Workspace workspace() {
    return new Workspace(Path.of("..").toAbsolutePath().normalize(), Map.of());
  }

  JdbcTemplate jdbc() {
    return jdbc;
  }

  long newIds(int count) {
    return ids.getAndAdd(count);
  }

  int newYear() {
    return years.getAndIncrement();
  }

  // ---- Requests

  /** NGINX. */
  Api front() {
    return new Api(nginx.port());
  }

  /** The instances behind it; the host of the last one has a wrong clock. */
  List<Api> instances() {
    return instances.stream().map(instance -> new Api(instance.port())).toList();
  }

  /** Returns how many requests for free seats the instances have answered. */
  long seatRequests() {
    return instances.stream()
        .map(instance -> new Api(instance.managementPort()).get("/actuator/prometheus").body())
        .flatMap(String::lines)
        .filter(line -> line.matches("http_server_requests_seconds_count\\{.*uri=\"/api/seats\".*"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Returns the metrics of the instance whose host has a wrong clock. */
  String metricsOfTheFastHost() {
    return new Api(instances.getLast().managementPort()).get("/actuator/prometheus").body();
  }

  /** One of the instances or NGINX, in turns: neighbours differ. */
  Api door(int turn) {
    int door = turn % (INSTANCES + 1);
    return door == INSTANCES ? front() : instances().get(door);
  }

  /** Makes requests at once and returns their results in the order of the requests. */
  <T> List<T> rush(List<Callable<T>> requests) throws Exception {
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> answers = new ArrayList<>();
      for (Callable<T> request : requests) {
        inFlight.acquire();
        answers.add(
            clients.submit(() -> {
              try {
                return request.call();
              } finally {
                inFlight.release();
              }
            }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> answer : answers) {
        results.add(answer.get());
      }
      return results;
    }
  }

  // ---- What is stored

  long count(String sql, Object... values) {
    Long count = jdbc.queryForObject(sql, Long.class, values);
    return count == null ? 0 : count;
  }

  /**
   * Returns a checksum of each table but those of events and rejections. These are also about
   * refused attempts, and rejections of other tests are written seconds later.
   */
  Map<String, Long> tables() {
    List<@Nullable String> names =
        jdbc.queryForList(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
                + " AND table_type = 'BASE TABLE' AND table_name NOT IN ('audit_event', 'rejection')",
            String.class);
    Map<String, Long> checksums = new TreeMap<>();
    jdbc.query(
        "CHECKSUM TABLE "
            + names.stream().map(String::valueOf).collect(Collectors.joining(", "))
            + " EXTENDED",
        row -> {
          checksums.put(row.getString(1), row.getLong(2));
        });
    return checksums;
  }

  /** Judges all rows and rosters with the verifier. */
  Verified verify() {
    Map<String, String> settings = Servers.readerSettings(database, redis);
    settings.put("SUGANG_RULES", "on");
    return VerifierCommand.verify(settings, VERIFIER_TIMEOUT);
  }

  // ---- Processes

  /** Kills the second instance. */
  void killOne() {
    instances.get(1).kill();
  }

  /** Starts the second instance again, at the same port. */
  void restartOne() {
    instances.get(1).restart();
  }

  /** Returns the time that all instances were on a CPU. */
  Duration cpuTime() {
    return instances.stream().map(InstanceProcess::cpuTime).reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns the ends of all logs. */
  String logs() {
    return instances.stream()
        .map(InstanceProcess::log)
        .collect(Collectors.joining("\n\n", "NGINX:\n" + nginx.log() + "\n\n", ""));
  }

  @Override
  public void close() {
    try {
      nginx.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      closeInstances();
    }
  }

  private void closeInstances() {
    instances.forEach(InstanceProcess::close);
    redis.close();
  }
}
