package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.SugangApplication;
import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.platform.ids.Ids;
import io.sugang.rows.Rows;
import io.sugang.servers.FreePort;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What clients can do with the ids of a warm-up while its rows are there: nothing. */
@Tag("extended")
class ReservedIdsIntegrationTests {
  private static final long REAL_COURSE = 5;
  private static final long ENROLLMENT = 8_000_000_001L;
  private static final String BY_CONTROLLER = "application/json;q=0.9";

  private final RedisServer redis = Servers.privateRedis();
  private final MySqlDatabase database = Servers.mysql().newDatabase();
  private Instances serving;
  private URI base;
  private DataSource mysql;
  private StringRedisTemplate template;

  @BeforeEach
  void start() {
    serving = Instances.start(SugangApplication.class, 1, database, redis);
    base = serving.baseUrls().getFirst();
    ApplicationContext context = serving.contexts().getFirst();
    mysql = context.getBean(DataSource.class);
    template = context.getBean(StringRedisTemplate.class);
  }

  @AfterEach
  void stop() {
    serving.close();
    redis.close();
  }

  @Test
  void aReservedIdIsNotFoundByAnyCallAndCostsNoLookUp() throws Exception {
    Statistics statistics =
        serving.contexts().getFirst().getBean(SessionFactory.class).getStatistics();
    try (ReservedSlot slot = take()) {
      statistics.setStatisticsEnabled(true);
      long student = slot.student(0);
      for (String accept : List.of("*/*", BY_CONTROLLER)) {
        try (KeepAliveConnection client = client(base, accept)) {
          assertThat(enroll(client, student, REAL_COURSE)).isEqualTo("404 STUDENT_NOT_FOUND");
          assertThat(enroll(client, student, slot.openCourse())).isEqualTo("404 STUDENT_NOT_FOUND");
          assertThat(enroll(client, 1, slot.openCourse())).isEqualTo("404 COURSE_NOT_FOUND");
          assertThat(enroll(client, 1, slot.fullCourse())).isEqualTo("404 COURSE_NOT_FOUND");
          assertThat(enroll(client, Ids.MAX, Ids.MAX)).isEqualTo("404 STUDENT_NOT_FOUND");
          assertThat(call(client, "GET", "/api/students/" + student, null)).startsWith("404");
          assertThat(call(client, "GET", "/api/students/" + student + "/enrollments", null))
              .startsWith("404");
          assertThat(call(client, "GET", "/api/courses/" + slot.openCourse(), null))
              .startsWith("404");
        }
      }
      assertThat(statistics.getPrepareStatementCount()).isZero();
      assertThat(redis.keys("*" + student + "*")).isEmpty();
      assertThat(redis.keys("*" + slot.openCourse() + "*")).isEmpty();
    }
  }

  @Test
  void anEnrollmentOfAReservedStudentIsNeitherShownNorCancelled() throws Exception {
    try (ReservedSlot slot = take();
        KeepAliveConnection client = client(base, "*/*")) {
      seat(ENROLLMENT, slot.student(0), slot.openCourse());
      String path = "/api/enrollments/" + ENROLLMENT;
      assertThat(call(client, "GET", path, null)).isEqualTo("404 ENROLLMENT_NOT_FOUND");
      assertThat(call(client, "DELETE", path, null)).isEqualTo("404 ENROLLMENT_NOT_FOUND");
      assertThat(count("SELECT COUNT(*) FROM enrollment")).isEqualTo(1);
    }
    assertThat(count("SELECT COUNT(*) FROM enrollment")).isZero();
  }

  @Test
  void aGuessedPassOpensNothing() throws Exception {
    try (ReservedSlot slot = take();
        KeepAliveConnection client =
            new KeepAliveConnection(
                InetAddress.getLoopbackAddress(),
                base,
                Duration.ofSeconds(2),
                Map.of("Sugang-Warmup", "null"))) {
      assertThat(enroll(client, slot.student(0), slot.openCourse()))
          .isEqualTo("404 STUDENT_NOT_FOUND");
    }
  }

  @Test
  void closingASlotCountsBackTheSeatsThatItsStudentsHoldInRealCourses() throws Exception {
    ReservedSlot slot = take();
    seat(ENROLLMENT, slot.student(0), REAL_COURSE);
    seat(ENROLLMENT + 1, slot.student(1), REAL_COURSE);
    seat(ENROLLMENT + 2, slot.student(1), REAL_COURSE + 1);
    seat(ENROLLMENT + 3, 1, REAL_COURSE);
    seat(ENROLLMENT + 4, slot.student(2), slot.openCourse());
    slot.close();
    assertThat(enrolled(REAL_COURSE)).isEqualTo(1);
    assertThat(enrolled(REAL_COURSE + 1)).isZero();
    assertCountersAreRows(1);
  }

  @Test
  void theSlotOfACrashedInstanceIsCountedBackAsWell() throws Exception {
    AtomicReference<@Nullable Connection> session = new AtomicReference<>();
    ReservedSlot crashed = ReservedSlot.take(capturing(session), template).orElseThrow();
    seat(ENROLLMENT, crashed.student(0), REAL_COURSE);
    Objects.requireNonNull(session.get()).abort(Runnable::run);
    // MySQL gives the lock of the slot back a moment after the connection broke.
    await()
        .untilAsserted(() -> {
          take().close();
          assertCountersAreRows(0);
        });
  }

  /** A slot whose course cannot be locked keeps its rows and their count, for the next start. */
  @Test
  void aSlotIsRemovedAsAWholeOrNotAtAll() throws Exception {
    ReservedSlot slot = take();
    seat(ENROLLMENT, slot.student(0), REAL_COURSE);
    // No seat is counted that could be counted back: CHECK refuses.
    jdbc().update("UPDATE course SET enrolled = 0 WHERE course_id = ?", REAL_COURSE);
    assertThatThrownBy(slot::close).isInstanceOf(SQLException.class);
    assertThat(count("SELECT COUNT(*) FROM enrollment")).isEqualTo(1);
    jdbc().update("UPDATE course SET enrolled = 1 WHERE course_id = ?", REAL_COURSE);
    take().close();
    assertCountersAreRows(0);
  }

  @Test
  void clientsCanUseNothingOfAWarmupAllThroughARestart() throws Exception {
    int port = FreePort.find();
    Queue<String> answers = new ConcurrentLinkedQueue<>();
    AtomicInteger whileRowsWereThere = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    List<Thread> clients = new ArrayList<>();
    for (URI target : List.of(base, URI.create("http://127.0.0.1:" + port))) {
      clients.add(
          Thread.ofPlatform().start(() -> attack(target, done, answers, whileRowsWereThere)));
    }
    try (Instances restarted =
        Instances.start(
            SugangApplication.class,
            1,
            database,
            redis,
            "sugang.warmup.enabled=true",
            "sugang.warmup.http-time-limit=10s",
            "sugang.warmup.http-requests=2000",
            "server.address=127.0.0.1",
            "server.port=" + port)) {
      int before = answers.size();
      await().until(() -> answers.size() > before + 200); // now also from its public port
      done.set(true);
      for (Thread client : clients) {
        client.join();
      }
      assertThat(answers).isNotEmpty().allMatch(answer -> answer.startsWith("404"));
      assertThat(whileRowsWereThere).hasPositiveValue();
      assertThat(requests(restarted, "201")).as("enrollments of the warm-up").isGreaterThan(10);
      assertThat(requests(restarted, "503")).isZero();
    } finally {
      done.set(true);
    }
    assertThat(count("SELECT COUNT(*) FROM student WHERE student_id >= " + Ids.RESERVED_FROM))
        .isZero();
    assertCountersAreRows(0);
  }

  private void attack(
      URI target, AtomicBoolean done, Queue<String> answers, AtomicInteger whileRowsWereThere) {
    JdbcTemplate jdbc = jdbc();
    try (KeepAliveConnection client = client(target, "*/*")) {
      while (!done.get()) {
        List<Long> students =
            reserved(jdbc, "SELECT student_id FROM student WHERE student_id >= ? LIMIT 8");
        List<Long> rows =
            reserved(jdbc, "SELECT enrollment_id FROM enrollment WHERE student_id >= ?");
        long reserved = students.isEmpty() ? Ids.RESERVED_FROM : students.getLast();
        long course = reserved - reserved % 1_000;
        try {
          answers.add(enroll(client, reserved, REAL_COURSE));
          answers.add(enroll(client, reserved, course));
          answers.add(enroll(client, 1, course));
          answers.add(call(client, "GET", "/api/students/" + reserved, null));
          answers.add(call(client, "GET", "/api/students/" + reserved + "/enrollments", null));
          answers.add(call(client, "GET", "/api/courses/" + course, null));
          for (long row : rows) {
            answers.add(call(client, "GET", "/api/enrollments/" + row, null));
            answers.add(call(client, "DELETE", "/api/enrollments/" + row, null));
          }
          if (!students.isEmpty()) {
            whileRowsWereThere.incrementAndGet();
          }
        } catch (ConnectException closed) {
          continue; // the public port, until the instance is warm
        } catch (IOException broken) {
          answers.add(broken.toString());
        }
      }
    }
  }

  private static List<Long> reserved(JdbcTemplate jdbc, String sql) {
    return jdbc.query(sql, (row, number) -> row.getLong(1), Ids.RESERVED_FROM);
  }

  private ReservedSlot take() throws SQLException {
    return ReservedSlot.take(mysql, template).orElseThrow();
  }

  private DataSource capturing(AtomicReference<@Nullable Connection> session) {
    return new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()) {
      @Override
      public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        session.set(connection);
        return connection;
      }
    };
  }

  private void seat(long id, long student, long course) {
    new Rows(jdbc()).enrollment(id, student, course, LocalDateTime.now(ZoneOffset.UTC));
  }

  private JdbcTemplate jdbc() {
    return database.jdbc();
  }

  private long enrolled(long course) {
    return count("SELECT enrolled FROM course WHERE course_id = " + course);
  }

  private void assertCountersAreRows(long rows) {
    assertThat(count("SELECT COUNT(*) FROM enrollment")).isEqualTo(rows);
    assertThat(
            count(
                "SELECT COUNT(*) FROM course c WHERE c.enrolled"
                    + " <> (SELECT COUNT(*) FROM enrollment e WHERE e.course_id = c.course_id)"))
        .isZero();
  }

  private long count(String sql) {
    Long value = jdbc().queryForObject(sql, Long.class);
    return value == null ? -1 : value;
  }

  private static long requests(Instances instances, String status) {
    return instances
        .contexts()
        .getFirst()
        .getBean(MeterRegistry.class)
        .get("http.server.requests")
        .timers()
        .stream()
        .filter(timer -> status.equals(timer.getId().getTag("status")))
        .mapToLong(Timer::count)
        .sum();
  }

  private static KeepAliveConnection client(URI target, String accept) {
    return new KeepAliveConnection(
        InetAddress.getLoopbackAddress(), target, Duration.ofSeconds(2), Map.of("Accept", accept));
  }

  private static String enroll(KeepAliveConnection client, long student, long course)
      throws IOException {
    return call(
        client,
        "POST",
        "/api/enrollments",
        "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course));
  }

  /** The status, and of a problem its code. */
  private static String call(
      KeepAliveConnection client, String method, String path, @Nullable String body)
      throws IOException {
    KeepAliveConnection.HttpAnswer answer =
        client.exchange(
            method, path, body == null ? null : body.getBytes(StandardCharsets.US_ASCII));
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    String code = text.replaceAll("(?s).*\"code\":\"([A-Z_]+)\".*", "$1");
    return answer.status() + (code.equals(text) ? "" : " " + code);
  }
}
