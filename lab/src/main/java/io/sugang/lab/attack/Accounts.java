package io.sugang.lab.attack;

import io.sugang.lab.signin.StudentSessions;
import io.sugang.ops.signin.Credentials;
import java.util.Map;
import java.util.Objects;

/** The accounts of the attacked stack: those of the attacker, and those of the others. */
final class Accounts {
  /** The attacker's own account. */
  static final int ATTACKER = 1;

  /** A student for whom the attacker has no right to act. */
  static final int VICTIM = 2;

  /** The first of the others. */
  static final int FIRST_OTHER = 1_000;

  /** The first of the others who sign in. */
  static final int FIRST_SIGN_IN = 2_000;

  /** How many of the others sign in: students 2000 to 4999. */
  static final int SIGN_INS = 3_000;

  /** Courses below are full. */
  static final int FIRST_FREE_COURSE = 50;

  private final StudentSessions sessions;
  private final String accountSecret;
  private final Map<Long, String> numbers;

  /**
   * @param environment of the tools, with the secrets of the stack
   * @param numbers of the students, by their ids
   */
  Accounts(Map<String, String> environment, Map<Long, String> numbers) {
    this.sessions = new StudentSessions(environment);
    this.accountSecret = environment.getOrDefault("SUGANG_ACCOUNT_SECRET", "");
    this.numbers = Map.copyOf(numbers);
  }

  /** Returns the header of a student's session, name and value. */
  String[] header(int student) {
    return new String[] {"Authorization", "Bearer " + token(student)};
  }

  String token(int student) {
    String bearer = Objects.requireNonNull(sessions.headers(student).get("Authorization"));
    return bearer.substring("Bearer ".length());
  }

  /** Returns the body of a student's sign-in. */
  String signIn(int student) {
    String number = Objects.requireNonNull(numbers.get((long) student), "no such student");
    return "{\"studentNumber\":\"%s\",\"password\":\"%s\"}"
        .formatted(number, Credentials.password(accountSecret, "student:" + number));
  }
}
