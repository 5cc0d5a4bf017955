package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.SeatRosters;
import io.sugang.seats.gate.Settlement;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;

/** Closing the circuit while others settle seats of one course all the time. */
@SugangTest(properties = "sugang.seed.courses=21")
@DirtiesContext
class ReloadIntegrationTests {
  private static final long HOT = 5;
  private static final int STALE_LOADS = 23;

  @Autowired SeatReconciler own;
  @Autowired SeatRosters gateRosters;
  @Autowired SeatGate gate;
  @Autowired SeatCircuit circuit;
  @Autowired EnrollmentLedger ledger;
  @Autowired RedissonClient redisson;

  /** The gate as it is, whose loads of one course are overtaken for a while. */
  private final class Overtaken implements SeatRosters {
    private final Map<SeatsId, Integer> loads = new ConcurrentHashMap<>();

    @Override
    public boolean connect() {
      return gateRosters.connect();
    }

    @Override
    public Optional<String> runAndTime() {
      return gateRosters.runAndTime();
    }

    @Override
    public CompletionStage<CourseSummary> summarize(SeatsId seatsId) {
      return gateRosters.summarize(seatsId);
    }

    @Override
    public CompletionStage<Snapshot> begin(SeatsId seatsId) {
      return gateRosters.begin(seatsId);
    }

    @Override
    public CompletionStage<Settlement> load(
        SeatsId seatsId, String ticket, int capacity, Set<StudentId> roster) {
      return loads.merge(seatsId, 1, Integer::sum) <= STALE_LOADS && seatsId.value() == HOT
          ? CompletableFuture.completedStage(Settlement.GONE)
          : gateRosters.load(seatsId, ticket, capacity, roster);
    }

    @Override
    public CompletionStage<Settlement> raise(SeatsId seatsId, int capacity) {
      return gateRosters.raise(seatsId, capacity);
    }

    @Override
    public CompletionStage<Void> forget(SeatsId seatsId) {
      return gateRosters.forget(seatsId);
    }
  }

  @Test
  void whatWasLoadedSinceTheDoubtIsNotLoadedAgainBecauseOfABusyCourse() {
    assertThat(own.awaitFresh(Duration.ofSeconds(20))).isTrue();
    own.stop();
    Overtaken rosters = new Overtaken();
    SeatReconciler other = reconciler(rosters);
    circuit.open("of the test");
    other.start();
    try {
      await().atMost(Duration.ofSeconds(30)).until(circuit::closed);
    } finally {
      other.stop();
    }
    assertThat(rosters.loads).hasSize(21);
    assertThat(rosters.loads.remove(new SeatsId(HOT))).isEqualTo(STALE_LOADS + 1);
    assertThat(rosters.loads.values()).containsOnly(1);
  }

  private SeatReconciler reconciler(SeatRosters rosters) {
    MeterRegistry meters = new SimpleMeterRegistry();
    ReconcilerProperties properties =
        new ReconcilerProperties(
            Duration.ofSeconds(1), Duration.ofSeconds(3), 30_000, 100, Duration.ofSeconds(10));
    CourseRosters courseRosters =
        new CourseRosters(rosters, gate, ledger, new UnreadableCourses(meters), properties);
    return new SeatReconciler(
        rosters,
        circuit,
        ledger,
        courseRosters,
        new RosterRotation(),
        new DriftDetector(courseRosters, ledger, properties.grace()),
        new ReconcilerLease(redisson),
        new SeatGauges(ledger, properties.leakedAfter(), meters),
        properties);
  }
}
