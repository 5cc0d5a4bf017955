package io.sugang.registrar.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.problem.DescribedAnswers;
import io.sugang.rows.Meeting;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.rules.plan.WaivedRule;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.signin.StaffCredentials;
import io.sugang.signin.StaffRole;
import io.sugang.signin.StudentCredentials;
import io.sugang.verifier.VerifierCommand;
import io.sugang.verifier.VerifierCommand.Verified;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Three instances with one term whose window is open, and students 1 to 200 with a limit of six
 * credits. Staff 1 is a registrar, 2 a viewer, 3 and 4 are of two departments.
 */
final class OverrideDesk implements AutoCloseable {
  static final int INSTANCES = 3;
  static final long TERM = 20271;
  static final int LIMIT = 6;
  static final String DEPARTMENT = "T 9001";
  private static final long PROFESSOR = 1;

  final MySqlDatabase database = Servers.mysql().newDatabase();
  final RedisServer redis = Servers.privateRedis();
  final Instances instances;
  final JdbcTemplate jdbc;
  final TermRows terms;
  private final AtomicInteger ids = new AtomicInteger(1_000);
  private final AtomicInteger students = new AtomicInteger();

  OverrideDesk() {
    instances =
        Instances.start(
            SugangApplication.class,
            INSTANCES,
            database,
            redis,
            "sugang.seed.enabled=false",
            "sugang.rules.enabled=true",
            "sugang.sign-in.session-key=" + StudentCredentials.KEY);
    jdbc = database.jdbc();
    terms = new TermRows(jdbc);
    Rows rows = new Rows(jdbc);
    rows.professor(PROFESSOR, "Professor");
    terms.department(9001, DEPARTMENT, "");
    terms.department(9002, "T 9002", "");
    jdbc.update(
        "INSERT INTO staff VALUES (1, 'Registrar', 'REGISTRAR', NULL), (2, 'Viewer', 'VIEWER', NULL),"
            + " (3, 'Own department', 'DEPARTMENT', 9001), (4, 'Other department', 'DEPARTMENT', 9002)");
    terms.spring(TERM, 2027);
    terms.openWindow(1, TERM);
    rows.students(1, 200, 2);
    jdbc.update(
        "INSERT INTO student_term (student_id, term_id, credit_limit) SELECT student_id, ?, ? FROM student",
        TERM,
        LIMIT);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            instances.contexts().stream()
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  @Override
  public void close() {
    instances.close();
    redis.close();
  }

  /** Returns a connection of root, past the service. */
  Connection connection() throws SQLException {
    return Objects.requireNonNull(jdbc.getDataSource()).getConnection();
  }

  int id() {
    return ids.incrementAndGet();
  }

  /** Returns a student that no other test uses. */
  long student() {
    return students.incrementAndGet();
  }

  /** Inserts a course of a subject of its own with three credits. */
  long course(int capacity, @Nullable Meeting meeting) {
    return atOnce(() -> {
      int id = id();
      new Rows(jdbc).course(id, "Course " + id, DEPARTMENT, PROFESSOR, capacity);
      terms.subject(id, "T" + id, "Subject " + id, 9001);
      terms.offer(id, TERM, id, "001", 3, meeting);
      return (long) id;
    });
  }

  /** Makes rows in one transaction, so that no instance remembers some of them alone. */
  long atOnce(LongSupplier rows) {
    var transactions =
        new TransactionTemplate(
            new DataSourceTransactionManager(Objects.requireNonNull(jdbc.getDataSource())));
    return Objects.requireNonNull(transactions.execute(_ -> rows.getAsLong()));
  }

  Instant now() {
    return instances.contexts().getFirst().getBean(SharedClock.class).now();
  }

  Api api(int instance) {
    return new Api(instances.baseUrls().get(instance % INSTANCES).getPort());
  }

  HttpResponse<String> send(
      int instance, String method, String path, @Nullable String token, @Nullable String body) {
    Api api = api(instance);
    HttpRequest.Builder request =
        api.request(path)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return DescribedAnswers.mustHave(api.send(request));
  }

  static String student(long id) {
    return StudentCredentials.token(id);
  }

  static String registrar() {
    return StaffCredentials.token(StaffRole.REGISTRAR, 1);
  }

  static String code(HttpResponse<String> answer) {
    return answer.statusCode() < 300
        ? Integer.toString(answer.statusCode())
        : answer.statusCode() + " " + JsonPath.<String>read(answer.body(), "$.code");
  }

  HttpResponse<String> enroll(int instance, long student, long course) {
    return send(
        instance, "POST", "/api/me/enrollments", student(student), "{\"courseId\":" + course + "}");
  }

  HttpResponse<String> ask(long student, long course, WaivedRule... waived) {
    return send(
        1,
        "POST",
        "/api/me/overrides",
        student(student),
        "{\"courseId\":%d,\"lifts\":[\"%s\"],\"text\":\"I graduate in August.\"}"
            .formatted(course, WaivedRule.text(Set.of(waived)).replace(",", "\",\"")));
  }

  static long idOf(HttpResponse<String> override) {
    return JsonPath.<Number>read(override.body(), "$.overrideId").longValue();
  }

  HttpResponse<String> decide(int instance, long override, String token, String body) {
    return send(instance, "POST", "/api/desk/overrides/" + override + "/decision", token, body);
  }

  static String granting(Instant expiry) {
    return "{\"decision\":\"GRANT\",\"reason\":\"graduates\",\"expiresAt\":\"%s\"}"
        .formatted(expiry);
  }

  /** Asks for an override and grants it for an hour. */
  long granted(long student, long course, WaivedRule... waived) {
    HttpResponse<String> asked = ask(student, course, waived);
    assertThat(code(asked)).as(asked.body()).isEqualTo("201");
    HttpResponse<String> decided =
        decide(2, idOf(asked), registrar(), granting(now().plusSeconds(3_600)));
    assertThat(code(decided)).as(decided.body()).isEqualTo("200");
    return idOf(asked);
  }

  HttpResponse<String> confirm(int instance, long student, long override) {
    return send(
        instance, "POST", "/api/me/overrides/" + override + "/confirm", student(student), null);
  }

  String state(long override) {
    return JsonPath.read(
        send(0, "GET", "/api/desk/overrides/" + override, registrar(), null).body(), "$.state");
  }

  int number(String sql, Object... values) {
    return Objects.requireNonNull(jdbc.queryForObject(sql, Integer.class, values));
  }

  int rows(long course) {
    return number("SELECT COUNT(*) FROM enrollment WHERE course_id = ?", course);
  }

  int capacity(long course) {
    return number("SELECT capacity FROM course WHERE course_id = ?", course);
  }

  int limit(long student) {
    return number(
        "SELECT credit_limit FROM student_term WHERE student_id = ? AND term_id = ?",
        student,
        TERM);
  }

  /** Awaits that the gate has the rows and the capacity of a course. */
  void awaitGate(long course) {
    StringRedisTemplate gate = instances.contexts().getFirst().getBean(StringRedisTemplate.class);
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> {
          assertThat(gate.opsForValue().get("course:{%d}:capacity".formatted(course)))
              .isEqualTo(Integer.toString(capacity(course)));
          assertThat(gate.opsForSet().members("course:{%d}:students".formatted(course)))
              .containsExactlyInAnyOrderElementsOf(
                  jdbc.queryForList(
                      "SELECT student_id FROM enrollment WHERE course_id = ?",
                      String.class,
                      course));
        });
  }

  /** Judges all rows and rosters. */
  Verified verify() {
    Map<String, String> settings = Servers.readerSettings(database, redis);
    settings.put("SUGANG_RULES", "on");
    return VerifierCommand.verify(settings, Duration.ofMinutes(1));
  }
}
