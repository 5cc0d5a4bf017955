package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.problem.ProblemType;
import io.sugang.signin.EndedSessions.End;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long an instance remembers the end of a session, and what it says about it. */
class EndedSessionsTests {
  private final EndedSessions ended = new EndedSessions(1_000);

  @Test
  void theFirstEndCountsAndIsForgottenWithTheLastToken() {
    ended.add(7, new End(5_000, "curl"));
    ended.add(7, new End(6_000, null));
    ended.forget(6_000);
    assertThat(ended.of(7)).isEqualTo(new End(5_000, "curl"));
    assertThat(ended.of(8)).isNull();
    ended.forget(6_001);
    assertThat(ended.of(7)).isNull();
    assertThat(ended.size()).isZero();
  }

  @Test
  void theEndNamesItsReason() {
    End elsewhere = new End(0, "Firefox on Linux");
    assertThat(elsewhere.problem()).isEqualTo(ProblemType.SIGNED_IN_ELSEWHERE);
    assertThat(elsewhere.detail())
        .isEqualTo("The user signed in again at 1970-01-01T00:00:00Z with Firefox on Linux.");
    assertThat(elsewhere.members())
        .isEqualTo(Map.of("signedInAt", "1970-01-01T00:00:00Z", "browser", "Firefox on Linux"));

    End signedOut = new End(0, null);
    assertThat(signedOut.problem()).isEqualTo(ProblemType.SIGN_IN_REQUIRED);
    assertThat(signedOut.members()).isEmpty();
  }
}
