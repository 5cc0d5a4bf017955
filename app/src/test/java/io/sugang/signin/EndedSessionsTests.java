package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.EndedSessions.End;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long an instance remembers the end of a session, and what it says about it. */
class EndedSessionsTests {
  private static final long STUDENT = 17;

  private final EndedSessions ended = new EndedSessions(1_000);

  @Test
  void howeverOftenAStudentSignsInThereIsOneEntry() {
    for (int i = 1; i <= 200; i++) {
      ended.begin(STUDENT, i, id(i), "curl");
    }
    assertThat(ended.size()).isEqualTo(1);
    assertThat(ended.of(session(199, 199))).isEqualTo(new End(200, "curl"));
    assertThat(ended.of(session(200, 200))).isNull();
    assertThat(ended.of(new SessionToken(Role.STUDENT, STUDENT + 1, id(1), 1, 9))).isNull();
    assertThat(ended.of(new SessionToken(Role.STUDENT, STUDENT, 5, 1, 9)))
        .as("a program made the token")
        .isNull();
    assertThat(ended.of(new SessionToken(Role.REGISTRAR, STUDENT, id(1), 1, 9))).isNull();
  }

  @Test
  void allOrdersOfTheSameSignInsHaveTheSameNewestSession() {
    long[][] sessions = {{5_000, 7}, {5_000, 3}, {4_999, 9}};
    int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int[] order : orders) {
      var memory = new EndedSessions(1_000);
      for (int i : order) {
        memory.begin(STUDENT, sessions[i][0], id(sessions[i][1]), "curl");
      }
      assertThat(memory.of(session(5_000, 7))).isNull();
      assertThat(memory.of(session(5_000, 3))).isNotNull();
      assertThat(memory.of(session(4_999, 9))).isNotNull();
    }
  }

  @Test
  void aSignOutCountsBeforeAndAfterItsSignInIsKnown() {
    for (boolean signOutFirst : new boolean[] {true, false}) {
      var memory = new EndedSessions(1_000);
      if (signOutFirst) {
        memory.signOut(STUDENT, 10, id(1), 20);
      }
      memory.begin(STUDENT, 10, id(1), "curl");
      memory.signOut(STUDENT, 10, id(1), 20);
      assertThat(memory.of(session(10, 1))).isEqualTo(new End(20, null));
      assertThat(memory.of(session(9, 5))).isEqualTo(new End(10, "curl"));
      // That of an older session changes nothing.
      memory.begin(STUDENT, 11, id(1), "curl");
      memory.signOut(STUDENT, 10, id(1), 30);
      assertThat(memory.of(session(11, 1))).isNull();
    }
  }

  @Test
  void aSignInIsTheNewestAlsoAfterTheClockWasSetBack() {
    ended.begin(STUDENT, 5_000, 1, "curl");
    assertThat(ended.signInTime(STUDENT, 4_990)).isEqualTo(5_001);
    assertThat(ended.signInTime(STUDENT, 5_000)).isEqualTo(5_001);
    assertThat(ended.signInTime(STUDENT, 6_000)).isEqualTo(6_000);
    assertThat(ended.signInTime(STUDENT + 1, 4_990)).isEqualTo(4_990);
  }

  @Test
  void anEndIsForgottenWithTheLastToken() {
    ended.begin(STUDENT, 5_000, 1, "curl");
    ended.signOut(STUDENT + 1, 4_000, 1, 5_000);
    ended.end(7, new End(5_000, null));
    ended.forget(6_000);
    assertThat(ended.size()).isEqualTo(3);
    ended.forget(6_001);
    assertThat(ended.size()).isZero();
  }

  @Test
  void ofEndsByIdTheNewestAreKnownAndTheFirstEndCounts() {
    ended.end(id(7), new End(5_000, "curl"));
    ended.end(id(7), new End(6_000, null));
    assertThat(ended.of(session(1, 7))).isEqualTo(new End(5_000, "curl"));
    for (int i = 1; i <= EndedSessions.MOST_BY_ID; i++) {
      ended.end(id(100 + i), new End(5_000, null));
    }
    assertThat(ended.size()).isEqualTo(EndedSessions.MOST_BY_ID);
    assertThat(ended.of(session(1, 7))).isNull();
    assertThat(ended.of(session(1, 100 + EndedSessions.MOST_BY_ID))).isNotNull();
  }

  private static SessionToken session(long signedInAt, long id) {
    return new SessionToken(Role.STUDENT, STUDENT, id(id), signedInAt, signedInAt + 1_000);
  }

  private static long id(long number) {
    return SessionToken.signInId(number);
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
