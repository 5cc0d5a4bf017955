package io.sugang.platform.clock;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.servers.Instances;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.signin.StudentCredentials;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions where the clock of the host and the shared clock are an hour apart. */
class SessionTimesIntegrationTests {
  private static final long STUDENT = 9_350_001;
  private static final RedisServer REDIS = Servers.privateRedis();
  private static Instances instances;
  private static SharedClock clock;
  private static long zeroNanos;

  @BeforeAll
  static void start() {
    var database = Servers.mysql().newDatabase();
    instances =
        Instances.start(
            SugangApplication.class,
            1,
            database,
            REDIS,
            "sugang.sign-in.mode=required",
            "sugang.sign-in.session-key=" + StudentCredentials.KEY,
            "sugang.sign-in.account-secret=" + StudentCredentials.ACCOUNTS,
            // It stays as the test sets it.
            "sugang.clock.period=1h");
    clock = instances.contexts().getFirst().getBean(SharedClock.class);
    zeroNanos = clock.zeroNanos();
    new Rows(database.jdbc()).student(STUDENT);
    new Rows(database.jdbc()).student(STUDENT + 1);
  }

  @AfterAll
  static void stop() {
    instances.close();
    REDIS.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, -1})
  void theSharedClockDecidesAndTheHostsDoesNot(long hours) {
    clock.setZero(zeroNanos + TimeUnit.HOURS.toNanos(hours));
    long student = hours > 0 ? STUDENT : STUDENT + 1;
    Instant before = clock.now();
    HttpResponse<String> answer = signIn(Rows.number(student));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(Instant.parse(JsonPath.read(answer.body(), "$.signedInAt")))
        .isBetween(before.minusMillis(1), clock.now());
    assertThat(Instant.parse(JsonPath.read(answer.body(), "$.expiresAt")))
        .isBetween(before.plus(Duration.ofMinutes(29)), clock.now().plus(Duration.ofMinutes(30)));
    String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    for (int i = 0; i < 3; i++) {
      assertThat(me("Cookie", cookie)).isEqualTo(200);
    }

    Instant now = clock.now();
    assertThat(me("Authorization", bearer(student + 10, now.minusSeconds(60)))).isEqualTo(401);
    assertThat(me("Authorization", bearer(student + 10, now.plusSeconds(60)))).isNotEqualTo(401);
  }

  private static String bearer(long student, Instant end) {
    return "Bearer " + StudentCredentials.token(student, end);
  }

  private static HttpResponse<String> signIn(String number) {
    return api()
        .send(
            api()
                .request("/api/session")
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"studentNumber\":\"%s\",\"password\":\"%s\"}"
                            .formatted(number, StudentCredentials.password(number)))));
  }

  private static int me(String header, String value) {
    return api().send(api().request("/api/me").header(header, value)).statusCode();
  }

  private static Api api() {
    return new Api(instances.baseUrls().getFirst().getPort());
  }
}
