package io.sugang.audit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The user who acts. Made for every request, also for those that leave no event, so its name is put
 * together when an event is written.
 *
 * @param role of the account, like {@code STUDENT}
 * @param id of the student or the member of the staff; 0 for a load driver
 * @param session random number of the session; {@value #WITHOUT_SESSION} without one
 */
public record Actor(String role, long id, long session) {
  private static final long WITHOUT_SESSION = 0;
  private static final String STUDENT = "STUDENT";

  /** Returns a student without a session. */
  public static Actor student(long studentId) {
    return new Actor(STUDENT, studentId, WITHOUT_SESSION);
  }

  /** Returns the name in {@code audit_event}, like {@code student:4711}. */
  String name() {
    return role.equals(STUDENT) ? AuditEvent.student(id) : role.toLowerCase(Locale.ROOT) + ":" + id;
  }

  @Nullable Long sessionOrNull() {
    return session == WITHOUT_SESSION ? null : session;
  }
}
