package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.http.Api;
import io.sugang.platform.ids.Ids;
import io.sugang.rows.Rows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Signing in with a local account where a session is required. */
@SugangTest(
    properties = {
      "sugang.sign-in.mode=required",
      "sugang.sign-in.session-key=" + SignedIn.KEY,
      "sugang.sign-in.account-secret=" + SignedIn.ACCOUNTS
    })
class SessionIntegrationTests {
  private static final long STUDENT = 9_310_001;
  private static final long COURSE = 9_310_001;
  private static final long RESERVED = Ids.RESERVED_FROM + 86;
  private static final String NUMBER = Rows.number(STUDENT);

  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    rows.student(STUDENT);
    rows.student(STUDENT + 1);
    rows.student(STUDENT + 2);
    rows.student(RESERVED);
    rows.professor(COURSE, "Professor");
    rows.course(COURSE, "Sessions", "Sign-in", COURSE, 50);
  }

  @Test
  void aStudentSignsInActsAndSignsOut() {
    var browser = SignedIn.nobody(port);
    assertThat(browser.get("/api/session").body())
        .isEqualTo(
            "{\"signIn\":\"REQUIRED\",\"signInWith\":{\"local\":true,\"provider\":false},\"signedIn\":false}");

    var answer = browser.signIn(NUMBER);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("sugang=v1.")
        .endsWith("; Path=/; HttpOnly; SameSite=Lax");
    assertThat(JsonPath.<String>read(answer.body(), "$.role")).isEqualTo("STUDENT");
    assertThat(JsonPath.<Integer>read(answer.body(), "$.studentId")).isEqualTo((int) STUDENT);
    Instant signedInAt = instant(answer, "signedInAt");
    assertThat(instant(answer, "expiresAt")).isEqualTo(signedInAt.plus(Duration.ofMinutes(30)));
    assertThat(instant(answer, "warnAt")).isEqualTo(signedInAt.plus(Duration.ofMinutes(28)));

    var student = SignedIn.withCookie(SignedIn.cookieOf(answer), port);
    assertThat(student.get("/api/session").body()).isEqualTo(answer.body());
    assertThat(student.get("/api/me").body()).contains("\"studentId\":" + STUDENT);
    var enrolled = student.post("/api/me/enrollments", "{\"courseId\":" + COURSE + "}");
    assertThat(enrolled.statusCode()).isEqualTo(201);
    assertThat(student.delete(enrolled.headers().firstValue("Location").orElseThrow()).statusCode())
        .isEqualTo(204);

    var out = student.delete("/api/session");
    assertThat(out.statusCode()).isEqualTo(204);
    assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    // The token that the browser had is over as well.
    assertThat(student.get("/api/me").statusCode()).isEqualTo(401);
    assertThat(student.delete("/api/session").statusCode()).isEqualTo(204);
  }

  @Test
  void theTokenOfAProgramIsNotRenewedAndItsOwnEndIsShown() {
    Instant end = Instant.now().plusSeconds(300).truncatedTo(ChronoUnit.MILLIS);
    String token = StudentCredentials.token(STUDENT, end);

    var program = SignedIn.withToken(token, port).get("/api/session");
    assertThat(instant(program, "expiresAt")).isEqualTo(end);
    assertThat(instant(program, "warnAt")).isEqualTo(end.minus(Duration.ofMinutes(2)));
    assertThat(program.headers().firstValue("Set-Cookie")).isEmpty();

    var browser = SignedIn.withCookie("sugang=" + token, port).get("/api/session");
    assertThat(instant(browser, "expiresAt")).isAfter(end);
    assertThat(browser.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("sugang=v1.");

    var refused = SignedIn.withToken("v1.none", port).get("/api/session");
    assertThat(refused.body()).contains("\"signedIn\":false");
    assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void aMemberOfTheStaffSignsInByName(@Autowired MySqlDatabase database) {
    database
        .jdbc()
        .update(
            "INSERT INTO staff VALUES (9310001, '김교무', 'REGISTRAR', NULL),"
                + " (9310002, 'twin', 'VIEWER', NULL), (9310003, 'twin', 'REGISTRAR', NULL)");
    var accounts = new LocalAccounts(SignedIn.ACCOUNTS);
    var answer =
        SignedIn.nobody(port)
            .post("/api/session", credentials("staffName", "김교무", accounts.password("staff:김교무")));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(JsonPath.<String>read(answer.body(), "$.role")).isEqualTo("REGISTRAR");
    assertThat(JsonPath.<Integer>read(answer.body(), "$.staffId")).isEqualTo(9_310_001);
    var registrar = SignedIn.withCookie(SignedIn.cookieOf(answer), port);
    assertThat(registrar.get("/api/students/" + STUDENT).statusCode()).isEqualTo(200);

    // Nothing says which of two people of one name it is.
    var twin = credentials("staffName", "twin", accounts.password("staff:twin"));
    assertThat(SignedIn.nobody(port).post("/api/session", twin).statusCode()).isEqualTo(401);
  }

  @Test
  void aWrongNameAndAWrongPasswordAreToldAlike() {
    var accounts = new LocalAccounts(SignedIn.ACCOUNTS);
    String none = Rows.number(9_319_999);
    String reserved = Rows.number(RESERVED);
    for (String body :
        List.of(
            credentials("studentNumber", NUMBER, "AAAAAAAAAA"),
            credentials("studentNumber", NUMBER, ""),
            credentials("studentNumber", none, "AAAAAAAAAA"),
            credentials("studentNumber", none, accounts.password("student:" + none)),
            credentials("studentNumber", reserved, accounts.password("student:" + reserved)),
            credentials("studentNumber", NUMBER, accounts.password("staff:" + NUMBER)),
            credentials("staffName", NUMBER, accounts.password("student:" + NUMBER)),
            credentials("staffName", "nobody", accounts.password("staff:nobody")))) {
      var answer = SignedIn.nobody(port).post("/api/session", body);
      assertThat(answer.statusCode()).as(body).isEqualTo(401);
      assertThat(answer.body())
          .isEqualTo(
              "{\"detail\":\"The name or the password is wrong.\",\"instance\":\"/api/session\",\"status\":401,\"title\":\"Sign-in failed\",\"type\":\"/problems/sign-in-failed\",\"code\":\"SIGN_IN_FAILED\"}");
      assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
      assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void anAccountSignsInTenTimesAMinuteAndThenWaits(
      @Autowired RedisServer redis, @Autowired AccountLimit limit) {
    long account = STUDENT + 1;
    String number = Rows.number(account);
    try (var administrator = redis.administrator()) {
      long entries = administrator.commands().xlen(RedisSessions.STREAM);
      int signedIn = 0;
      for (int i = 0; i < 200; i++) {
        var answer = SignedIn.nobody(port).signIn(number);
        if (answer.statusCode() == 200) {
          signedIn++;
        } else {
          assertThat(answer.statusCode()).isEqualTo(429);
          assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("TOO_MANY_REQUESTS");
          assertThat(answer.headers().firstValue("Content-Type"))
              .contains("application/problem+json");
          int seconds = Integer.parseInt(answer.headers().firstValue("Retry-After").orElseThrow());
          assertThat(seconds).isBetween(1, 6);
        }
      }
      assertThat(signedIn).isBetween(10, 15);
      assertThat(administrator.commands().xlen(RedisSessions.STREAM) - entries).isEqualTo(signedIn);
    }
    // Guesses about an account do not keep its user out, and leave nothing.
    int known = limit.size();
    for (int i = 0; i < 50; i++) {
      String body = credentials("studentNumber", i % 2 == 0 ? NUMBER : "T-" + i, "AAAAAAAAAA");
      assertThat(SignedIn.nobody(port).post("/api/session", body).statusCode()).isEqualTo(401);
    }
    assertThat(limit.size()).isEqualTo(known);
    assertThat(SignedIn.nobody(port).signIn(NUMBER).statusCode()).isEqualTo(200);
  }

  @Test
  void aStudentSendsFiftyRequestsAtOnceWhateverTheToken() {
    var answers = new TreeMap<Integer, Integer>();
    for (int i = 0; i < 150; i++) {
      var student = SignedIn.as(Role.STUDENT, STUDENT + 2, port).onFastPath(i % 2 == 0);
      answers.merge(student.get("/api/me").statusCode(), 1, Integer::sum);
    }
    assertThat(answers).containsOnlyKeys(200, 429);
    assertThat(answers.get(200)).isBetween(50, 100);
    var other = SignedIn.as(Role.STUDENT, STUDENT, port);
    assertThat(other.get("/api/me").statusCode()).isEqualTo(200);
  }

  @Test
  void theStaffLeavesATraceOfSignInAndSignOutAndFailuresAreCounted(
      @Autowired MySqlDatabase database, @Autowired MeterRegistry meters) {
    database.jdbc().update("INSERT INTO staff VALUES (9310006, 'trace.kim', 'VIEWER', NULL)");
    double failed = failed(meters);
    var accounts = new LocalAccounts(SignedIn.ACCOUNTS);
    for (String password : List.of("AAAAAAAAAA", accounts.password("staff:trace.kim"))) {
      var answer =
          SignedIn.nobody(port)
              .post("/api/session", credentials("staffName", "trace.kim", password));
      if (answer.statusCode() == 200) {
        SignedIn.withCookie(SignedIn.cookieOf(answer), port).delete("/api/session");
        SignedIn.withCookie(SignedIn.cookieOf(answer), port).delete("/api/session");
      }
    }
    assertThat(failed(meters) - failed).isEqualTo(1);
    assertThat(
            database
                .jdbc()
                .queryForList(
                    "SELECT CONCAT(action, ' ', target) FROM audit_event"
                        + " WHERE actor = 'viewer:9310006' ORDER BY event_id",
                    String.class))
        .containsExactly("SIGN_IN staff:9310006", "SIGN_OUT staff:9310006");
  }

  private static double failed(MeterRegistry meters) {
    return meters.get("sugang.signin.failed").tag("account", "staff").counter().count();
  }

  @Test
  void caseAndAccentsOfANameCount(@Autowired MySqlDatabase database) {
    database.jdbc().update("INSERT INTO staff VALUES (9310004, 'local.kim', 'REGISTRAR', NULL)");
    var accounts = new LocalAccounts(SignedIn.ACCOUNTS);
    for (String name : List.of("local.kim", "LOCAL.KIM", "local.kím")) {
      String body = credentials("staffName", name, accounts.password("staff:" + name));
      assertThat(SignedIn.nobody(port).post("/api/session", body).statusCode())
          .as(name)
          .isEqualTo(name.equals("local.kim") ? 200 : 401);
    }
    for (String number : List.of(NUMBER.toLowerCase(Locale.ROOT), NUMBER.replace('T', 'Ť'))) {
      String body = credentials("studentNumber", number, accounts.password("student:" + number));
      assertThat(SignedIn.nobody(port).post("/api/session", body).statusCode())
          .as(number)
          .isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "{\"password\":\"x\"}",
        "{\"studentNumber\":\"1\"}",
        "{\"studentNumber\":\"1\",\"staffName\":\"a\",\"password\":\"x\"}",
        "{\"studentNumber\":\"1\",\"password\":\"x\",\"role\":\"REGISTRAR\"}"
      })
  void badCredentialsAreExplained(String body) {
    var answer = SignedIn.nobody(port).post("/api/session", body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("INVALID_REQUEST");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/api/courses,200",
    "GET,/api/courses/1,200",
    "GET,/api/courses?department=x,200",
    "GET,/problems/course-full,200",
    "GET,/api/session,200",
    "GET,/api/session/oidc,404",
    "GET,/api/session/oidc/callback?code=c&state=s,404",
    "POST,/api/session/oidc,401",
    "DELETE,/api/session,204",
    "GET,/api/students/1,401",
    "GET,/api/students/1/enrollments,401",
    "GET,/api/%73tudents/1,401",
    "GET,/api/courses/..%2Fstudents/1,400",
    "GET,/api/me,401",
    "GET,/api/me/enrollments,401",
    "GET,/api/enrollments/1,401",
    "DELETE,/api/enrollments/1,401",
    "POST,/api/enrollments,401",
    "POST,/api/me/enrollments,401",
    "POST,/api/courses,401",
    "GET,/api/nothing,401",
    "GET,/error,401"
  })
  void onlyWhatEverybodyMayKnowIsAnsweredWithoutASession(String method, String path, int status) {
    var request = SignedIn.nobody(port).api().request(path);
    request
        .method(method, BodyPublishers.ofString("{}"))
        .header("Content-Type", "application/json");
    var answer = new Api(port).send(request);
    if (status == 401) {
      assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("SIGN_IN_REQUIRED");
    }
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  @Test
  void aCookieChangesNothingForAPageOfAnotherSite() {
    String cookie = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
    var api = SignedIn.nobody(port).api();
    for (String site : List.of("cross-site", "same-site")) {
      for (String path : List.of("/api/enrollments/1", "/api/session")) {
        var answer =
            api.send(
                api.request(path).DELETE().header("Cookie", cookie).header("Sec-Fetch-Site", site));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("CROSS_SITE");
      }
    }
    assertThat(SignedIn.withCookie(cookie, port).get("/api/me").statusCode()).isEqualTo(200);
  }

  private static Instant instant(HttpResponse<String> answer, String field) {
    return Instant.parse(JsonPath.read(answer.body(), "$." + field));
  }

  private static String credentials(String kind, String name, String password) {
    return "{\"%s\":\"%s\",\"password\":\"%s\"}".formatted(kind, name, password);
  }
}
