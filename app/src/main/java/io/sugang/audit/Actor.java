package io.sugang.audit;

import org.jspecify.annotations.Nullable;

/**
 * Who acts, as {@code audit_event} names it.
 *
 * @param name role and id, like {@code student:4711}
 * @param sessionId null without a session
 */
public record Actor(String name, @Nullable Long sessionId) {

  /** Returns a student without a session. */
  public static Actor student(long studentId) {
    return new Actor(AuditEvent.student(studentId), null);
  }
}
