package io.sugang.registrar.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.platform.problem.DescribedAnswers;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

/** Three instances in one JVM, with staff, and terms and courses that no other test knows. */
final class DeskInstances implements AutoCloseable {
  static final long VIEWER = 9_001;
  static final long DEPARTMENT = 9_002;
  static final long REGISTRAR = 9_003;
  private static final String OWN = "Desk department";
  private static final String OTHER = "Other department";

  private final AtomicInteger ids = new AtomicInteger(1_000);
  final RedisServer redis = Servers.privateRedis();
  final MySqlDatabase database = Servers.mysql().newDatabase();
  final Instances instances;
  final List<Api> apis;
  final JdbcTemplate jdbc;

  DeskInstances() {
    instances =
        Instances.start(
            SugangApplication.class,
            3,
            database,
            redis,
            "sugang.sign-in.session-key=" + StudentCredentials.KEY,
            "sugang.rules.enabled=true",
            "sugang.course.index-ttl=500ms",
            "sugang.registration.student-preload=0",
            // Less than others have: one test stops Redis.
            "spring.data.redis.timeout=1s");
    apis = instances.baseUrls().stream().map(url -> new Api(url.getPort())).toList();
    jdbc = database.jdbc();
    TermRows rows = new TermRows(jdbc);
    rows.department(9_101, OWN, "");
    rows.department(9_102, OTHER, "");
    jdbc.update("INSERT INTO staff VALUES (9001, 'Viewer', 'VIEWER', NULL)");
    jdbc.update("INSERT INTO staff VALUES (9002, 'Department', 'DEPARTMENT', 9101)");
    jdbc.update("INSERT INTO staff VALUES (9003, 'Registrar', 'REGISTRAR', NULL)");
    jdbc.update("UPDATE student SET standing = 'ENROLLED'");
    awaitGate();
  }

  void awaitGate() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            instances.contexts().stream()
                .filter(context -> context.isActive())
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  int newId() {
    return ids.incrementAndGet();
  }

  /** A term with all students of the seed, without a window. */
  long term() {
    int id = newId();
    long term = 1_000_000L + id;
    new TermRows(jdbc).spring(term, 2000 + id);
    jdbc.update(
        "INSERT INTO student_term (student_id, term_id, credit_limit) SELECT student_id, ?, 30 FROM student",
        term);
    return term;
  }

  /** A course of three credits, in a term of its own with an open window. */
  long course(int capacity) {
    long term = term();
    new TermRows(jdbc).openWindow(newId(), term);
    return course(term, OWN, capacity);
  }

  long courseOfOthers(int capacity) {
    return course(term(), OTHER, capacity);
  }

  long course(long term, String department, int capacity) {
    int id = newId();
    TermRows rows = new TermRows(jdbc);
    rows.subject(900_000L + id, "D" + id, "T", 9_101);
    long professor =
        Objects.requireNonNull(
            jdbc.queryForObject("SELECT MIN(professor_id) FROM professor", Long.class));
    new Rows(jdbc).course(id, "Course " + id, department, professor, capacity);
    rows.offer(id, term, 900_000L + id, "001", 3, null);
    return id;
  }

  long ownCourse(long term, int capacity) {
    return course(term, OWN, capacity);
  }

  /** A pool of a course, for all students. */
  long pool(long course, int capacity) {
    int id = newId();
    jdbc.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, pool_of)"
            + " SELECT ?, title, department, professor_id, credits, ?, term_id, subject_id, course_id FROM course WHERE course_id = ?",
        id,
        capacity,
        course);
    return id;
  }

  long number(String sql, Object... values) {
    return Objects.requireNonNull(jdbc.queryForObject(sql, Long.class, values));
  }

  long rows(long course) {
    return number("SELECT COUNT(*) FROM enrollment WHERE course_id = ?", course);
  }

  /** One of the instances, in turns. */
  Api api(long turn) {
    return apis.get((int) (turn % apis.size()));
  }

  HttpResponse<String> enroll(long student, long course) {
    return api(student).postJson("/api/enrollments", body(student, course));
  }

  HttpResponse<String> enrollWithKey(Api api, long student, long course, String key) {
    return api.send(
        api.request("/api/enrollments")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body(student, course))));
  }

  static String body(long student, long course) {
    return "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course);
  }

  /** Makes requests at once, and returns the answers in the order of the requests. */
  static List<HttpResponse<String>> atOnce(Stream<Callable<HttpResponse<String>>> requests)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<String>>> answers = requests.map(threads::submit).toList();
      for (Future<HttpResponse<String>> answer : answers) {
        answer.get();
      }
      return answers.stream().map(Future::resultNow).toList();
    }
  }

  /** Returns the code of a problem, and otherwise the status. */
  static String code(HttpResponse<String> answer) {
    return answer.statusCode() >= 400
        ? JsonPath.read(answer.body(), "$.code")
        : Integer.toString(answer.statusCode());
  }

  static HttpResponse<String> expect(String code, HttpResponse<String> answer) {
    assertThat(code(answer)).as(answer.body()).isEqualTo(code);
    return answer;
  }

  Staff registrar(Api api) {
    return new Staff(api, StaffCredentials.token(StaffRole.REGISTRAR, REGISTRAR));
  }

  Staff registrar() {
    return registrar(apis.getFirst());
  }

  Staff as(StaffRole role, long id) {
    return new Staff(apis.getFirst(), StaffCredentials.token(role, id));
  }

  Staff loadDriver() {
    return new Staff(apis.getFirst(), StaffCredentials.load());
  }

  /** A user who is signed in. Each answer has to be one that the document of the API describes. */
  record Staff(Api api, String token) {
    HttpResponse<String> get(String path) {
      return send(api.request(path).GET());
    }

    HttpResponse<String> post(String path, String json) {
      return send(json(path).POST(BodyPublishers.ofString(json)));
    }

    HttpResponse<String> put(String path, String json) {
      return send(json(path).PUT(BodyPublishers.ofString(json)));
    }

    HttpRequest.Builder json(String path) {
      return api.request(path).header("Content-Type", "application/json");
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
      return DescribedAnswers.mustHave(
          api.send(request.header("Authorization", "Bearer " + token)));
    }

    /** Changes a course by its current version. */
    HttpResponse<String> change(long course, String action, String fields) {
      String version = JsonPath.read(get("/api/desk/courses/" + course).body(), "$.version");
      return post(
          "/api/desk/courses/%d/%s".formatted(course, action),
          "{\"version\":\"%s\",\"reason\":\"a test\"%s}".formatted(version, fields));
    }
  }

  /** Judges all rows and rosters with the verifier. */
  Verified verify() {
    Map<String, String> settings = Servers.readerSettings(database, redis);
    settings.put("SUGANG_RULES", "on");
    return VerifierCommand.verify(settings, Duration.ofMinutes(1));
  }

  @Override
  public void close() {
    instances.close();
    redis.close();
  }
}
