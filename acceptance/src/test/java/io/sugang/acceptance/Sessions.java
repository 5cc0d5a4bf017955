package io.sugang.acceptance;

import io.sugang.ops.signin.Credentials;
import io.sugang.ops.signin.SessionRole;
import java.time.Instant;

/** Session tokens and passwords of local accounts, for the secrets of the {@link Campus}. */
final class Sessions {
  static final String KEY = "a-session-key-of-the-tests-0123456789";
  static final String ACCOUNTS = "an-account-secret-of-the-tests-0123456789";

  private Sessions() {}

  /** Returns a valid token of a student. */
  static String token(long studentId) {
    return Credentials.studentToken(KEY, studentId);
  }

  /** Returns a token of a student that ends at a time. */
  static String token(long studentId, Instant end) {
    return Credentials.token(KEY, SessionRole.STUDENT, studentId, end);
  }

  /** Returns a token that another key signed. */
  static String tokenOfAnotherKey(long studentId) {
    return Credentials.studentToken("another-" + KEY, studentId);
  }

  /** Returns a valid token of a member of the staff. */
  static String staffToken(SessionRole role, long staffId) {
    return Credentials.token(KEY, role, staffId);
  }

  /** Returns the password of a student's local account. */
  static String studentPassword(String studentNumber) {
    return Credentials.password(ACCOUNTS, "student:" + studentNumber);
  }

  /** Returns the password of a local account of the staff. */
  static String staffPassword(String name) {
    return Credentials.password(ACCOUNTS, "staff:" + name);
  }
}
