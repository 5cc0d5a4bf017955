package io.sugang.registrar.override;

import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.DeskTransactions;
import io.sugang.server.admission.Turns;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Bound of the transactions that students cause, who share the connections of the desk. Confirms of
 * a hot course wait for its lock. The other half of the connections is left to the desk.
 */
@Component
class OverrideConcurrencyLimit {
  static final int AT_ONCE = DeskTransactions.CONNECTIONS / 2;
  static final int MOST_WAITING = 16;

  // A wait for a course row is longer than the longest wait here, so it is not repeated.
  private final Turns turns =
      new Turns(
          AT_ONCE,
          MOST_WAITING,
          Duration.ofSeconds(1),
          PessimisticLockingFailureException.class::isInstance,
          "Another request of this student to the desk is not answered yet",
          "More students ask the desk than can be answered");

  /**
   * Runs a transaction when it is its turn, as {@link Turns#take(long, Supplier)} does. One that
   * meets a lock is run again for a second, without a turn.
   *
   * @param transaction that does not wait for the row and the plan of its student
   */
  <T> T take(StudentId studentId, Supplier<T> transaction) {
    return turns.take(studentId.value(), transaction);
  }

  /**
   * Runs a transaction as {@link #take(long, Supplier)} does, unless it is rejected before.
   *
   * @param rejection what is answered without a turn; null: nothing
   */
  <T> T take(
      StudentId studentId, Supplier<? extends @Nullable T> rejection, Supplier<T> transaction) {
    return turns.take(studentId.value(), rejection, transaction);
  }
}
