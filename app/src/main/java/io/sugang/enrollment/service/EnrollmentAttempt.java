package io.sugang.enrollment.service;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.seats.ledger.Seat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request to enroll, from its arrival to its answer, with the steps that happen once or for a
 * limited time.
 *
 * @param request what never changes
 * @param seat of the course, or of one of its pools once these are tried
 * @param permit what history and plan say about the course; null: they have to be asked before a
 *     claim
 * @param loaded the roster was loaded because the gate did not know the course
 * @param unanswered token of a call of the gate that was not answered, or null
 * @param verified the gate said ALREADY_ENROLLED, and the ledger had no row
 * @param waitMillis how long it waits when it meets PENDING next
 * @param leftMillis how long it may wait in all from now on
 */
record EnrollmentAttempt(
    ArrivedRequest request,
    Seat seat,
    @Nullable CoursePermit permit,
    boolean loaded,
    @Nullable String unanswered,
    boolean verified,
    long waitMillis,
    long leftMillis) {

  /**
   * The request as it arrived.
   *
   * @param courseId the course that it names
   * @param arrivedAt when it reached the instance, by the shared clock
   * @param actor the student, or who acts for the student
   */
  record ArrivedRequest(
      CourseId courseId, @Nullable String idempotencyKey, Instant arrivedAt, Actor actor) {}

  static EnrollmentAttempt of(
      StudentId studentId,
      CourseId courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      EnrollmentProperties properties) {
    return new EnrollmentAttempt(
        new ArrivedRequest(courseId, idempotencyKey, arrivedAt, actor),
        new Seat(studentId, courseId.ownSeats()),
        null,
        false,
        null,
        false,
        properties.pendingWait().toMillis(),
        properties.pendingLimit().toMillis());
  }

  /** Returns the course that the request names. */
  CourseId courseId() {
    return request.courseId;
  }

  @Nullable String idempotencyKey() {
    return request.idempotencyKey;
  }

  Instant arrivedAt() {
    return request.arrivedAt;
  }

  Actor actor() {
    return request.actor;
  }

  /** Returns what a seat is asked of: the course itself, or one of its pools. */
  SeatsId seatsId() {
    return seat.seatsId();
  }

  StudentId studentId() {
    return seat.studentId();
  }

  EnrollmentAttempt inPool(SeatsId poolId) {
    Seat ofPool = new Seat(studentId(), poolId);
    return new EnrollmentAttempt(
        request, ofPool, permit, loaded, null, verified, waitMillis, leftMillis);
  }

  EnrollmentAttempt permitted(CoursePermit known) {
    return new EnrollmentAttempt(
        request, seat, known, loaded, unanswered, verified, waitMillis, leftMillis);
  }

  EnrollmentAttempt afterLoad() {
    return new EnrollmentAttempt(
        request, seat, permit, true, unanswered, verified, waitMillis, leftMillis);
  }

  EnrollmentAttempt afterLookUp() {
    return new EnrollmentAttempt(
        request, seat, permit, loaded, unanswered, true, waitMillis, leftMillis);
  }

  EnrollmentAttempt afterNoAnswer(String token) {
    return new EnrollmentAttempt(
        request, seat, permit, loaded, token, verified, waitMillis, leftMillis);
  }

  boolean mayWait() {
    return waitMillis <= leftMillis;
  }

  EnrollmentAttempt afterWait() {
    return new EnrollmentAttempt(
        request,
        seat,
        permit,
        loaded,
        unanswered,
        verified,
        2 * waitMillis,
        leftMillis - waitMillis);
  }
}
