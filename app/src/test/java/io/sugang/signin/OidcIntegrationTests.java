package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.SugangApplication;
import io.sugang.platform.ids.Ids;
import io.sugang.rows.Rows;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Signing in by OpenID Connect, with Spring's authorization server as the identity provider. */
@SugangTest(
    properties = {
      "sugang.sign-in.mode=required",
      OidcIntegrationTests.KEY,
      "sugang.sign-in.limit.sign-ins-per-minute=6000",
      "sugang.sign-in.account-secret=" + SignedIn.ACCOUNTS
    })
class OidcIntegrationTests {
  static final String KEY = "sugang.sign-in.session-key=" + SignedIn.KEY;
  private static final SpringIdentityProvider PROVIDER = SpringIdentityProvider.start();
  private static final long STUDENT = 9_330_001;
  private static final long RESERVED = Ids.RESERVED_FROM + 87;
  private static final String NUMBER = Rows.number(STUDENT);
  private static final Duration AMPLE = Duration.ofSeconds(30);

  @Autowired private JdbcTemplate jdbc;
  @LocalServerPort private int port;

  @DynamicPropertySource
  static void provider(DynamicPropertyRegistry registry) {
    for (String setting : settings()) {
      String[] pair = setting.split("=", 2);
      registry.add(pair[0], () -> pair[1]);
    }
  }

  private static List<String> settings() {
    return List.of(
        "sugang.sign-in.oidc.issuer=" + PROVIDER.issuer(),
        "sugang.sign-in.oidc.client-id=" + SpringIdentityProvider.CLIENT_ID,
        "sugang.sign-in.oidc.client-secret=" + SpringIdentityProvider.CLIENT_SECRET,
        "sugang.sign-in.oidc.public-url=" + OidcBrowser.PUBLIC_URL,
        "sugang.sign-in.oidc.timeout=6s");
  }

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database, @Autowired JdbcTemplate jdbc) {
    new Rows(jdbc).student(STUDENT);
    new Rows(jdbc).student(RESERVED);
    database
        .jdbc()
        .update(
            "INSERT INTO staff VALUES (9330001, 'oidc.kim', 'REGISTRAR', NULL),"
                + " (9330002, 'oidc.lee', 'VIEWER', NULL)");
    PROVIDER.user("student", Map.of("student_number", NUMBER, "role", List.of("STUDENT")));
    PROVIDER.user("registrar", Map.of("preferred_username", "oidc.kim", "role", "registrar"));
    PROVIDER.user(
        "viewer",
        Map.of("preferred_username", "oidc.lee", "role", List.of("offline_access", "VIEWER")));
    PROVIDER.user("unknown", Map.of("student_number", "T-UNKNOWN", "role", "REGISTRAR"));
    PROVIDER.user("warm-up", Map.of("student_number", Rows.number(RESERVED)));
    PROVIDER.user("no-claims", Map.of("preferred_username", "oidc.kim"));
    PROVIDER.user("empty-claims", Map.of("student_number", " ", "role", List.of()));
    PROVIDER.user("other-role", Map.of("preferred_username", "oidc.lee", "role", "REGISTRAR"));
    PROVIDER.user("other-name", Map.of("preferred_username", "oidc.park", "role", "REGISTRAR"));
    PROVIDER.user("no-name", Map.of("role", "REGISTRAR"));
    PROVIDER.user("other-case", Map.of("preferred_username", "OIDC.KIM", "role", "REGISTRAR"));
    PROVIDER.user("accent", Map.of("preferred_username", "oidc.kím", "role", "REGISTRAR"));
    PROVIDER.user("student-other-case", Map.of("student_number", NUMBER.toLowerCase(Locale.ROOT)));
    PROVIDER.user("student-accent", Map.of("student_number", NUMBER.replace('T', 'Ť')));
  }

  @AfterAll
  static void stop() {
    PROVIDER.close();
  }

  @Test
  void aStudentSignsIn() {
    var browser = new OidcBrowser();
    var begun = browser.begin(port);
    String address = OidcBrowser.location(begun);
    assertThat(address).startsWith(PROVIDER.issuer() + "/oauth2/authorize?response_type=code&");
    assertThat(OidcBrowser.parameter(address, "code_challenge_method")).isEqualTo("S256");
    assertThat(OidcBrowser.parameter(address, "code_challenge")).hasSize(43);
    assertThat(OidcBrowser.parameter(address, "scope")).isEqualTo("openid profile");
    assertThat(OidcBrowser.parameter(address, "state")).hasSize(43);
    assertThat(OidcBrowser.parameter(address, "nonce")).hasSize(43);
    assertThat(begun.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(begun.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("sugang-oidc=o1.")
        .endsWith("; Path=/; HttpOnly; SameSite=Lax; Max-Age=600");
    // What the provider and the browser learn is not in the cookie.
    assertThat(begun.headers().firstValue("Set-Cookie").orElseThrow())
        .doesNotContain(OidcBrowser.parameter(address, "state"));

    var answer = browser.comeBack(port, OidcBrowser.atProvider(begun, "student"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    assertThat(OidcBrowser.location(answer)).isEqualTo("/");
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(browser.cookies()).containsOnlyKeys("sugang");
    var session = browser.get(port, "/api/session");
    assertThat(JsonPath.<String>read(session.body(), "$.role")).isEqualTo("STUDENT");
    assertThat(JsonPath.<Integer>read(session.body(), "$.studentId")).isEqualTo((int) STUDENT);
    assertThat(browser.get(port, "/api/me").statusCode()).isEqualTo(200);
  }

  @Test
  void aMemberOfTheStaffSignsInWithTheRoleOfTheRegister() {
    var registrar = new OidcBrowser();
    var back = registrar.signIn(port, "registrar");
    assertThat(back.statusCode()).isEqualTo(303);
    assertThat(OidcBrowser.location(back)).isEqualTo("/desk");
    var session = registrar.get(port, "/api/session");
    assertThat(JsonPath.<String>read(session.body(), "$.role")).isEqualTo("REGISTRAR");
    assertThat(JsonPath.<Integer>read(session.body(), "$.staffId")).isEqualTo(9_330_001);

    var viewer = new OidcBrowser();
    assertThat(viewer.signIn(port, "viewer").statusCode()).isEqualTo(303);
    assertThat(JsonPath.<String>read(viewer.get(port, "/api/session").body(), "$.role"))
        .isEqualTo("VIEWER");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unknown",
        "warm-up",
        "no-claims",
        "empty-claims",
        "other-role",
        "other-name",
        "no-name",
        "other-case",
        "accent",
        "student-other-case",
        "student-accent",
        "without any claim"
      })
  void aUserWithoutAnAccountIsRefusedAndNotCreated(String user) {
    long students = count("student");
    long staff = count("staff");
    var browser = new OidcBrowser();
    assertProblem(browser.signIn(port, user), 403, "NO_ACCOUNT");
    assertThat(browser.cookies()).isEmpty();
    assertThat(count("student")).isEqualTo(students);
    assertThat(count("staff")).isEqualTo(staff);
  }

  @Test
  void anAnswerForAnotherBrowserIsRefused() {
    var browser = new OidcBrowser();
    String way = OidcBrowser.atProvider(browser.begin(port), "student");

    assertProblem(new OidcBrowser().comeBack(port, way), 403, "SIGN_IN_REFUSED");
    var other = new OidcBrowser();
    other.begin(port);
    assertProblem(other.comeBack(port, way), 403, "SIGN_IN_REFUSED");
    // Its own attempt stays valid, and so does that of the first browser.
    assertThat(other.cookies()).containsOnlyKeys("sugang-oidc");
    assertThat(browser.comeBack(port, way).statusCode()).isEqualTo(303);
  }

  @Test
  void aForgedAttemptIsRefused() {
    var browser = new OidcBrowser();
    String way = OidcBrowser.atProvider(browser.begin(port), "student");
    String genuine = browser.cookie("sugang-oidc");
    for (String forged :
        List.of("", "x", genuine.substring(1), genuine + "A", genuine.replace("o1.", "v1."))) {
      browser.cookies().put("sugang-oidc", forged);
      assertProblem(browser.comeBack(port, way), 403, "SIGN_IN_REFUSED");
    }
    browser.cookies().put("sugang-oidc", genuine);
    String stateless = way.replaceAll("[?&]state=[^&]*", "");
    assertProblem(browser.comeBack(port, stateless), 403, "SIGN_IN_REFUSED");
    assertThat(browser.comeBack(port, way).statusCode()).isEqualTo(303);
  }

  @Test
  void anAnswerCountsOnce() {
    var browser = new OidcBrowser();
    var begun = browser.begin(port);
    String attempt = browser.cookie("sugang-oidc");
    String way = OidcBrowser.atProvider(begun, "student");
    assertThat(browser.comeBack(port, way).statusCode()).isEqualTo(303);
    assertProblem(browser.comeBack(port, way), 403, "SIGN_IN_REFUSED");

    // Also where the cookie was copied: the provider takes a code once.
    var copy = new OidcBrowser();
    copy.cookies().put("sugang-oidc", attempt);
    var answer = copy.comeBack(port, way);
    assertProblem(answer, 403, "SIGN_IN_REFUSED");
    assertThat(answer.body()).contains("used before");
  }

  @Test
  void aRefusalOfTheProviderEndsTheAttempt() {
    var browser = new OidcBrowser();
    String state = OidcBrowser.parameter(OidcBrowser.location(browser.begin(port)), "state");
    String way = OidcController.CALLBACK + "?error=access_denied&state=" + state;
    assertProblem(browser.comeBack(port, way), 403, "SIGN_IN_REFUSED");
    assertThat(browser.cookies()).isEmpty();
  }

  @Test
  void aPageOfAnotherSiteBeginsNoSignIn() {
    for (String site : List.of("cross-site", "same-site")) {
      var browser = new OidcBrowser();
      var answer = browser.comeBack(port, OidcController.PATH);
      assertThat(answer.statusCode()).as(site).isEqualTo(403);
      assertThat(browser.cookies()).isEmpty();
      assertThat(answer.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
      assertThat(answer.body()).contains("<a href=\"/\">").contains("<a href=\"/desk\">");
      var api = SignedIn.nobody(port).api();
      assertProblem(
          api.send(api.request(OidcController.PATH).header("Sec-Fetch-Site", site)),
          403,
          "CROSS_SITE");
    }
  }

  @Test
  void aMemberOfTheStaffLeavesATraceOfSignInAndSignOut() {
    var browser = new OidcBrowser();
    assertThat(browser.signIn(port, "viewer").statusCode()).isEqualTo(303);
    var events =
        "SELECT detail FROM audit_event WHERE actor = 'viewer:9330002' AND action = ?"
            + " AND session_id IS NOT NULL ORDER BY event_id DESC LIMIT 1";
    assertThat(jdbc.queryForObject(events, String.class, "SIGN_IN")).contains("Firefox on Windows");
    var token = "sugang=" + browser.cookie("sugang");
    assertThat(SignedIn.withCookie(token, port).delete("/api/session").statusCode()).isEqualTo(204);
    assertThat(jdbc.queryForList(events, String.class, "SIGN_OUT")).hasSize(1);
  }

  @Test
  void anOlderSessionIsNoObstacle() {
    var browser = new OidcBrowser();
    browser.cookies().put("sugang", SignedIn.token(Role.STUDENT, STUDENT + 5));
    assertThat(browser.signIn(port, "student").statusCode()).isEqualTo(303);
    browser.cookies().put("sugang", "v1.not-valid");
    assertThat(browser.signIn(port, "student").statusCode()).isEqualTo(303);
  }

  @Test
  void theLastSignInWinsHoweverTheUserSignedIn() {
    var first = new OidcBrowser();
    first.signIn(port, "student");
    var second = new OidcBrowser();
    second.signIn(port, "student");
    awaitSignedInElsewhere(first);
    assertThat(second.get(port, "/api/me").statusCode()).isEqualTo(200);

    String local = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
    awaitSignedInElsewhere(second);

    var third = new OidcBrowser();
    third.signIn(port, "student");
    await()
        .atMost(AMPLE)
        .until(() -> SignedIn.withCookie(local, port).get("/api/me").statusCode() == 401);
    var told = SignedIn.withCookie(local, port).get("/api/me");
    assertThat(JsonPath.<String>read(told.body(), "$.browser")).isEqualTo("Firefox on Windows");
    assertThat(third.get(port, "/api/me").statusCode()).isEqualTo(200);
  }

  private void awaitSignedInElsewhere(OidcBrowser browser) {
    await()
        .atMost(AMPLE)
        .until(() -> browser.get(port, "/api/me").body().contains("SIGNED_IN_ELSEWHERE"));
  }

  @Test
  void anyInstanceFinishesWhatAnotherOneBegan(
      @Autowired MySqlDatabase database, @Autowired RedisServer redis) {
    String[] settings =
        Stream.concat(Stream.of("sugang.sign-in.mode=required", KEY), settings().stream())
            .toArray(String[]::new);
    try (var others = Instances.start(SugangApplication.class, 1, database, redis, settings)) {
      int second = others.baseUrls().getFirst().getPort();
      var browser = new OidcBrowser();
      String way = OidcBrowser.atProvider(browser.begin(port), "student");
      assertThat(browser.comeBack(second, way).statusCode()).isEqualTo(303);
      assertThat(browser.get(port, "/api/me").statusCode()).isEqualTo(200);
      assertThat(browser.get(second, "/api/me").statusCode()).isEqualTo(200);
    }
  }

  private long count(String table) {
    Long rows = jdbc.queryForObject("SELECT COUNT(*) FROM " + table, Long.class);
    return rows == null ? -1 : rows;
  }

  static void assertProblem(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo(code);
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).isNotEmpty();
    assertThat(answer.headers().allValues("Set-Cookie"))
        .noneMatch(cookie -> cookie.startsWith("sugang=v1."));
  }
}
