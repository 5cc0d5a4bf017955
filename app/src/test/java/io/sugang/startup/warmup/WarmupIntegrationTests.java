package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.search.MeterNotFoundException;
import io.sugang.SugangApplication;
import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.ops.signin.Credentials;
import io.sugang.platform.ids.Ids;
import io.sugang.servers.FreePort;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.servers.StatementLog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The whole warm-up of real instances on real servers. */
@Tag("extended")
class WarmupIntegrationTests {
  // It ends with its last request.
  private static final String[] SHORT = {
    "sugang.warmup.enabled=true",
    "sugang.warmup.http-time-limit=60s",
    "sugang.warmup.http-requests=400",
    "server.address=127.0.0.1"
  };

  private static final String TRY_WITHOUT_WAITING = "SELECT % FOR UPDATE NOWAIT";

  /** A warm-up leaves nothing behind, so the tests share the data. */
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();

  private final RedisServer redis = Servers.privateRedis();

  @BeforeAll
  static void seed() {
    try (RedisServer redis = Servers.privateRedis()) {
      Instances.start(SugangApplication.class, 1, DATABASE, redis, "sugang.warmup.enabled=false")
          .close();
    }
  }

  @AfterEach
  void stop() {
    redis.close();
  }

  @Test
  void leavesNoTraceInTheData() {
    Map<String, Object> before = checksums();
    try (Instances instances =
        Instances.start(SugangApplication.class, 1, DATABASE, redis, SHORT)) {
      assertThat(checksums()).isEqualTo(before);
      assertThat(reservedKeys()).isEmpty();
      assertThat(steps(instances))
          .containsExactlyInAnyOrder("rosters", "students", "pages", "http");
      assertThat(requestsOf(instances, "POST")).isGreaterThan(10);
      assertThat(requestsOf(instances, "DELETE")).isPositive();
    }
    assertThat(checksums()).isEqualTo(before);
  }

  @Test
  void signsInWhereThatIsRequired() throws Exception {
    String key = "a-session-key-of-the-warm-up-test-0123456789";
    String[] required = Arrays.copyOf(SHORT, SHORT.length + 2);
    required[SHORT.length] = "sugang.sign-in.mode=required";
    required[SHORT.length + 1] = "sugang.sign-in.session-key=" + key;
    try (Instances instances =
        Instances.start(SugangApplication.class, 1, DATABASE, redis, required)) {
      assertThat(steps(instances)).contains("http");
      assertThat(requestsOf(instances, "POST")).isGreaterThan(10);
      assertThat(requestsOf(instances, "DELETE")).isPositive();
      assertThatThrownBy(() -> requests(instances, "status", "401"))
          .isInstanceOf(MeterNotFoundException.class);

      // No session opens the reserved ids, not even one that may name any student.
      URI url = instances.baseUrls().getFirst();
      Map<String, String> load =
          Credentials.headers(Map.of("SUGANG_SIGN_IN", "required", "SUGANG_SESSION_KEY", key));
      try (var connection =
          new KeepAliveConnection(
              InetAddress.getLoopbackAddress(), url, Duration.ofSeconds(5), load)) {
        String body = "{\"studentId\":%d,\"courseId\":%d}".formatted(Ids.RESERVED_FROM, 1);
        var refused =
            connection.exchange(
                "POST", "/api/enrollments", body.getBytes(StandardCharsets.US_ASCII));
        assertThat(refused.status()).isEqualTo(404);
        assertThat(connection.exchange("GET", "/api/students/1", null).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void anUnexpectedAnswerDoesNotEndIt() throws Exception {
    FutureTask<Instances> start =
        new FutureTask<>(() -> Instances.start(SugangApplication.class, 1, DATABASE, redis, SHORT));
    Thread.ofPlatform().start(start);
    // From a refused lock on it is tried without waiting, and claims are answered with 503 a second
    // later.
    try (StatementLog log = new StatementLog(DATABASE);
        HeldCourse _ = new HeldCourse(DATABASE, awaitReservedCourse())) {
      long before = log.count(TRY_WITHOUT_WAITING);
      await().until(() -> log.count(TRY_WITHOUT_WAITING) > before + 1);
      long answered = System.nanoTime() + Duration.ofSeconds(3).toNanos();
      await().until(() -> System.nanoTime() > answered);
    }
    try (Instances instances = start.get()) {
      assertThat(requests(instances, "status", "503")).isPositive();
      assertThat(
              requests(instances, "method", "GET")
                  + requests(instances, "method", "POST")
                  + requests(instances, "method", "DELETE"))
          .isGreaterThanOrEqualTo(400);
    }
    assertThat(reservedStudents()).isEmpty();
  }

  @Test
  void removesWhatACrashedInstanceLeftAndNotWhatAnotherOneUses() throws Exception {
    Map<String, Object> before = checksums();
    try (Instances one =
        Instances.start(
            SugangApplication.class, 1, DATABASE, redis, "sugang.warmup.enabled=false")) {
      ApplicationContext context = one.contexts().getFirst();
      StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
      ReservedSlot alive = slot(context.getBean(DataSource.class), template);
      // The connection of this one ends without a word, as with a killed process.
      AtomicReference<@Nullable Connection> session = new AtomicReference<>();
      ReservedSlot dead = slot(capturing(session::set), template);
      template.opsForValue().set("course:{" + dead.openCourse() + "}:capacity", "100");
      template.opsForValue().set("student:" + dead.student(0), "{}");
      assertThat(dead.number()).isNotEqualTo(alive.number());
      abort(session.get());

      try (Instances other = Instances.start(SugangApplication.class, 1, DATABASE, redis, SHORT)) {
        assertThat(reservedStudents()).hasSize(ReservedSlot.STUDENTS).contains(alive.student(0));
        assertThat(other.baseUrls()).hasSize(1);
        assertThat(reservedKeys()).isEmpty();
      }
      alive.close();
    }
    assertThat(checksums()).isEqualTo(before);
  }

  @Test
  void instancesThatStartTogetherUseDifferentIds() throws Exception {
    try (Instances one =
        Instances.start(
            SugangApplication.class, 1, DATABASE, redis, "sugang.warmup.enabled=false")) {
      ApplicationContext context = one.contexts().getFirst();
      DataSource mysql = context.getBean(DataSource.class);
      StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
      try (ReservedSlot first = slot(mysql, template);
          ReservedSlot second = slot(mysql, template)) {
        assertThat(first.openCourse()).isNotEqualTo(second.openCourse());
        assertThat(reservedStudents()).hasSize(2 * ReservedSlot.STUDENTS);
      }
      assertThat(reservedStudents()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "off"})
  void thePublicPortRefusesUntilTheInstanceIsWarm(String inPlace) throws Exception {
    int port = FreePort.find();
    Set<String> seen = new TreeSet<>();
    Thread watcher = Thread.ofPlatform().start(() -> watch(port, answer -> seen.add(answer)));
    try (Instances instances =
        Instances.start(
            SugangApplication.class,
            1,
            DATABASE,
            redis,
            with("server.port=" + port, "sugang.fastpath.in-place=" + inPlace))) {
      ConfigurableApplicationContext context = instances.contexts().getFirst();
      assertThat(context.getBean(ApplicationAvailability.class).getReadinessState())
          .isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
      watcher.join(TimeUnit.SECONDS.toMillis(10));
      // Never a connection that is taken and not answered, nor an error.
      assertThat(seen).containsExactly("200", "refused");
      assertThat(threadNames()).anyMatch(name -> name.startsWith("http-nio-127.0.0.1-" + port));
    }
    assertThat(answer(port)).isEqualTo("refused");
  }

  @Test
  void aPortThatIsTakenEndsTheStartWithBootsOwnMessage() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = "server.port=" + taken.getLocalPort();
      assertThatThrownBy(() ->
              Instances.start(SugangApplication.class, 1, DATABASE, redis, with(port)).close())
          .hasRootCauseInstanceOf(java.net.BindException.class)
          .hasStackTraceContaining(PortInUseException.class.getName());
    }
  }

  @Test
  void aPortThatIsTakenDuringTheWarmupEndsTheStartAsWell() throws Exception {
    int port = FreePort.find();
    AtomicReference<@Nullable ServerSocket> thief = new AtomicReference<>();
    Thread stealing =
        Thread.ofPlatform().start(() -> steal(port, reservedStudentsExist(), thief::set));
    try {
      assertThatThrownBy(() ->
              Instances.start(
                      SugangApplication.class, 1, DATABASE, redis, with("server.port=" + port))
                  .close())
          .hasStackTraceContaining(PortInUseException.class.getName());
    } finally {
      stealing.join();
      ServerSocket socket = thief.get();
      if (socket != null) {
        socket.close();
      }
    }
    assertThat(reservedStudents()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"on, 1", "off, 2"})
  void whoIsBeingServedWhenTheInstanceStopsGetsTheAnswer(String inPlace, int student)
      throws Exception {
    int port = FreePort.find();
    Instances instances =
        Instances.start(
            SugangApplication.class,
            1,
            DATABASE,
            redis,
            with(
                "server.port=" + port,
                "sugang.shutdown.drain=20s",
                "sugang.fastpath.in-place=" + inPlace));
    try (HeldCourse held = new HeldCourse(DATABASE, 1)) {
      FutureTask<String> waiting = new FutureTask<>(() -> enroll(port, student));
      Thread.ofPlatform().start(waiting);
      await().until(DATABASE::waitsForALock);
      Thread stopping = Thread.ofPlatform().start(instances::close);
      await().until(() -> answer(port).equals("refused"));
      assertThat(waiting.isDone()).isFalse();
      held.release();
      assertThat(waiting.get()).isEqualTo("201");
      stopping.join();
    }
  }

  @Test
  void startsWithoutRedis() {
    redis.stop();
    try (Instances instances =
        Instances.start(
            SugangApplication.class,
            1,
            DATABASE,
            redis,
            with(Instances.SHIPPED_LIMITS, "sugang.warmup.step-time-limit=300ms"))) {
      assertThat(answer(instances.baseUrls().getFirst().getPort())).isEqualTo("200");
    }
    assertThat(reservedStudents()).isEmpty();
  }

  private static String[] with(String... settings) {
    return Stream.concat(Stream.of(SHORT), Stream.of(settings)).toArray(String[]::new);
  }

  private static ReservedSlot slot(DataSource mysql, StringRedisTemplate redis) throws Exception {
    Optional<ReservedSlot> taken = ReservedSlot.take(mysql, redis);
    return taken.orElseThrow();
  }

  private DataSource capturing(Consumer<Connection> session) {
    return new DriverManagerDataSource(DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password()) {
      @Override
      public Connection getConnection() throws java.sql.SQLException {
        Connection connection = super.getConnection();
        session.accept(connection);
        return connection;
      }
    };
  }

  private static void abort(@Nullable Connection connection) throws Exception {
    Objects.requireNonNull(connection).abort(Runnable::run);
  }

  private Map<String, Object> checksums() {
    Map<String, Object> checksums = new TreeMap<>();
    for (String table : List.of("student", "professor", "course", "enrollment")) {
      checksums.put(table, DATABASE.jdbc().queryForMap("CHECKSUM TABLE " + table).get("Checksum"));
    }
    return checksums;
  }

  private List<Long> reservedStudents() {
    return DATABASE
        .jdbc()
        .query(
            "SELECT student_id FROM student WHERE student_id >= ?",
            (row, number) -> row.getLong(1),
            Ids.RESERVED_FROM);
  }

  private java.util.function.BooleanSupplier reservedStudentsExist() {
    return () -> !reservedStudents().isEmpty();
  }

  private Set<String> reservedKeys() {
    return redis.keys("*" + prefix() + "*");
  }

  // The digits that all reserved ids have in common.
  private static String prefix() {
    return Long.toString(Ids.RESERVED_FROM / 1_000_000);
  }

  private static List<String> steps(Instances instances) {
    return instances
        .contexts()
        .getFirst()
        .getBean(io.micrometer.core.instrument.MeterRegistry.class)
        .get("sugang.warmup")
        .timers()
        .stream()
        .map(timer -> timer.getId().getTag("step"))
        .map(String::valueOf)
        .toList();
  }

  private long awaitReservedCourse() {
    String reserved = "SELECT MIN(course_id) FROM course WHERE course_id >= " + Ids.RESERVED_FROM;
    return await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofMinutes(1))
        .until(() -> DATABASE.jdbc().queryForObject(reserved, Long.class), Objects::nonNull);
  }

  private static long requestsOf(Instances instances, String method) {
    return requests(instances, "method", method);
  }

  private static long requests(Instances instances, String tag, String value) {
    return instances
        .contexts()
        .getFirst()
        .getBean(io.micrometer.core.instrument.MeterRegistry.class)
        .get("http.server.requests")
        .tag(tag, value)
        .timers()
        .stream()
        .mapToLong(io.micrometer.core.instrument.Timer::count)
        .sum();
  }

  private static Set<String> threadNames() {
    Set<String> names = new TreeSet<>();
    Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
    return names;
  }

  private static void watch(int port, Consumer<String> seen) {
    String answer;
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    do {
      answer = answer(port);
      seen.accept(answer);
    } while (!answer.equals("200") && System.nanoTime() < deadline);
  }

  private static String answer(int port) {
    URI base = URI.create("http://127.0.0.1:" + port);
    try (KeepAliveConnection connection =
        new KeepAliveConnection(InetAddress.getLoopbackAddress(), base, Duration.ofSeconds(2))) {
      return Integer.toString(connection.exchange("GET", "/api/courses?size=1", null).status());
    } catch (ConnectException refused) {
      return "refused";
    } catch (IOException other) {
      return other.toString();
    }
  }

  private static String enroll(int port, int student) throws IOException {
    URI base = URI.create("http://127.0.0.1:" + port);
    byte[] body =
        "{\"studentId\":%d,\"courseId\":1}".formatted(student).getBytes(StandardCharsets.US_ASCII);
    try (KeepAliveConnection connection =
        new KeepAliveConnection(InetAddress.getLoopbackAddress(), base, Duration.ofSeconds(2))) {
      return Integer.toString(connection.exchange("POST", "/api/enrollments", body).status());
    }
  }

  private static void steal(
      int port, java.util.function.BooleanSupplier begun, Consumer<ServerSocket> thief) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(5))
        .until(begun::getAsBoolean);
    try {
      ServerSocket socket = new ServerSocket();
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      thief.accept(socket);
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }
}
