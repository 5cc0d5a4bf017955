package io.sugang.signin;

import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A session, as its token says it.
 *
 * @param role of the account
 * @param subject number of the student, id of the staff member, or 0 for a load driver
 * @param sessionId random; a renewed token keeps it
 * @param signedInAt in milliseconds since 1970; a renewed token keeps it
 * @param expiresAt in milliseconds since 1970
 */
record SessionToken(Role role, long subject, long sessionId, long signedInAt, long expiresAt)
    implements TokenCheck {

  // Begins the id of each session of a student who signed in. A program that makes tokens by the
  // key takes random ids, and a sign-in does not end these.
  private static final long SIGN_IN = 0x5349L << 48;
  private static final long REST = (1L << 48) - 1;

  /** Length of {@link #toBytes} without the id of the key: role and four numbers. */
  static final int BYTES = 1 + 4 * Long.BYTES;

  /** Returns the id of a session that begins by a sign-in. */
  static long signInId(long random) {
    return SIGN_IN | random & REST;
  }

  /** Returns whether an id is of a sign-in; of 65,536 other ids about one is taken for one. */
  static boolean isOfSignIn(long id) {
    return (id & ~REST) == SIGN_IN;
  }

  /** Returns whether a newer sign-in of the student ends the session. */
  boolean isOfStudentSignIn() {
    return role == Role.STUDENT && isOfSignIn(sessionId);
  }

  /**
   * The same session for longer.
   *
   * @param idle how long the token is valid without a request
   * @param longest how long the session lasts in all
   */
  SessionToken renewed(long now, Duration idle, Duration longest) {
    long end = Math.min(now + idle.toMillis(), signedInAt + longest.toMillis());
    return new SessionToken(role, subject, sessionId, signedInAt, Math.max(expiresAt, end));
  }

  void write(ByteBuffer target) {
    target.put(role.code());
    target.putLong(subject).putLong(sessionId).putLong(signedInAt).putLong(expiresAt);
  }

  /** Reads what {@link #write} wrote; INVALID for a role that this build does not know. */
  static TokenCheck read(ByteBuffer source) {
    Role role = Role.of(source.get());
    return role == null
        ? NotValid.INVALID
        : new SessionToken(
            role, source.getLong(), source.getLong(), source.getLong(), source.getLong());
  }
}
