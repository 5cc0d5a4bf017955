package io.sugang.tools.chaos;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request of one client, with its answer.
 *
 * @param wish number of the planned request it belongs to
 * @param request its name in this run; all attempts of one request carry the same
 * @param target what a cancel is about; 0 for an enrollment
 * @param start when it began to be sent, in nanoseconds of {@link System#nanoTime}
 * @param end when the answer was complete, or the client gave up
 * @param status of HTTP, 0 without an answer
 * @param code of the problem, if the answer is one
 * @param enrollmentId of a 201, otherwise 0
 * @param reason why there was no answer
 */
record Attempt(
    AttemptKind kind,
    PlannedRequest wish,
    String request,
    long studentId,
    long courseId,
    long target,
    long start,
    long end,
    int status,
    @Nullable String code,
    long enrollmentId,
    @Nullable String reason) {

  private static final Set<String> RULES =
      Set.of(
          "NOT_ELIGIBLE",
          "NOT_IN_TERM",
          "RETAKE_NOT_ALLOWED",
          "PREREQUISITE",
          "SAME_SUBJECT",
          "TIME_CONFLICT",
          "CREDIT_LIMIT",
          "RETAKE_LIMIT",
          "COREQUISITE");

  enum AttemptKind {
    ENROLL,
    CANCEL
  }

  /** Its {@code Idempotency-Key}; null for a cancel, and where the wish has none. */
  @Nullable String key() {
    return enroll() && wish.keyed() ? request : null;
  }

  boolean enroll() {
    return kind == AttemptKind.ENROLL;
  }

  boolean won() {
    return enroll() && status == 201;
  }

  boolean full() {
    return enroll() && "COURSE_FULL".equals(code);
  }

  boolean already() {
    return enroll() && "ALREADY_ENROLLED".equals(code);
  }

  /** A rule of registration forbade the course; the windows of the seed are open all the time. */
  boolean ruled() {
    return enroll() && code != null && RULES.contains(code);
  }

  /** As {@link #ruled()}, by a rule that is asked before the gate at all times. */
  boolean notEligible() {
    return enroll() && "NOT_ELIGIBLE".equals(code);
  }

  /** The service decided: the client need not ask again. */
  boolean definitive() {
    return enroll() ? won() || full() || already() || ruled() : status == 204 || status == 404;
  }

  /** It did something at its start or will do at any time, as far as the client can know. */
  boolean inDoubt() {
    return !definitive() && (status == 0 || status >= 500);
  }

  /** In the words of the report. */
  String outcome() {
    if (status == 0) {
      return "no answer, " + reason;
    }
    return code == null ? "" + status : status + " " + code;
  }
}
