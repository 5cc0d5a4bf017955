package io.sugang.enrollment;

import io.sugang.enrollment.EnrollmentResult.Refused;
import io.sugang.enrollment.EnrollmentResult.Repeated;
import io.sugang.idempotency.RequestMarker;
import io.sugang.idempotency.RequestsInFlight;
import io.sugang.ledger.EnrollmentLedger;
import io.sugang.ledger.EnrollmentRow;
import io.sugang.ledger.Seat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What an {@code Idempotency-Key} adds to an enrollment: marker, row of the key, and only then the
 * way of every request.
 *
 * <p>The order makes a repetition meet at least one of the two. A request removes its marker after
 * its row is committed; so who finds no marker of it reads the row afterwards. The row counts more
 * than a marker: it is the ledger's, and a marker may be left by an instance that was killed.
 */
@Component
class KeyedEnrollment {
  private final RequestsInFlight requests;
  private final EnrollmentLedger ledger;

  KeyedEnrollment(RequestsInFlight requests, EnrollmentLedger ledger) {
    this.requests = requests;
    this.ledger = ledger;
  }

  /**
   * Lets {@code enroll} decide unless the key has a row or a request under way. Waits for Redis and
   * MySQL before it does.
   *
   * @throws org.springframework.dao.DataAccessException when MySQL does not answer
   */
  CompletableFuture<EnrollmentResult> once(
      String idempotencyKey, Seat seat, Supplier<CompletableFuture<EnrollmentResult>> enroll) {
    RequestMarker marker = requests.mark(idempotencyKey, seat.studentId(), seat.courseId());
    CompletableFuture<EnrollmentResult> begun = null;
    try {
      EnrollmentResult known = known(idempotencyKey, seat, marker.holder());
      if (known != null) {
        return CompletableFuture.completedFuture(known);
      }
      begun = enroll.get();
    } finally {
      if (begun == null) {
        marker.close();
      }
    }
    // Redis is waited for: not by whoever ended it.
    return begun.whenCompleteAsync((result, failure) -> marker.close(), Thread::startVirtualThread);
  }

  private @Nullable EnrollmentResult known(
      String idempotencyKey, Seat seat, RequestMarker.Holder holder) {
    Optional<EnrollmentRow> row = ledger.find(idempotencyKey, seat);
    if (row.isPresent()) {
      return isOf(seat, row.get()) ? new Repeated(row.get()) : Refused.KEY_REUSED;
    }
    return switch (holder) {
      case THIS_REQUEST -> null;
      case SAME_PAIR -> Refused.IN_FLIGHT;
      case OTHER_PAIR -> Refused.KEY_REUSED;
    };
  }

  private static boolean isOf(Seat seat, EnrollmentRow row) {
    return row.courseId() == seat.courseId() && row.studentId() == seat.studentId();
  }
}
