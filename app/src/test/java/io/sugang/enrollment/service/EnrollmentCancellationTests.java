package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.window.RegistrationRejection.NotOpen;
import io.sugang.seats.gate.CancelMark;
import io.sugang.seats.gate.Settlement;
import io.sugang.seats.ledger.CancelResult;
import io.sugang.seats.ledger.EnrollmentRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.QueryTimeoutException;

/** Every decision about one cancel, with a scripted gate and a scripted ledger. */
class EnrollmentCancellationTests {
  private static final int MOST_CANCELS = 256;
  private static final EnrollmentRow ROW =
      new EnrollmentRow(9, new StudentId(7), new SeatsId(42), Instant.EPOCH, null);

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final ScriptedGate gate = new ScriptedGate(events);
  private final ScriptedLedger ledger = new ScriptedLedger(events);
  private final RecordedRosters rosters = new RecordedRosters(events);
  private final ScriptedRules rules = new ScriptedRules(events);
  private final EnrollmentCancellation cancellation = cancellation(Duration.ofMinutes(10));

  private EnrollmentCancellation cancellation(Duration repeatableFor) {
    return new EnrollmentCancellation(
        gate,
        ledger,
        new GateEntries(gate, rosters),
        rosters,
        rules,
        new CancelProperties(repeatableFor));
  }

  private CompletableFuture<CancelOutcome> begin() {
    return cancellation.cancel(
        9, row -> true, Instant.now(), student -> Actor.student(student.value()));
  }

  private CancelOutcome cancel(CancelResult result) {
    ledger.ofId = ROW;
    ledger.cancel = result;
    return begin().join();
  }

  @Nested
  class BeforeTheMark {

    @Test
    void mySqlDownOrReadOnlyIsUnavailableAndNothingIsAsked() {
      ledger.available = false;
      assertThat(begin()).isCompletedWithValue(CancelOutcome.Ended.UNAVAILABLE);
      assertThat(events).isEmpty();
    }

    @Test
    void anUnknownEnrollmentIsNotFound() {
      assertThat(begin()).isCompletedWithValue(CancelOutcome.Ended.NOT_FOUND);
      assertThat(events).containsExactly("find 9", "find cancel of 9");
    }

    @Test
    void anEnrollmentThatWasCancelledAMomentAgoIsCancelled() {
      Instant arrived = Instant.parse("2026-02-01T10:00:00Z");
      ledger.cancelled = ROW;
      assertThat(
              cancellation.cancel(
                  9,
                  row -> row.studentId().value() == 7,
                  arrived,
                  student -> Actor.student(student.value())))
          .isCompletedWithValue(CancelOutcome.Ended.CANCELLED);
      assertThat(ledger.cancelledSince).isEqualTo(arrived.minus(Duration.ofMinutes(10)));
      // The first request may have left its mark.
      assertThat(events).containsExactly("find 9", "find cancel of 9", "suspect");
    }

    @Test
    void aCancelledEnrollmentThatTheCallerMayNotKnowOfIsNotFound() {
      ledger.cancelled = ROW;
      assertThat(
              cancellation.cancel(
                  9, row -> false, Instant.now(), student -> Actor.student(student.value())))
          .isCompletedWithValue(CancelOutcome.Ended.NOT_FOUND);
      assertThat(events).containsExactly("find 9", "find cancel of 9");
    }

    @Test
    void withoutATimeForRepetitionsNoEventIsLookedFor() {
      ledger.cancelled = ROW;
      assertThat(
              cancellation(Duration.ZERO)
                  .cancel(9, row -> true, Instant.now(), student -> Actor.student(student.value())))
          .isCompletedWithValue(CancelOutcome.Ended.NOT_FOUND);
      assertThat(events).containsExactly("find 9");
    }

    @Test
    void anEnrollmentThatTheCallerMayNotKnowOfIsNotFound() {
      ledger.ofId = ROW;
      assertThat(
              cancellation.cancel(
                  9, row -> false, Instant.now(), student -> Actor.student(student.value())))
          .isCompletedWithValue(CancelOutcome.Ended.NOT_FOUND);
      assertThat(events).containsExactly("find 9");
    }

    @Test
    void outsideAWindowForCancelsItIsRejectedAndNothingIsMarked() {
      ledger.ofId = ROW;
      rules.rejection = new NotOpen(null);
      assertThat(begin()).isCompletedWithValue(new CancelOutcome.RejectedCancel(rules.rejection));
      assertThat(events).containsExactly("find 9", "refuse DROP");
    }

    @Test
    void aLookUpThatFailsFailsTheRequestAndFreesItsPlace() {
      ledger.failure = new QueryTimeoutException("of the test");
      for (int i = 0; i <= MOST_CANCELS; i++) {
        assertThat(begin()).isCompletedExceptionally();
      }
    }

    @Test
    void aLookUpThatDoesNotBeginFreesItsPlaceToo() {
      ledger.defect = new IllegalStateException("of the test");
      for (int i = 0; i <= MOST_CANCELS; i++) {
        assertThat(begin()).isCompletedExceptionally();
      }
      assertThat(events).hasSize(MOST_CANCELS + 1).containsOnly("find 9");
    }

    @Test
    void anInstanceThatStopsIsUnavailable() {
      ledger.rejection = new RejectedExecutionException("of the test");
      for (int i = 0; i <= MOST_CANCELS; i++) {
        assertThat(begin()).isCompletedWithValue(CancelOutcome.Ended.UNAVAILABLE);
      }
      assertThat(events).hasSize(MOST_CANCELS + 1).containsOnly("find 9");
    }

    @Test
    void moreCancelsThanHavePlaceAreUnavailableAtOnce() {
      ledger.ofId = ROW;
      ledger.cancel = CancelResult.DELETED;
      gate.mark = new CompletableFuture<>();
      List<CompletableFuture<CancelOutcome>> waiting = new ArrayList<>();
      for (int i = 0; i < MOST_CANCELS; i++) {
        waiting.add(begin());
      }
      events.clear();
      assertThat(begin()).isCompletedWithValue(CancelOutcome.Ended.UNAVAILABLE);
      assertThat(events).isEmpty();
      gate.mark.complete(Optional.of(new CancelMark("mark", true)));
      assertThat(waiting)
          .allSatisfy(one -> assertThat(one).isCompletedWithValue(CancelOutcome.Ended.CANCELLED));
      assertThat(begin()).isCompletedWithValue(CancelOutcome.Ended.CANCELLED);
    }
  }

  @Nested
  class Marked {

    @Test
    void theRowIsDeletedOnlyAfterTheGateHasAnswered() {
      ledger.ofId = ROW;
      ledger.cancel = CancelResult.DELETED;
      gate.mark = new CompletableFuture<>();
      CompletableFuture<CancelOutcome> outcome = begin();
      assertThat(events).containsExactly("find 9", "mark");
      assertThat(outcome).isNotDone();
      gate.mark.complete(Optional.of(new CancelMark("mark", true)));
      assertThat(outcome).isCompletedWithValue(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "release mark");
    }

    @Test
    void theAnswerWaitsUntilTheSeatIsFreeAgain() {
      gate.settlement = new CompletableFuture<>();
      ledger.ofId = ROW;
      ledger.cancel = CancelResult.DELETED;
      CompletableFuture<CancelOutcome> outcome = begin();
      assertThat(events).endsWith("release mark");
      assertThat(outcome).isNotDone();
      gate.settlement.complete(Settlement.SETTLED);
      assertThat(outcome).isCompletedWithValue(CancelOutcome.Ended.CANCELLED);
      assertThat(events).endsWith("release mark");
    }

    @Test
    void aMarkThatIsGoneAfterTheDeleteLoadsTheRosterBeforeTheAnswer() {
      gate.settlement = completedFuture(Settlement.GONE);
      assertThat(cancel(CancelResult.DELETED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "release mark", "load");
    }

    @Test
    void aReleaseWithoutAnAnswerMakesTheCourseSuspect() {
      gate.settlement = completedFuture(Settlement.UNKNOWN);
      assertThat(cancel(CancelResult.DELETED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).endsWith("release mark", "suspect");
    }

    @Test
    void aRowThatAnotherRequestHasCancelledIsReleasedAndCancelled() {
      assertThat(cancel(CancelResult.ABSENT)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "release mark");
    }

    @ParameterizedTest
    @EnumSource(names = {"GONE", "UNKNOWN"})
    void aRowThatWasGoneAndWhoseMarkIsNotSettledMakesTheCourseSuspect(Settlement settlement) {
      gate.settlement = completedFuture(settlement);
      assertThat(cancel(CancelResult.ABSENT)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).endsWith("release mark", "suspect");
    }

    @Test
    void anotherRowOfTheStudentIsConfirmedAndTheOldOneCancelled() {
      assertThat(cancel(CancelResult.REPLACED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "confirm mark");
    }

    @Test
    void aRowThatIsStillThereIsConfirmedAndUnavailable() {
      assertThat(cancel(CancelResult.NOT_DELETED)).isEqualTo(CancelOutcome.Ended.UNAVAILABLE);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "confirm mark");
    }

    @Test
    void theAnswerDoesNotWaitForTheConfirm() {
      gate.settlement = new CompletableFuture<>();
      assertThat(cancel(CancelResult.REPLACED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      gate.settlement.complete(Settlement.GONE);
      assertThat(events).endsWith("confirm mark", "suspect");
    }

    @Test
    void aMarkWithoutAnAnswerIsReleasedAfterTheDelete() {
      gate.mark = completedFuture(Optional.of(new CancelMark("mark", false)));
      assertThat(cancel(CancelResult.DELETED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "release mark");
    }

    @Test
    void aMarkWithoutAnAnswerThatIsNotThereMakesTheCourseSuspect() {
      gate.mark = completedFuture(Optional.of(new CancelMark("mark", false)));
      gate.settlement = completedFuture(Settlement.GONE);
      assertThat(cancel(CancelResult.DELETED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "release mark", "suspect");
    }

    @Test
    void aMarkWithoutAnAnswerConfirmsNoRow() {
      gate.mark = completedFuture(Optional.of(new CancelMark("mark", false)));
      assertThat(cancel(CancelResult.NOT_DELETED)).isEqualTo(CancelOutcome.Ended.UNAVAILABLE);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "suspect");
    }

    @Test
    void anUnknownOutcomeLeavesTheMarkToTheReconciler() {
      assertThat(cancel(CancelResult.UNKNOWN)).isEqualTo(CancelOutcome.Ended.UNAVAILABLE);
      assertThat(events).containsExactly("find 9", "mark", "delete 9");
    }
  }

  @Nested
  class NotMarked {

    NotMarked() {
      gate.mark = completedFuture(Optional.empty());
    }

    @Test
    void aDeletedRowMakesTheCourseSuspect() {
      assertThat(cancel(CancelResult.DELETED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "suspect");
    }

    @Test
    void aRowThatWasGoneMakesTheCourseSuspect() {
      assertThat(cancel(CancelResult.ABSENT)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "suspect");
    }

    @Test
    void anotherRowOfTheStudentMakesTheCourseSuspect() {
      assertThat(cancel(CancelResult.REPLACED)).isEqualTo(CancelOutcome.Ended.CANCELLED);
      assertThat(events).containsExactly("find 9", "mark", "delete 9", "suspect");
    }

    @Test
    void anUnknownOutcomeLeavesTheCourseAlone() {
      assertThat(cancel(CancelResult.UNKNOWN)).isEqualTo(CancelOutcome.Ended.UNAVAILABLE);
      assertThat(events).containsExactly("find 9", "mark", "delete 9");
    }
  }
}
