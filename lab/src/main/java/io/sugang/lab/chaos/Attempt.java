package io.sugang.lab.chaos;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request of one client, with its answer.
 *
 * @param plannedRequest number of the planned request it belongs to
 * @param request its name in this run; all attempts of one request carry the same
 * @param target the enrollment that a cancel or a look is about; 0 for an enrollment
 * @param start when it began to be sent, in nanoseconds of {@link System#nanoTime}
 * @param end when the answer was complete, or the client gave up
 * @param status of HTTP, 0 without an answer
 * @param code of the problem, if the answer is one
 * @param enrollmentId of a 201, otherwise 0
 * @param reason why there was no answer
 */
record Attempt(
    AttemptKind kind,
    PlannedRequest plannedRequest,
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

  // Of 409. Each other code is one of a rule, and RuleRefusals has to know when it is true.
  private static final Set<String> OF_NO_RULE =
      Set.of(
          "COURSE_FULL",
          "ALREADY_ENROLLED",
          "COURSE_CLOSED",
          "COURSE_CANCELLED",
          "NOT_OPEN",
          "CLOSED",
          "REQUEST_IN_FLIGHT");
  private static final String CLOSED = "COURSE_CLOSED";

  enum AttemptKind {
    ENROLL,
    CANCEL,
    /** A read of an enrollment. */
    LOOK
  }

  /** Its {@code Idempotency-Key}; null for a cancel, and for a planned request without one. */
  @Nullable String key() {
    return enroll() && plannedRequest.keyed() ? request : null;
  }

  boolean enroll() {
    return kind == AttemptKind.ENROLL;
  }

  boolean cancel() {
    return kind == AttemptKind.CANCEL;
  }

  /** A read that found its enrollment. */
  boolean seen() {
    return kind == AttemptKind.LOOK && status == 200;
  }

  /** A cancel that the service answered without an outcome: it has ended, or never began. */
  boolean cancelWithoutOutcome() {
    return cancel() && status == 503;
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

  /** The desk had closed the course. */
  boolean closed() {
    return enroll() && CLOSED.equals(code);
  }

  /** A rule of registration forbade the course; the windows of the seed are open all the time. */
  boolean ruled() {
    return enroll() && status == 409 && code != null && !OF_NO_RULE.contains(code);
  }

  /** As {@link #ruled()}, by a rule that is asked before the gate at all times. */
  boolean notEligible() {
    return enroll() && "NOT_ELIGIBLE".equals(code);
  }

  /** The service decided: the client need not ask again. */
  boolean definitive() {
    return switch (kind) {
      case ENROLL -> won() || full() || already() || ruled() || closed();
      case CANCEL -> status == 204 || status == 404;
      case LOOK -> status == 200 || status == 404;
    };
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
