package io.sugang.signin;

import io.sugang.signin.EndedSessions.End;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an entry of the stream of sessions says.
 *
 * <p>The fields {@code session}, {@code at} and {@code browser} are those of the first version,
 * whose instances know ended sessions by their ids alone. {@code student}, {@code newest} and
 * {@code since} name the newest session of a student. An entry without them is of an instance of
 * that version, or a sign-out of the staff.
 *
 * @param endedId id of a session that ended; {@value #NONE} for none
 * @param at of the end, in milliseconds since 1970
 * @param browser kind of the browser of a sign-in; null for a sign-out
 * @param newest session of a student; null where only the ended one is known
 */
record SessionEntry(
    long endedId, long at, @Nullable String browser, @Nullable StudentSession newest) {
  static final long NONE = 0;
  private static final String SESSION = "session";
  private static final String AT = "at";
  private static final String BROWSER = "browser";
  private static final String STUDENT = "student";
  private static final String NEWEST = "newest";
  private static final String SINCE = "since";

  /**
   * A session of a student.
   *
   * @param signedInAt in milliseconds since 1970
   */
  record StudentSession(long student, long sessionId, long signedInAt) {
    static StudentSession of(SessionToken session) {
      return new StudentSession(session.subject(), session.sessionId(), session.signedInAt());
    }
  }

  /**
   * Returns the entry of a sign-in.
   *
   * @param before id of the session that the student had; {@value #NONE} for none
   */
  static SessionEntry begun(SessionToken session, String browser, long before) {
    return new SessionEntry(before, session.signedInAt(), browser, StudentSession.of(session));
  }

  /** Returns the entry of a sign-out. */
  static SessionEntry ended(SessionToken session, long at) {
    return new SessionEntry(
        session.sessionId(),
        at,
        null,
        session.isOfStudentSignIn() ? StudentSession.of(session) : null);
  }

  /**
   * Reads an entry.
   *
   * @throws NumberFormatException when it is none
   */
  static SessionEntry of(Map<byte[], byte[]> body) {
    Map<String, String> fields = new HashMap<>();
    body.forEach((name, value) -> fields.put(text(name), text(value)));
    StudentSession newest =
        fields.containsKey(STUDENT)
            ? new StudentSession(
                number(fields, STUDENT), number(fields, NEWEST), number(fields, SINCE))
            : null;
    return new SessionEntry(
        number(fields, SESSION), number(fields, AT), fields.get(BROWSER), newest);
  }

  Map<byte[], byte[]> fields() {
    Map<byte[], byte[]> fields = new HashMap<>();
    put(fields, SESSION, endedId);
    put(fields, AT, at);
    if (browser != null) {
      fields.put(bytes(BROWSER), bytes(browser));
    }
    if (newest != null) {
      put(fields, STUDENT, newest.student());
      put(fields, NEWEST, newest.sessionId());
      put(fields, SINCE, newest.signedInAt());
    }
    return fields;
  }

  /** Tells it to the memory of an instance. */
  void addTo(EndedSessions ended) {
    if (newest == null) {
      ended.end(endedId, new End(at, browser));
      return;
    }
    if (endedId != NONE && !SessionToken.isOfSignIn(endedId)) {
      // A session that an instance of the first version began.
      ended.end(endedId, new End(at, browser));
    }
    if (browser == null) {
      ended.signOut(newest.student(), newest.signedInAt(), newest.sessionId(), at);
    } else {
      ended.begin(newest.student(), newest.signedInAt(), newest.sessionId(), browser);
    }
  }

  /** Returns the latest time that it names, in milliseconds since 1970. */
  long latest() {
    return newest == null ? at : Math.max(at, newest.signedInAt());
  }

  /** Returns what it is about: a later entry about the same says all that counts. */
  Object about() {
    return newest == null ? endedId : "student " + newest.student();
  }

  /**
   * Returns the one of two entries about the same that says all that counts, by the order of {@link
   * EndedSessions}: that of the later sign-in, and of one session its sign-out.
   */
  SessionEntry newerOf(SessionEntry other) {
    StudentSession one = newest;
    StudentSession two = other.newest;
    if (one == null || two == null) {
      return other;
    }
    int order =
        EndedSessions.inOrder(one.signedInAt(), one.sessionId(), two.signedInAt(), two.sessionId());
    return order > 0 || order == 0 && browser == null ? this : other;
  }

  private static void put(Map<byte[], byte[]> fields, String name, long value) {
    fields.put(bytes(name), bytes(Long.toString(value)));
  }

  private static long number(Map<String, String> fields, String name) {
    return Long.parseLong(fields.getOrDefault(name, ""));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
