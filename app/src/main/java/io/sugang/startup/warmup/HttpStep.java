package io.sugang.startup.warmup;

import io.sugang.platform.ids.WarmupPass;
import io.sugang.signin.OwnRequests;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Step that sends requests to its own instance until the code is compiled, or the limit of time or
 * requests is reached. Reads use real students and courses, and real students are rejected by a
 * reserved course that is full. Enrollments and cancels use the rows of a {@link ReservedSlot},
 * which are removed afterwards. The requests carry a {@link WarmupPass}, because reserved ids do
 * not exist for any other request.
 */
final class HttpStep implements WarmupStep {

  private static final Duration WINDOW = Duration.ofMillis(500);
  // Tomcat reads the first request of a connection with code that later ones do not need.
  private static final int CONNECTIONS_PER_USER = 32;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  // As NGINX passes requests on: those of browsers, and those of programs that send few headers.
  // The compiler leaves out code that no request has needed, and recompiles the parser of requests
  // at the first request that needs it.
  private static final List<Map<String, String>> HEADERS =
      List.of(
          Map.of(
              "X-Forwarded-Host", "sugang.invalid",
              "X-Forwarded-For", "127.0.0.1",
              "X-Forwarded-Proto", "https",
              "User-Agent", "Mozilla/5.0 (sugang-warmup)",
              "Accept", "application/json, text/plain, */*",
              "Accept-Encoding", "gzip, deflate, br",
              "Accept-Language", "ko-KR,ko;q=0.9,en;q=0.8",
              "Origin", "https://sugang.invalid",
              "Sec-Fetch-Site", "same-origin",
              "Referer", "https://sugang.invalid/courses"),
          Map.of(
              "X-Forwarded-Host", "127.0.0.1:8080",
              "X-Forwarded-For", "127.0.0.1",
              "X-Forwarded-Proto", "http",
              "User-Agent", "sugang-warmup"));

  // The controllers have to be warm too, for requests that the fast path does not handle.
  private static final String ACCEPT_BY_CONTROLLER = "application/json, */*;q=0.5";
  private static final int BY_CONTROLLER_ONE_IN = 8;

  // For the keys of a load that was in flight when the rows were removed.
  private static final Duration LATE_LOADS = Duration.ofMillis(200);

  // Beyond the limit of the requests: making the rows, the last requests, removing the rows.
  private static final Duration AROUND = Duration.ofSeconds(10);

  private final DataSource mysql;
  private final StringRedisTemplate redis;
  private final Supplier<InetSocketAddress> address;
  private final WarmupPass pass;
  private final OwnRequests signIn;
  private final WarmupProperties properties;
  private final Duration limit;
  private final DoubleConsumer progress;

  /**
   * @param limit longest time for the requests; zero: none are sent
   * @param progress receives the used share of the requests or of the time, whichever is larger
   */
  HttpStep(
      DataSource mysql,
      StringRedisTemplate redis,
      Supplier<InetSocketAddress> address,
      WarmupPass pass,
      OwnRequests signIn,
      WarmupProperties properties,
      Duration limit,
      DoubleConsumer progress) {
    this.mysql = mysql;
    this.redis = redis;
    this.address = address;
    this.pass = pass;
    this.signIn = signIn;
    this.properties = properties;
    this.limit = limit;
    this.progress = progress;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Duration timeLimit() {
    return limit.plus(AROUND);
  }

  @Override
  public String run() throws SQLException, IOException, InterruptedException {
    if (properties.httpRequests() == 0 || limit.isZero()) {
      return "switched off";
    }
    Optional<ReservedSlot> taken = ReservedSlot.take(mysql, redis);
    if (taken.isEmpty()) {
      throw new IOException(
          "all sets of reserved ids are in use; start fewer instances of one database at the same"
              + " time");
    }
    ReservedSlot slot = taken.get();
    CompilationMonitor monitor =
        new CompilationMonitor(
            ManagementFactory.getCompilationMXBean()::getTotalCompilationTime,
            JavaThreads::cpuNanos);
    try (slot) {
      return drive(slot, monitor);
    } finally {
      pass.revoke();
      boolean interrupted = Thread.interrupted();
      Thread.sleep(LATE_LOADS);
      slot.removeKeys();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String drive(ReservedSlot slot, CompilationMonitor monitor)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long deadline = begin + limit.toNanos();
    AtomicBoolean enough = new AtomicBoolean();
    AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    List<WarmupUser> users = users(slot, monitor);
    List<Thread> threads = new ArrayList<>();
    for (WarmupUser user : users) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("warmup-user-" + threads.size())
              .start(() -> user.roundsUntil(enough, failure)));
    }
    String end = "time limit";
    try {
      while (true) {
        Thread.sleep(WINDOW);
        if (failure.get() != null) {
          break;
        }
        if (monitor.endWindow(WINDOW)) {
          end = "settled";
          break;
        }
        if (monitor.requests() >= properties.httpRequests()) {
          end = "limit of requests";
          break;
        }
        long now = System.nanoTime();
        if (now >= deadline) {
          break;
        }
        progress.accept(
            Math.max(
                (double) (now - begin) / (deadline - begin),
                (double) monitor.requests() / properties.httpRequests()));
      }
    } finally {
      enough.set(true);
      boolean interrupted = Thread.interrupted();
      for (WarmupUser user : users) {
        user.abortAfter(CONNECT_TIMEOUT);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    IOException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return "%d requests in %d ms, the last with %d µs of CPU time each (%s)"
        .formatted(
            monitor.requests(),
            Duration.ofNanos(System.nanoTime() - begin).toMillis(),
            monitor.lastMicros(),
            end);
  }

  private List<WarmupUser> users(ReservedSlot slot, CompilationMonitor monitor) throws IOException {
    InetSocketAddress target = address.get();
    Map<String, String> withPass = Map.of(WarmupPass.HEADER, pass.issue());
    JdbcTemplate jdbc = new JdbcTemplate(mysql);
    List<Long> students = WarmupReads.students(jdbc);
    List<String> reads = WarmupReads.paths(jdbc, students);
    List<Map<String, String>> clients =
        List.of(
            union(HEADERS.getFirst(), signIn.asBrowser()),
            union(HEADERS.getLast(), signIn.asProgram()));
    List<WarmupUser> users = new ArrayList<>();
    int all = properties.httpUsers() + properties.httpClaimers();
    for (int number = 0; number < all; number++) {
      boolean claimer = number >= properties.httpUsers();
      users.add(
          new WarmupUser(
              connections(target, clients.get(number % clients.size()), withPass),
              connection(target, clients.get(number % clients.size())),
              slot,
              slot.studentsOf(number),
              reads,
              students.isEmpty() ? slot.studentsOf(number) : students,
              claimer,
              monitor));
    }
    return users;
  }

  private static List<WarmupConnection> connections(
      InetSocketAddress target, Map<String, String> usual, Map<String, String> withPass) {
    Map<String, String> headers = union(usual, withPass);
    Map<String, String> byController = union(headers, Map.of("Accept", ACCEPT_BY_CONTROLLER));
    List<WarmupConnection> connections = new ArrayList<>();
    for (int number = 0; number < CONNECTIONS_PER_USER; number++) {
      connections.add(
          connection(target, number % BY_CONTROLLER_ONE_IN == 0 ? byController : headers));
    }
    return connections;
  }

  private static Map<String, String> union(
      Map<String, String> headers, Map<String, String> stronger) {
    Map<String, String> both = new HashMap<>(headers);
    both.putAll(stronger);
    return both;
  }

  private static WarmupConnection connection(
      InetSocketAddress target, Map<String, String> headers) {
    URI base = URI.create("http://127.0.0.1:" + target.getPort());
    return new WarmupConnection(target.getAddress(), base, CONNECT_TIMEOUT, headers);
  }
}
