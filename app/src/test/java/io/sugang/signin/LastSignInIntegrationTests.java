package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.lettuce.core.ScriptOutputType;
import io.sugang.SugangApplication;
import io.sugang.rows.Rows;
import io.sugang.servers.FaultTest;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** The newest session of a student ends the older ones, on all instances, also later started. */
@FaultTest(
    properties = {
      "sugang.sign-in.mode=required",
      LastSignInIntegrationTests.OFTEN,
      LastSignInIntegrationTests.KEY,
      LastSignInIntegrationTests.SECRET
    })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("extended")
class LastSignInIntegrationTests {
  static final String KEY = "sugang.sign-in.session-key=" + SignedIn.KEY;
  static final String OFTEN = "sugang.sign-in.limit.sign-ins-per-minute=6000";
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

  private Instances anotherInstance() {
    return Instances.start(
        SugangApplication.class,
        1,
        database,
        redis,
        Instances.SHIPPED_LIMITS,
        "sugang.sign-in.mode=required",
        KEY,
        SECRET);
  }

  @Test
  @Order(1)
  void theOlderSessionEndsOnEveryInstance() {
    try (var others = anotherInstance()) {
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
      try (var late = anotherInstance()) {
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
  void twoHundredSignInsAreOneEntryOfAnInstance(@Autowired EndedSessions ended) {
    SignedIn.nobody(port).signIn(NUMBER);
    int before = ended.size();
    for (int i = 0; i < 200; i++) {
      assertThat(SignedIn.nobody(port).signIn(NUMBER).statusCode()).isEqualTo(200);
    }
    assertThat(ended.size()).isEqualTo(before);
  }

  @Test
  @Order(3)
  void aSignOutWithAnEndedTokenWritesNothing() {
    String older = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
    String newer = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
    long before = entries();
    for (int i = 0; i < 20; i++) {
      var answer = SignedIn.withCookie(older, port).delete("/api/session");
      assertThat(answer.statusCode()).isEqualTo(204);
      assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    }
    assertThat(entries()).isEqualTo(before);
    assertThat(me(newer, port)).isEqualTo(200);
    for (int i = 0; i < 20; i++) {
      assertThat(SignedIn.withCookie(newer, port).delete("/api/session").statusCode())
          .isEqualTo(204);
    }
    assertThat(entries()).isEqualTo(before + 1);
  }

  /** Also entries of instances of the first version, which name ended sessions alone. */
  @Test
  @Order(4)
  void anInstanceThatStartsReadsAStreamOfMillionsWithoutKeepingIt() {
    String signedOut = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
    SessionToken older = session(signedOut);
    try (var administrator = redis.administrator()) {
      String fill =
          "for i = 1, 50000 do redis.call('XADD', KEYS[1], '*', 'session', ARGV[1] + i, 'at', ARGV[2],"
              + " 'browser', 'curl') end";
      for (int i = 0; i < 20; i++) {
        administrator
            .commands()
            .eval(
                fill,
                ScriptOutputType.STATUS,
                new String[] {RedisSessions.STREAM},
                Long.toString(i * 50_000L),
                Long.toString(System.currentTimeMillis()));
      }
      administrator
          .commands()
          .xadd(
              RedisSessions.STREAM,
              Map.of(
                  "session",
                  Long.toString(older.sessionId()),
                  "at",
                  Long.toString(System.currentTimeMillis()),
                  "browser",
                  "Edge on Windows"));
      administrator.commands().xadd(RedisSessions.STREAM, Map.of("session", "x", "student", "y"));
    }
    assertThat(entries()).isGreaterThan(1_000_000);
    try (var late = anotherInstance()) {
      int instance = late.baseUrls().getFirst().getPort();
      await().atMost(Duration.ofSeconds(60)).until(() -> me(signedOut, instance) == 401);
      assertThat(late.contexts().getFirst().getBean(EndedSessions.class).size())
          .isLessThan(EndedSessions.MOST_BY_ID + 100);
    }
    // The next sign-ins make the stream short again, each by some thousands.
    await()
        .pollInterval(Duration.ofMillis(1))
        .until(() -> {
          SignedIn.nobody(port).signIn(NUMBER);
          return entries() < RedisSessions.MOST_ENTRIES + 1_000;
        });
    try (var administrator = redis.administrator()) {
      assertThat(administrator.commands().pttl(RedisSessions.STREAM)).isPositive();
    }
  }

  @Test
  @Order(5)
  void withoutRedisASessionEndsHereAndElsewhereWhenItIsBack() {
    try (var others = anotherInstance()) {
      int second = others.baseUrls().getFirst().getPort();
      String older = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
      String leaving = SignedIn.cookieOf(SignedIn.nobody(port).signIn(Rows.number(STUDENT + 1)));
      String newer;
      redis.stop();
      try {
        assertThat(me(older, port)).isEqualTo(200);
        var answer = SignedIn.nobody(port).signIn(NUMBER);
        assertThat(answer.statusCode()).isEqualTo(200);
        newer = SignedIn.cookieOf(answer);
        assertThat(me(newer, port)).isEqualTo(200);
        assertThat(me(older, port)).isEqualTo(401);
        assertThat(me(older, second)).as("the other instance cannot know").isEqualTo(200);

        // A sign-out says what holds, also when it is repeated, and the browser is signed out.
        for (int i = 0; i < 2; i++) {
          var out = SignedIn.withCookie(leaving, port).delete("/api/session");
          assertThat(out.statusCode()).isEqualTo(202);
          assertThat(JsonPath.<String>read(out.body(), "$.detail"))
              .contains("The session ended at one instance");
          assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
        }
        assertThat(me(leaving, port)).isEqualTo(401);
        assertThat(me(leaving, second)).isEqualTo(200);
      } finally {
        redis.start();
      }
      await().atMost(AMPLE).until(() -> me(older, second) == 401 && me(leaving, second) == 401);
      assertThat(me(newer, second)).isEqualTo(200);
      // Redis may have the entry before its answer is here.
      await()
          .atMost(AMPLE)
          .until(
              () -> SignedIn.withCookie(leaving, port).delete("/api/session").statusCode() == 204);
    }
  }

  @Test
  @Order(6)
  void aSignOutThatFindsNoPlaceIsRepeatedByTheBrowserUntilAllKnowIt(
      @Autowired SessionRegister register) {
    try (var others = anotherInstance()) {
      int second = others.baseUrls().getFirst().getPort();
      String leaving = SignedIn.cookieOf(SignedIn.nobody(port).signIn(NUMBER));
      redis.stop();
      try {
        long now = System.currentTimeMillis();
        for (int i = 0; i < RedisSessions.MOST_WAITING; i++) {
          register.begin(
              new SessionToken(
                  Role.STUDENT, STUDENT + 10 + i, SessionToken.signInId(i + 1), now, now + 60_000),
              "curl");
        }
        for (int i = 0; i < 2; i++) {
          var out = SignedIn.withCookie(leaving, port).delete("/api/session");
          assertThat(out.statusCode()).isEqualTo(503);
          assertThat(JsonPath.<String>read(out.body(), "$.detail")).contains("again");
          assertThat(out.headers().map()).doesNotContainKey("Set-Cookie");
        }
        assertThat(me(leaving, port)).isEqualTo(401);
        assertThat(me(leaving, second)).isEqualTo(200);
      } finally {
        redis.start();
      }
      await()
          .atMost(AMPLE)
          .until(
              () -> SignedIn.withCookie(leaving, port).delete("/api/session").statusCode() == 204);
      await().atMost(AMPLE).until(() -> me(leaving, second) == 401);
    }
  }

  private long entries() {
    try (var administrator = redis.administrator()) {
      return administrator.commands().xlen(RedisSessions.STREAM);
    }
  }

  private static SessionToken session(String cookie) {
    return (SessionToken)
        new SessionTokens(new SessionKey(SignedIn.KEY), null)
            .read(cookie.substring(cookie.indexOf('=') + 1), 0);
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
