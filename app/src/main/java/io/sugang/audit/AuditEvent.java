package io.sugang.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An action about an enrollment, done or tried.
 *
 * @param at the shared clock at the arrival of the request
 * @param target what it is about, like {@code student:4711}
 * @param outcome {@value #DONE} or the code of the refusal
 */
public record AuditEvent(
    Instant at,
    Actor actor,
    AuditedAction action,
    String target,
    @Nullable Long studentId,
    @Nullable Long courseId,
    @Nullable Long enrollmentId,
    String outcome) {
  static final String DONE = "DONE";

  /** Returns the event of an enrollment that was made or cancelled. */
  public static AuditEvent done(
      AuditedAction action,
      Instant at,
      Actor actor,
      long studentId,
      long courseId,
      long enrollmentId) {
    return new AuditEvent(
        at, actor, action, student(studentId), studentId, courseId, enrollmentId, DONE);
  }

  static String student(long studentId) {
    return "student:" + studentId;
  }
}
