package io.sugang.signin;

import java.time.Duration;
import java.time.Instant;

/** Session tokens and passwords of students, for tests of other features. */
public final class StudentCredentials {
  /** The session key of the instances. */
  public static final String KEY = SignedIn.KEY;

  /** The secret of the local accounts. */
  public static final String ACCOUNTS = SignedIn.ACCOUNTS;

  private static final Duration LASTING = Duration.ofHours(1);

  private StudentCredentials() {}

  /** Returns a token that is valid for an hour. */
  public static String token(long studentId) {
    return token(studentId, Instant.now().plus(LASTING));
  }

  /** Returns a token that ends at a time. */
  public static String token(long studentId, Instant end) {
    return token(KEY, studentId, end);
  }

  private static String token(String key, long studentId, Instant end) {
    return new SessionTokens(new SessionKey(key), null)
        .write(
            new SessionToken(
                Role.STUDENT,
                studentId,
                System.nanoTime(),
                end.minus(LASTING).toEpochMilli(),
                end.toEpochMilli()));
  }

  /** Returns the password of a local account. */
  public static String password(String studentNumber) {
    return new LocalAccounts(ACCOUNTS).password("student:" + studentNumber);
  }
}
