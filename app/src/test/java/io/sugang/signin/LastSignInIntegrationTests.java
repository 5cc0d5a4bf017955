package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.SugangApplication;
import io.sugang.rows.Rows;
import io.sugang.servers.FaultTest;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** The newest session of a student ends the older ones, on all instances, also later started. */
@FaultTest(
    properties = {
      "sugang.sign-in.mode=required",
      LastSignInIntegrationTests.KEY,
      LastSignInIntegrationTests.SECRET
    })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LastSignInIntegrationTests {
  static final String KEY = "sugang.sign-in.session-key=" + SignedIn.KEY;
  static final String SECRET = "sugang.sign-in.account-secret=" + SignedIn.ACCOUNTS;
  private static final long STUDENT = 9_320_001;
  private static final String NUMBER = Rows.number(STUDENT);
  private static final Duration AMPLE = Duration.ofSeconds(30);

  @Autowired private RedisServer redis;
  @Autowired private MySqlDatabase database;
  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc) {
    new Rows(jdbc).student(STUDENT);
    new Rows(jdbc).student(STUDENT + 1);
  }

  @Test
  @Order(1)
  void theOlderSessionEndsOnEveryInstance() {
    try (var others =
        Instances.start(
            SugangApplication.class,
            1,
            database,
            redis,
            "sugang.sign-in.mode=required",
            KEY,
            SECRET)) {
      int second = others.baseUrls().getFirst().getPort();
      String older = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
      String unconcerned =
          SignedIn.cookieOf(SignedIn.nobody(port).signIn(Rows.number(STUDENT + 1)));
      assertThat(me(older, port)).isEqualTo(200);
      assertThat(me(older, second)).isEqualTo(200);

      String newer = SignedIn.cookieOf(signInWithFirefox());
      await().atMost(AMPLE).until(() -> me(older, port) == 401 && me(older, second) == 401);
      for (int instance : new int[] {port, second}) {
        var answer = SignedIn.withCookie(older, instance).get("/api/me");
        assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("SIGNED_IN_ELSEWHERE");
        assertThat(JsonPath.<String>read(answer.body(), "$.browser"))
            .isEqualTo("Firefox on Windows");
        assertThat(SignedIn.withCookie(older, instance).get("/api/session").statusCode())
            .isEqualTo(401);
        assertThat(me(newer, instance)).isEqualTo(200);
        assertThat(me(unconcerned, instance)).isEqualTo(200);
      }

      assertThat(SignedIn.withCookie(newer, second).delete("/api/session").statusCode())
          .isEqualTo(204);
      await().atMost(AMPLE).until(() -> me(newer, port) == 401);

      // An instance that starts later reads what happened.
      try (var late =
          Instances.start(
              SugangApplication.class,
              1,
              database,
              redis,
              "sugang.sign-in.mode=required",
              KEY,
              SECRET)) {
        int third = late.baseUrls().getFirst().getPort();
        await().atMost(AMPLE).until(() -> me(older, third) == 401 && me(newer, third) == 401);
        assertThat(me(unconcerned, third)).isEqualTo(200);
      }
    }
  }

  @Test
  @Order(2)
  void whatIsKeptInRedisEndsWithTheSessions() {
    SignedIn.nobody(port).signIn(NUMBER);
    SignedIn.nobody(port).signIn(NUMBER);
    assertThat(redis.keys("*session*"))
        .isEqualTo(
            Set.of(
                "session:{" + STUDENT + "}", "session:{" + (STUDENT + 1) + "}", "sugang:sessions"));
    try (var administrator = redis.administrator()) {
      assertThat(administrator.commands().pttl("session:{" + STUDENT + "}"))
          .isBetween(Duration.ofHours(7).toMillis(), Duration.ofHours(8).toMillis());
    }
  }

  @Test
  @Order(3)
  void withoutRedisTheTokenAloneDecides() {
    String older = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
    redis.stop();
    try {
      assertThat(me(older, port)).isEqualTo(200);
      var answer = SignedIn.nobody(port).signIn(NUMBER);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(me(SignedIn.cookieOf(answer), port)).isEqualTo(200);
      assertThat(me(older, port)).as("nobody knows that it is the older one").isEqualTo(200);
    } finally {
      redis.start();
    }
    // From then on again, although Redis has forgotten everything.
    String[] newer = {SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER))};
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> {
          String before = newer[0];
          newer[0] = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
          return me(before, port) == 401;
        });
    assertThat(me(newer[0], port)).isEqualTo(200);
  }

  private HttpResponse<String> signInWithFirefox() {
    String password = new LocalAccounts(SignedIn.ACCOUNTS).password("student:" + NUMBER);
    var user = SignedIn.nobody(port);
    return user.send(
        user.api()
            .request("/api/session")
            .header("Content-Type", "application/json")
            .header("User-Agent", "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Firefox/130.0")
            .POST(
                BodyPublishers.ofString(
                    "{\"studentNumber\":\"" + NUMBER + "\",\"password\":\"" + password + "\"}")));
  }

  private static int me(String cookie, int port) {
    return SignedIn.withCookie(cookie, port).get("/api/me").statusCode();
  }
}
