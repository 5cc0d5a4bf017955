package io.sugang.registrar.mockterm;

import io.sugang.enrollment.service.EnrollmentDrops;
import io.sugang.platform.background.ReadyBackgroundTask;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.SeatsId;
import io.sugang.registrar.mockterm.MockTerm.EndRequest;
import io.sugang.seats.ledger.DeskTransactions;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Copies a term for a mock term that was begun, and takes away one that was ended, in portions.
 * Each portion is a transaction that prolongs the lease first, so one instance works at a time.
 * When it is killed, another one continues with the rest.
 *
 * <p>The end (docs/decisions/0017): its windows close. Its courses are cancelled, so no row is
 * inserted any more. Its enrollments are dropped by the steps of every other cancel. Its rows are
 * deleted, and then what the gate has of its courses. The latter is done once more a minute later,
 * for calls of an instance that stood still meanwhile.
 */
@Component
class MockTermThread extends ReadyBackgroundTask {
  private static final Logger log = LoggerFactory.getLogger(MockTermThread.class);

  private static final Duration PERIOD = Duration.ofSeconds(1);
  // Longer than a group of drops takes at most.
  private static final Duration LEASE = Duration.ofSeconds(EnrollmentDrops.LONGEST_SECONDS + 5);
  private static final Duration LATEST_CALL = Duration.ofMinutes(1);
  private static final int ROUNDS_OF_LATE_KEYS = 10;
  private static final int TOGETHER = 200;

  private final MockTermRows rows;
  private final MockTermCopy copy;
  private final MockTermRemoval removal;
  private final MockTermEvents events;
  private final EnrollmentDrops drops;
  private final DeskTransactions transactions;
  private final RosterRepair rosters;
  private final SharedClock clock;
  private final long instance = ThreadLocalRandom.current().nextLong();
  private int count;

  MockTermThread(
      MockTermRows rows,
      MockTermCopy copy,
      MockTermRemoval removal,
      MockTermEvents events,
      EnrollmentDrops drops,
      DeskTransactions transactions,
      RosterRepair rosters,
      SharedClock clock) {
    super("mock-terms", PERIOD, "A mock term is not finished, it is tried again");
    this.rows = rows;
    this.copy = copy;
    this.removal = removal;
    this.events = events;
    this.drops = drops;
    this.transactions = transactions;
    this.rosters = rosters;
    this.clock = clock;
  }

  @Override
  protected void work() throws InterruptedException {
    MockTerm current = rows.current();
    if (current != null) {
      advance(current);
    }
    if (++count % ROUNDS_OF_LATE_KEYS == 0) {
      removeLateKeys();
    }
  }

  private void advance(MockTerm current) throws InterruptedException {
    switch (current.state()) {
      case COPYING -> copy(current);
      case ENDING -> end(current, Objects.requireNonNull(current.end()));
      case READY, ENDED -> {
        // Nothing to do.
      }
    }
  }

  private void copy(MockTerm term) {
    boolean complete =
        repeated(term, () -> counted(term, copy.students(term), true))
            && repeated(term, () -> counted(term, copy.courses(term), false))
            && once(
                term,
                () -> {
                  copy.window(term);
                  rows.ready(term);
                });
    if (complete) {
      log.info("The mock term {} is complete", term.termId());
    }
  }

  private int counted(MockTerm term, int changed, boolean students) {
    rows.count(term, students ? changed : 0, students ? 0 : changed);
    return changed;
  }

  private void end(MockTerm term, EndRequest end) throws InterruptedException {
    if (clock.now().isBefore(end.closedAt())) {
      return;
    }
    boolean complete =
        repeated(term, () -> removal.cancelCourses(term, clock.now()))
            && dropAll(term, end)
            && repeated(term, () -> -counted(term, -removal.students(term), true))
            && repeated(term, () -> removal.baskets(term))
            && repeated(term, () -> removal.rejections(term))
            && removeCourses(term)
            && isForgotten(removal.removed())
            && once(
                term,
                () -> {
                  Instant now = clock.now();
                  removal.term(term);
                  rows.ended(term, now);
                  events.wiped(term, end, now);
                });
    if (complete) {
      log.info("The mock term {} is ended, and nothing of it is left", term.termId());
    }
  }

  private boolean dropAll(MockTerm term, EndRequest end) throws InterruptedException {
    while (once(term, () -> {})) {
      List<EnrollmentRow> some = removal.enrollments(term);
      if (some.isEmpty()) {
        return true;
      }
      if (!drops.dropAll(some, end.actor(), clock.now())) {
        return false;
      }
    }
    return false;
  }

  private boolean removeCourses(MockTerm term) {
    Optional<List<Long>> removed;
    do {
      removed =
          leased(
              term,
              () -> {
                List<Long> some = removal.courses(term, clock.now());
                counted(term, -some.size(), false);
                return some;
              });
      // Soon; whether it was possible is asked at the end.
      isForgotten(removed.orElse(List.of()));
    } while (removed.filter(some -> !some.isEmpty()).isPresent());
    return removed.isPresent();
  }

  /** Removes what the gate has of courses without a row; returns whether nothing is left. */
  private boolean isForgotten(List<Long> courseIds) {
    return courseIds.stream()
        .map(SeatsId::new)
        .gather(Gatherers.windowFixed(TOGETHER))
        .allMatch(rosters::reconcile);
  }

  private void removeLateKeys() {
    List<Long> late = removal.removedUntil(clock.now().minus(LATEST_CALL));
    if (!late.isEmpty() && isForgotten(late)) {
      transactions.execute(() -> {
        removal.forget(late);
        return true;
      });
    }
  }

  /** Runs portions until one finds nothing; returns false without the lease. */
  private boolean repeated(MockTerm term, Supplier<Integer> portion) {
    Optional<Integer> done;
    do {
      done = leased(term, portion);
    } while (done.filter(rows -> rows != 0).isPresent());
    return done.isPresent();
  }

  private boolean once(MockTerm term, Runnable portion) {
    return leased(
            term,
            () -> {
              portion.run();
              return true;
            })
        .isPresent();
  }

  /** Runs a portion in a transaction; empty without the lease. */
  private <T> Optional<T> leased(MockTerm term, Supplier<T> portion) {
    return !isRunning()
        ? Optional.empty()
        : transactions.execute(() ->
            rows.lease(term, instance, clock.now(), LEASE)
                ? Optional.of(portion.get())
                : Optional.empty());
  }
}
