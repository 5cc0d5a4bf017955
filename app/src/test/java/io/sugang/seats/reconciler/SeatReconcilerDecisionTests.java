package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatFixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Every decision of the reconciler, on a gate and on rows in memory. The rounds and the clock are
 * the test's, but for those of its thread.
 */
class SeatReconcilerDecisionTests {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final long OLD = 3_001;
  private static final long YOUNG = 2_999;

  private final InMemoryGate gate = new InMemoryGate();
  private final InMemoryRows ledger = new InMemoryRows();
  private final SeatCircuit circuit = SeatFixtures.openCircuit();
  private final AtomicLong now = new AtomicLong();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<Duration> leases = new ArrayList<>();
  private boolean ourTurn = true;
  private int leasesGivenBack;
  private int rows = 30_000;
  private final SeatReconciler reconciler = reconciler();

  private SeatReconciler reconciler() {
    ReconcilerProperties properties =
        new ReconcilerProperties(PERIOD, Duration.ofSeconds(3), rows, 100, Duration.ofSeconds(10));
    CourseRosters courseRosters =
        new CourseRosters(gate, gate, ledger, new UnreadableCourses(meters), properties);
    return new SeatReconciler(
        gate,
        circuit,
        ledger,
        courseRosters,
        new RosterRotation(),
        new DriftDetector(courseRosters, ledger, properties.grace()),
        new Lease() {
          @Override
          public boolean tryAcquire(Duration period) {
            leases.add(period);
            return ourTurn;
          }

          @Override
          public void giveBack() {
            leasesGivenBack++;
          }
        },
        new SeatGauges(ledger, properties.leakedAfter(), meters),
        properties,
        now::get);
  }

  /** A round after the first, in which the gate came into use. */
  private void inUse() {
    reconciler.run();
    assertThat(circuit.closed()).isTrue();
    gate.events.clear();
    ledger.events.clear();
  }

  private void nextPeriod() {
    now.addAndGet(PERIOD.toNanos());
    reconciler.run();
  }

  private double courses() {
    return meters.get("sugang.courses").gauge().value();
  }

  private Set<Long> atTheGate(long courseId) {
    return gate.course(courseId).students.stream()
        .map(StudentId::value)
        .collect(Collectors.toSet());
  }

  @Nested
  class WithoutServers {

    @Test
    void withMySqlDownNothingIsAsked() {
      ledger.available = false;
      reconciler.run();
      assertThat(gate.events).isEmpty();
      assertThat(circuit.closed()).isFalse();
    }

    @Test
    void withoutRedisTheLedgerIsLookedAtEveryThirdPeriod() {
      ledger.course(1, 50, 7);
      gate.connected = false;
      reconciler.run();
      assertThat(courses()).isEqualTo(1);
      reconciler.run();
      assertThat(ledger.events).containsExactly("look without the gate");
      now.addAndGet(PERIOD.multipliedBy(3).toNanos() - 1);
      reconciler.run();
      assertThat(ledger.events).hasSize(1);
      now.addAndGet(1);
      reconciler.run();
      assertThat(ledger.events).hasSize(2);
      assertThat(circuit.closed()).isFalse();
    }

    @Test
    void aRedisThatDoesNotSayWhichRunItIsIsNotUsed() {
      ledger.course(1, 50, 7);
      gate.run = Optional.empty();
      reconciler.run();
      assertThat(ledger.events).containsExactly("look without the gate");
      assertThat(gate.events).containsExactly("connect");
      assertThat(circuit.closed()).isFalse();
    }

    @Test
    void whileTheGateIsOutOfUseRedisIsTriedFourTimesASecond() {
      assertThat(reconciler.untilNextRun()).isEqualTo(Duration.ofMillis(250).toNanos());
    }
  }

  @Nested
  class LowerCapacities {

    @Test
    void aCapacityIsNotLoweredWhileTheRowIsLocked() {
      ledger.course(1, 50, 7);
      inUse();
      // A transaction raises the capacity: it has raised that of the gate, and has not committed.
      ledger.locked.add(new SeatsId(1));
      gate.raise(new SeatsId(1), 60);
      ledger.course(1, 50, 7, 8);
      nextPeriod();
      assertThat(gate.course(1).capacity).isEqualTo(OptionalInt.of(60));
      assertThat(atTheGate(1)).containsExactlyInAnyOrder(7L, 8L);
      ledger.course(1, 60, 7, 8);
      ledger.locked.clear();
      nextPeriod();
      assertThat(gate.course(1).capacity).isEqualTo(OptionalInt.of(60));
    }

    @Test
    void aCapacityIsLoweredAsSoonAsTheRowIsFree() {
      ledger.course(1, 50, 7);
      inUse();
      ledger.locked.add(new SeatsId(1));
      ledger.course(1, 40, 7);
      nextPeriod();
      assertThat(gate.course(1).capacity).isEqualTo(OptionalInt.of(50));
      ledger.locked.clear();
      nextPeriod();
      assertThat(gate.course(1).capacity).isEqualTo(OptionalInt.of(40));
    }

    @Test
    void aLockedRowDoesNotKeepTheGateOutOfUse() {
      ledger.course(1, 50, 7);
      inUse();
      ledger.locked.add(new SeatsId(1));
      ledger.course(1, 40, 7);
      circuit.open("of the test");
      reconciler.run();
      assertThat(circuit.closed()).isTrue();
    }
  }

  @Nested
  class ComingIntoUse {

    @Test
    void everyRosterIsLoadedBeforeTheCircuitCloses() {
      ledger.course(1, 50, 7, 8);
      ledger.course(2, 30, 7);
      gate.onLoad = courseId -> assertThat(circuit.closed()).isFalse();
      assertThat(reconciler.awaitFresh(Duration.ZERO)).isFalse();
      reconciler.run();
      assertThat(circuit.closed()).isTrue();
      assertThat(reconciler.awaitFresh(Duration.ZERO)).isTrue();
      assertThat(atTheGate(1)).containsExactlyInAnyOrder(7L, 8L);
      assertThat(gate.course(2).capacity).isEqualTo(OptionalInt.of(30));
      assertThat(courses()).isEqualTo(2);
    }

    @Test
    void rostersThatLookRightAreLoadedAllTheSame() {
      ledger.course(1, 50, 7);
      gate.course(1).capacity = OptionalInt.of(50);
      gate.course(1).students.add(new StudentId(7));
      reconciler.run();
      assertThat(gate.events).contains("load 1");
    }

    @Test
    void aStaleLoadIsRetried() {
      ledger.course(1, 50, 7);
      gate.overtaken.put(new SeatsId(1), 4);
      reconciler.run();
      assertThat(gate.events)
          .containsExactly("connect", "load 1", "load 1", "load 1", "load 1", "load 1");
      assertThat(circuit.closed()).isTrue();
    }

    @Test
    void aRosterThatIsStaleAtEveryTryKeepsTheCircuitOpenAndUndoesNoOther() {
      ledger.course(1, 50, 7);
      ledger.course(2, 50, 7);
      gate.overtaken.put(new SeatsId(1), 5);
      reconciler.run();
      assertThat(circuit.closed()).isFalse();
      assertThat(reconciler.awaitFresh(Duration.ZERO)).isFalse();
      assertThat(courses()).isEqualTo(2);
      gate.events.clear();
      reconciler.run();
      assertThat(gate.events).containsExactly("connect", "load 1");
      assertThat(circuit.closed()).isTrue();
    }

    @Test
    void aNewDoubtHasAllRostersLoadedAgain() {
      ledger.course(1, 50, 7);
      ledger.course(2, 50, 7);
      gate.overtaken.put(new SeatsId(1), 5);
      reconciler.run();
      circuit.open("of the test");
      gate.events.clear();
      reconciler.run();
      assertThat(gate.events).contains("load 1", "load 2");
      assertThat(circuit.closed()).isTrue();
    }

    @Test
    void aDoubtDuringTheLoadsKeepsTheCircuitOpen() {
      ledger.course(1, 50, 7);
      gate.onLoad = courseId -> circuit.open("of the test");
      reconciler.run();
      assertThat(circuit.closed()).isFalse();
      assertThat(reconciler.awaitFresh(Duration.ZERO)).isFalse();
      gate.onLoad = courseId -> {};
      gate.events.clear();
      reconciler.run();
      assertThat(gate.events).contains("load 1");
      assertThat(circuit.closed()).isTrue();
    }

    @Test
    void coursesThatAreSuspectSinceTheirLoadAreLoadedAgain() {
      ledger.course(1, 50, 7);
      ledger.course(2, 50, 7);
      ledger.course(3, 50, 7);
      gate.overtaken.put(new SeatsId(1), 5);
      reconciler.run();
      gate.events.clear();
      reconciler.suspect(new SeatsId(2));
      reconciler.suspect(new SeatsId(9));
      reconciler.run();
      assertThat(gate.events).containsExactlyInAnyOrder("connect", "load 1", "load 2");
    }

    @Test
    void aCourseThatCannotBeReadIsForgottenAndLooksAreRepeated() {
      ledger.course(1, 50, 7);
      ledger.course(2, 50, 7);
      gate.unreadable.add(new SeatsId(1));
      reconciler.run();
      assertThat(circuit.closed()).isTrue();
      assertThat(gate.events).contains("forget 1", "load 2");
      gate.unreadable.clear();
      gate.events.clear();
      reconciler.run();
      assertThat(gate.events).contains("load 1");
    }

    @Test
    void whatTheGateHasOfACourseWithoutARowIsForgottenAndNeverLoaded() {
      ledger.course(1, 50, 7);
      inUse();
      gate.pending(7, 2, OLD);
      assertThat(reconciler.reconcile(List.of(new SeatsId(1), new SeatsId(2)))).isTrue();
      assertThat(gate.events).contains("load 1", "forget 2").doesNotContain("load 2", "forget 1");
      assertThat(atTheGate(2)).isEmpty();
    }

    @Test
    void oldEntriesOfALockedCourseWaitAndKeepNothingOutOfUse() {
      ledger.course(1, 50);
      gate.pending(7, 1, OLD);
      ledger.locked.add(new SeatsId(1));
      reconciler.run();
      assertThat(circuit.closed()).isTrue();
      assertThat(atTheGate(1)).containsExactly(7L);
      ledger.locked.clear();
      reconciler.run();
      assertThat(gate.events).endsWith("release 7");
      assertThat(atTheGate(1)).isEmpty();
    }

    @Test
    void anotherRunOfRedisHasAllRostersLoadedAgain() {
      ledger.course(1, 50, 7);
      inUse();
      gate.courses.clear();
      gate.run = Optional.of("run-2");
      reconciler.run();
      assertThat(gate.events).contains("load 1");
      assertThat(circuit.closed()).isTrue();
      assertThat(atTheGate(1)).containsExactly(7L);
    }

    @Test
    void anOpenCircuitIsClosedByTheNextRound() {
      ledger.course(1, 50, 7);
      inUse();
      circuit.open("of the test");
      reconciler.run();
      assertThat(gate.events).contains("load 1");
      assertThat(circuit.closed()).isTrue();
    }
  }

  @Nested
  class Suspects {

    @Test
    void areComparedInTheNextRound() {
      ledger.course(1, 50, 7);
      ledger.course(2, 50, 7);
      inUse();
      ledger.course(1, 50, 7, 8);
      ledger.course(2, 50, 7, 8);
      reconciler.suspect(new SeatsId(1));
      reconciler.suspect(new SeatsId(1));
      reconciler.run();
      assertThat(gate.events).containsExactly("connect", "load 1");
      assertThat(atTheGate(1)).containsExactlyInAnyOrder(7L, 8L);
      gate.events.clear();
      reconciler.run();
      assertThat(gate.events).containsExactly("connect");
    }

    @Test
    void withTheSameMembersAreNotLoaded() {
      ledger.course(1, 50, 7);
      inUse();
      reconciler.suspect(new SeatsId(1));
      reconciler.run();
      assertThat(gate.events).containsExactly("connect");
    }

    @Test
    void withOtherMembersAreLoadedThoughTheNumbersAgree() {
      ledger.course(1, 50, 7);
      inUse();
      ledger.course(1, 50, 8);
      reconciler.suspect(new SeatsId(1));
      reconciler.run();
      assertThat(atTheGate(1)).containsExactly(8L);
    }

    @Test
    void staySuspectWhenRedisDoesNotAnswer() {
      ledger.course(1, 50, 7);
      inUse();
      ledger.course(1, 50, 7, 8);
      reconciler.suspect(new SeatsId(1));
      gate.away = true;
      assertThatThrownBy(reconciler::run).isInstanceOf(CompletionException.class);
      gate.away = false;
      reconciler.run();
      assertThat(gate.events).contains("load 1");
    }

    @Test
    void thatAreLockedWaitForTheNextRound() {
      ledger.course(1, 50);
      inUse();
      gate.pending(7, 1, OLD);
      ledger.locked.add(new SeatsId(1));
      reconciler.suspect(new SeatsId(1));
      reconciler.run();
      reconciler.run();
      assertThat(ledger.events).containsExactly("look up 1", "look up 1", "wait for 1");
      ledger.locked.clear();
      reconciler.run();
      assertThat(gate.events).endsWith("release 7");
    }
  }

  @Nested
  class Looks {

    @Test
    void atAllCoursesAreDueOnceAPeriod() {
      ledger.course(1, 50, 7);
      inUse();
      reconciler.run();
      assertThat(leases).isEmpty();
      nextPeriod();
      assertThat(leases).containsExactly(PERIOD);
      reconciler.run();
      assertThat(leases).hasSize(1);
    }

    @Test
    void withTheLeaseRepairARosterThatDrifted() {
      ledger.course(1, 50, 7);
      inUse();
      ledger.course(1, 50, 7, 8);
      nextPeriod();
      assertThat(gate.events).containsExactly("connect", "load 1");
      assertThat(atTheGate(1)).containsExactlyInAnyOrder(7L, 8L);
    }

    @Test
    void withoutTheLeaseAreLeftToAnotherInstance() {
      ledger.course(1, 50, 7);
      inUse();
      ledger.course(1, 50, 7, 8);
      ourTurn = false;
      nextPeriod();
      assertThat(leases).hasSize(1);
      assertThat(gate.events).containsExactly("connect");
      ourTurn = true;
      nextPeriod();
      assertThat(gate.events).contains("load 1");
    }

    @Test
    void settleOldEntriesByTheRowsBehindTheLockAndLeaveYoungOnes() {
      ledger.course(1, 50, 7);
      inUse();
      gate.pending(7, 1, OLD);
      gate.pending(8, 1, OLD);
      gate.pending(9, 1, YOUNG);
      nextPeriod();
      assertThat(gate.events).contains("confirm 7", "release 8").doesNotContain("release 9");
      assertThat(atTheGate(1)).containsExactlyInAnyOrder(7L, 9L);
    }

    @Test
    void leaveALockedCourseForTheNextRound() {
      ledger.course(1, 50, 7);
      ledger.course(2, 50, 7);
      inUse();
      gate.pending(8, 1, OLD);
      ledger.course(2, 50, 7, 8);
      ledger.locked.add(new SeatsId(1));
      nextPeriod();
      assertThat(gate.events).contains("load 2").doesNotContain("release 8");
      ledger.locked.clear();
      reconciler.run();
      assertThat(gate.events).contains("release 8");
    }

    @Test
    void waitForTheLockOfACourseThatWasInUseTwice() {
      ledger.course(1, 50, 7);
      inUse();
      gate.pending(8, 1, OLD);
      ledger.inUse.add(new SeatsId(1));
      nextPeriod();
      assertThat(ledger.events).contains("look up 1").doesNotContain("wait for 1");
      reconciler.run();
      assertThat(ledger.events).endsWith("wait for 1");
      assertThat(gate.events).contains("release 8");
    }

    @Test
    void waitForOneOfTheLockedCoursesAtATime() {
      ledger.course(1, 50);
      ledger.course(2, 50);
      inUse();
      gate.pending(8, 1, OLD);
      gate.pending(8, 2, OLD);
      ledger.locked.addAll(List.of(new SeatsId(1), new SeatsId(2)));
      nextPeriod();
      for (int round = 0; round < 4; round++) {
        ledger.events.clear();
        reconciler.run();
        assertThat(ledger.events.stream().filter(event -> event.startsWith("wait")).count())
            .isLessThanOrEqualTo(1);
      }
      ledger.locked.clear();
      reconciler.run();
      assertThat(gate.events.stream().filter("release 8"::equals)).hasSize(2);
    }

    @Test
    void withoutMemoryForOneRosterLoadTheOthersAndLeaveTheGateOutOfUse() {
      ledger.course(1, 50, 7);
      ledger.course(2, 50, 7);
      inUse();
      ledger.course(1, 50, 7, 8);
      ledger.course(2, 50, 7, 8);
      gate.withoutMemory.add(new SeatsId(1));
      nextPeriod();
      assertThat(atTheGate(2)).containsExactlyInAnyOrder(7L, 8L);
      assertThat(circuit.closed()).isFalse();
      // While it is so, each round tries, and none closes the circuit.
      reconciler.run();
      assertThat(circuit.closed()).isFalse();
      gate.withoutMemory.clear();
      reconciler.run();
      assertThat(circuit.closed()).isTrue();
      assertThat(atTheGate(1)).containsExactlyInAnyOrder(7L, 8L);
    }

    @Test
    void thatFailGiveTheLeaseBack() {
      ledger.course(1, 50, 7);
      inUse();
      gate.away = true;
      now.addAndGet(PERIOD.toNanos());
      assertThatThrownBy(reconciler::run).isInstanceOf(RuntimeException.class);
      assertThat(leasesGivenBack).isEqualTo(1);
      gate.away = false;
      nextPeriod();
      assertThat(leasesGivenBack).isEqualTo(1);
    }

    @Test
    void compareSomeRostersInTurnAndTheOthersAtAGlance() {
      rows = 1;
      SeatReconciler inTurns = reconciler();
      ledger.course(1, 50);
      ledger.course(2, 50);
      ledger.course(3, 50);
      inTurns.run();
      gate.events.clear();
      // Seen at a summary; the other drift has its course's turn.
      ledger.course(2, 40);
      gate.course(3).students.add(new StudentId(9));
      gate.pending(9, 3, YOUNG);
      now.addAndGet(PERIOD.toNanos());
      inTurns.run();
      assertThat(gate.events)
          .containsExactlyInAnyOrder("connect", "summary 2", "summary 3", "load 2");
    }

    @Test
    void areLessOftenWithManyCourses() {
      for (long course = 1; course <= 2_001; course++) {
        ledger.course(course, 1);
      }
      inUse();
      nextPeriod();
      assertThat(leases).isEmpty();
      nextPeriod();
      assertThat(leases).containsExactly(PERIOD.multipliedBy(2));
    }

    @Test
    void thatRedisBreaksOffAreRepeatedInTheNextPeriod() {
      ledger.course(1, 50, 7);
      inUse();
      gate.away = true;
      assertThatThrownBy(() -> nextPeriod()).isInstanceOf(CompletionException.class);
      gate.away = false;
      ledger.course(1, 50, 7, 8);
      nextPeriod();
      assertThat(gate.events).contains("load 1");
    }

    @Test
    void theNextRoundComesWithThePeriodAndNotSoonerThanAPause() {
      inUse();
      assertThat(reconciler.untilNextRun()).isEqualTo(PERIOD.toNanos());
      now.addAndGet(PERIOD.toNanos());
      assertThat(reconciler.untilNextRun()).isEqualTo(ReconcilerThread.PAUSE.toNanos());
    }
  }

  @Nested
  class SingleCourse {

    @Test
    void isLoadedForARequest() {
      ledger.course(1, 50, 7);
      reconciler.load(new SeatsId(1));
      assertThat(atTheGate(1)).containsExactly(7L);
    }

    @Test
    void isReconciledAtOnceAndNotSuspect() {
      ledger.course(1, 50, 7);
      inUse();
      assertThat(reconciler.reconcile(List.of(new SeatsId(1)))).isTrue();
      assertThat(gate.events).containsExactly("load 1");
      gate.events.clear();
      reconciler.run();
      assertThat(gate.events).containsExactly("connect");
    }

    @Test
    void thatCouldNotBeReconciledIsSuspect() {
      ledger.course(1, 50, 7);
      inUse();
      gate.away = true;
      assertThat(reconciler.reconcile(List.of(new SeatsId(1)))).isFalse();
      gate.away = false;
      ledger.course(1, 40, 7);
      reconciler.run();
      assertThat(gate.course(1).capacity).isEqualTo(OptionalInt.of(40));
    }
  }

  @Nested
  class ItsThread {

    @Test
    void anErrorEndsARoundAndNotTheThread() {
      ledger.course(1, 50, 7);
      gate.errors.set(1);
      reconciler.start();
      try {
        assertThat(reconciler.isRunning()).isTrue();
        await().until(circuit::closed);
        assertThat(reconciler.isAlive(Duration.ofMinutes(1))).isTrue();
      } finally {
        reconciler.stop();
      }
      assertThat(reconciler.isRunning()).isFalse();
    }

    @Test
    void aSuspectCourseIsLookedAtSoon() {
      ledger.course(1, 50, 7);
      reconciler.start();
      try {
        await().until(circuit::closed);
        gate.course(1).students.clear();
        reconciler.suspect(new SeatsId(1));
        await().until(() -> gate.events.stream().filter("load 1"::equals).count() == 2);
      } finally {
        reconciler.stop();
      }
    }
  }
}
