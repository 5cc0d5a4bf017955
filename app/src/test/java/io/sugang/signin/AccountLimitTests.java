package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;

/** Cancels of accounts; their requests are counted in SignInFilterTests. */
class AccountLimitTests {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void aStudentCancels30TimesAtOnceAndThenTenTimesAMinute() {
    AccountLimit limit = limit(SignInMode.REQUIRED, "10");
    long begin = System.nanoTime();
    for (int i = 0; i < 30; i++) {
      assertThat(limit.cancel(session(Role.STUDENT, 7))).isZero();
    }
    long wait = limit.cancel(session(Role.STUDENT, 7));
    Duration each = Duration.ofSeconds(6);
    assertThat(wait).isBetween(each.toNanos() - (System.nanoTime() - begin), each.toNanos());
    assertThat(limit.cancel(session(Role.STUDENT, 8))).isZero();
    assertThat(registry.get("sugang.signin.limited").tag("kind", "cancel").counter().count())
        .isEqualTo(1);
    var answer = limit.tooManyCancels(wait);
    assertThat(answer.getStatusCode().value()).isEqualTo(429);
    assertThat(answer.getHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isIn("5", "6");
  }

  @ParameterizedTest
  @CsvSource({
    "REQUIRED,10,LOAD",
    "REQUIRED,10,REGISTRAR",
    "REQUIRED,10,DEPARTMENT",
    "REQUIRED,off,STUDENT",
    "OPEN,10,STUDENT"
  })
  void othersHaveNoLimitOfCancels(SignInMode mode, String requestsPerSecond, Role role) {
    AccountLimit limit = limit(mode, requestsPerSecond);
    for (int i = 0; i < 100; i++) {
      assertThat(limit.cancel(session(role, 7))).isZero();
    }
    assertThat(limit.size()).isZero();
  }

  private static SessionToken session(Role role, long subject) {
    return new SessionToken(role, subject, 1, 1, 2);
  }

  private AccountLimit limit(SignInMode mode, String requestsPerSecond) {
    return new AccountLimit(
        new SignInLimits(10, requestsPerSecond, 10), SignedIn.settings(mode), registry);
  }
}
