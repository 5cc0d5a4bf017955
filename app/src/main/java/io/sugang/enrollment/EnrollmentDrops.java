package io.sugang.enrollment;

import io.sugang.audit.Actor;
import io.sugang.ledger.Cancel;
import io.sugang.ledger.EnrollmentRow;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Cancels that the desk makes, whatever window is open: by the steps of every other cancel. */
@Component
public class EnrollmentDrops {
  private final EnrollmentCancellation cancellations;

  EnrollmentDrops(EnrollmentCancellation cancellations) {
    this.cancellations = cancellations;
  }

  /**
   * Deletes a row, and gives its seat and credits back.
   *
   * @param at of the event in the audit, by the shared clock
   * @return whether the row is gone; false may be tried again. What follows on it must not wait
   */
  public CompletableFuture<Boolean> drop(EnrollmentRow row, Actor actor, Instant at) {
    return cancellations
        .drop(new Cancel(row, actor, at))
        .thenApply(outcome -> outcome != CancelOutcome.Ended.UNAVAILABLE);
  }
}
