package io.sugang.enrollment.service;

import io.sugang.audit.Actor;
import io.sugang.seats.ledger.Cancel;
import io.sugang.seats.ledger.EnrollmentRow;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Cancels that the desk makes, whatever window is open: by the steps of every other cancel. */
@Component
public class EnrollmentDrops {
  private static final Logger log = LoggerFactory.getLogger(EnrollmentDrops.class);

  /** How long the drops of a group are waited for. */
  public static final long LONGEST_SECONDS = 10;

  private final EnrollmentCancellation cancellations;

  EnrollmentDrops(EnrollmentCancellation cancellations) {
    this.cancellations = cancellations;
  }

  /**
   * Deletes rows, and waits for {@value #LONGEST_SECONDS} s at most.
   *
   * @param at of the events in the audit, by the shared clock
   * @return whether all are gone; otherwise those that are left may be tried again
   */
  public boolean dropAll(List<EnrollmentRow> rows, Actor actor, Instant at)
      throws InterruptedException {
    List<CompletableFuture<Boolean>> dropped =
        rows.stream().map(row -> drop(row, actor, at)).toList();
    try {
      CompletableFuture.allOf(dropped.toArray(CompletableFuture[]::new))
          .get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException notAll) {
      log.info("Some enrollments are dropped later", notAll);
      return false;
    }
    return dropped.stream().allMatch(CompletableFuture::resultNow);
  }

  /**
   * Deletes a row, and gives its seat and credits back.
   *
   * @param at of the event in the audit, by the shared clock
   * @return whether the row is gone; false may be tried again. What follows on it must not wait
   */
  private CompletableFuture<Boolean> drop(EnrollmentRow row, Actor actor, Instant at) {
    return cancellations
        .drop(new Cancel(row, actor, at))
        .thenApply(outcome -> outcome != CancelOutcome.Ended.UNAVAILABLE);
  }
}
