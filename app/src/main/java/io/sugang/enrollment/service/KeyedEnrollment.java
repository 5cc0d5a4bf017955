package io.sugang.enrollment.service;

import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.ids.CourseId;
import io.sugang.seats.idempotency.RequestMarker;
import io.sugang.seats.idempotency.RequestsInFlight;
import io.sugang.seats.idempotency.StudentKey;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.ledger.Seat;
import io.sugang.seats.pool.CoursePools;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Enrollment with an {@code Idempotency-Key}: with a marker before the gate, and with a look-up of
 * the row of the key after any answer of the gate but COURSE_FULL.
 *
 * <p>The order makes a repetition meet at least one of the two. A request removes its marker after
 * its row is committed; so a request that finds no marker of it reads the row afterwards. The row
 * counts more than a marker: it is the ledger's, and a marker may be left by an instance that was
 * killed. A gate that says COURSE_FULL does not have the student, so it is asked first: nearly
 * every request of a rush ends there, and costs no MySQL.
 */
@Component
class KeyedEnrollment {
  private final RequestsInFlight requests;
  private final EnrollmentLedger ledger;
  private final CoursePools pools;

  KeyedEnrollment(RequestsInFlight requests, EnrollmentLedger ledger, CoursePools pools) {
    this.requests = requests;
    this.ledger = ledger;
    this.pools = pools;
  }

  /**
   * Lets {@code enroll} decide unless another request with the key is in flight. What follows on
   * the marker must not wait: nor does {@code enroll}.
   *
   * @param courseId the course that the request names. An instance that has just started may not
   *     know yet of which course a pool is, and would take the marker of another instance for one
   *     of another course
   * @param seat of the course, or of one of its pools
   */
  CompletableFuture<EnrollmentResult> once(
      String idempotencyKey,
      CourseId courseId,
      Seat seat,
      Supplier<CompletableFuture<EnrollmentResult>> enroll) {
    return requests
        .mark(new StudentKey(seat.studentId(), idempotencyKey), courseId)
        .toCompletableFuture()
        .thenCompose(marker -> andRemoved(marker, decided(marker, idempotencyKey, seat, enroll)));
  }

  private CompletableFuture<EnrollmentResult> decided(
      RequestMarker marker,
      String idempotencyKey,
      Seat seat,
      Supplier<CompletableFuture<EnrollmentResult>> enroll) {
    try {
      return switch (marker.holder()) {
        case THIS_REQUEST -> enroll.get();
        case SAME_PAIR ->
            known(idempotencyKey, seat).thenApply(known -> known.orElse(Rejected.IN_FLIGHT));
        case OTHER_PAIR ->
            known(idempotencyKey, seat).thenApply(known -> known.orElse(Rejected.KEY_REUSED));
      };
    } catch (Throwable failure) {
      // An Error too must free the key.
      return CompletableFuture.failedFuture(failure);
    }
  }

  // Before the answer, so that the next request with the key does not find this one in flight.
  private static CompletableFuture<EnrollmentResult> andRemoved(
      RequestMarker marker, CompletableFuture<EnrollmentResult> result) {
    return result
        .handle((ended, failure) -> marker.remove())
        .thenCompose(removed -> removed)
        .thenCompose(removed -> result);
  }

  /**
   * Returns the result of the row of a key for a request for {@code seat}; empty without a row.
   * Fails with {@link org.springframework.dao.DataAccessException} when MySQL does not answer.
   */
  CompletableFuture<Optional<EnrollmentResult>> known(String idempotencyKey, Seat seat) {
    return ledger
        .find(idempotencyKey, seat)
        .thenApply(
            row -> row.map(found -> isOf(seat, found) ? new Repeated(found) : Rejected.KEY_REUSED));
  }

  // A repetition after a merge asks for another pool of the same course.
  private boolean isOf(Seat seat, EnrollmentRow row) {
    return row.studentId().equals(seat.studentId())
        && (row.seatsId().equals(seat.seatsId())
            || pools.courseOf(row.seatsId()).equals(pools.courseOf(seat.seatsId())));
  }
}
