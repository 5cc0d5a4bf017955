package io.sugang.enrollment.service;

import io.sugang.audit.Actor;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.seats.ledger.Seat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request to enroll, from its arrival to its answer, with the steps that happen once or for a
 * limited time.
 *
 * @param askedCourseId the course that the request names
 * @param seat of the course, or of one of its pools once these are tried
 * @param arrivedAt when the request reached the instance, by the shared clock
 * @param actor the student, or who acts for the student
 * @param permit what history and plan say about the course; null: they have to be asked before a
 *     claim
 * @param loaded the roster was loaded because the gate did not know the course
 * @param verified the gate said ALREADY_ENROLLED, and the ledger had no row
 * @param waitMillis how long it waits when it meets PENDING next
 * @param leftMillis how long it may wait in all from now on
 */
record EnrollmentAttempt(
    long askedCourseId,
    Seat seat,
    @Nullable String idempotencyKey,
    Instant arrivedAt,
    Actor actor,
    @Nullable CoursePermit permit,
    boolean loaded,
    boolean verified,
    long waitMillis,
    long leftMillis) {

  static EnrollmentAttempt of(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      EnrollmentProperties properties) {
    return new EnrollmentAttempt(
        seat.courseId(),
        seat,
        idempotencyKey,
        arrivedAt,
        actor,
        null,
        false,
        false,
        properties.pendingWait().toMillis(),
        properties.pendingLimit().toMillis());
  }

  long courseId() {
    return seat.courseId();
  }

  long studentId() {
    return seat.studentId();
  }

  EnrollmentAttempt inPool(long poolId) {
    return new EnrollmentAttempt(
        askedCourseId,
        new Seat(poolId, studentId()),
        idempotencyKey,
        arrivedAt,
        actor,
        permit,
        loaded,
        verified,
        waitMillis,
        leftMillis);
  }

  EnrollmentAttempt permitted(CoursePermit known) {
    return new EnrollmentAttempt(
        askedCourseId,
        seat,
        idempotencyKey,
        arrivedAt,
        actor,
        known,
        loaded,
        verified,
        waitMillis,
        leftMillis);
  }

  EnrollmentAttempt afterLoad() {
    return new EnrollmentAttempt(
        askedCourseId,
        seat,
        idempotencyKey,
        arrivedAt,
        actor,
        permit,
        true,
        verified,
        waitMillis,
        leftMillis);
  }

  EnrollmentAttempt afterLookUp() {
    return new EnrollmentAttempt(
        askedCourseId,
        seat,
        idempotencyKey,
        arrivedAt,
        actor,
        permit,
        loaded,
        true,
        waitMillis,
        leftMillis);
  }

  boolean mayWait() {
    return waitMillis <= leftMillis;
  }

  EnrollmentAttempt afterWait() {
    return new EnrollmentAttempt(
        askedCourseId,
        seat,
        idempotencyKey,
        arrivedAt,
        actor,
        permit,
        loaded,
        verified,
        2 * waitMillis,
        leftMillis - waitMillis);
  }
}
