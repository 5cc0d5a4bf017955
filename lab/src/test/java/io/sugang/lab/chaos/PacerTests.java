package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacerTests {
  private static final List<PlannedRequest> WISHES =
      Collections.nCopies(
          1000, new PlannedRequest(1, 1, 1, PlannedRequest.Then.KEEP, false, false, true));

  /**
   * In Docker three restarts of a minute each used up all planned requests, so none showed the
   * recovery.
   */
  @ParameterizedTest
  @ValueSource(longs = {400, 2000, 4000})
  void plannedRequestsAreLeftHoweverLongTheFaultTakes(long forAfterwards) {
    long nanos =
        LongStream.rangeClosed(1, forAfterwards)
            .map(left -> Pacer.trickle(left, forAfterwards))
            .sum();
    assertThat(Duration.ofNanos(nanos)).isGreaterThan(Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {400, 2000, 4000})
  void anOutageOfSecondsIsNoticed(long forAfterwards) {
    assertThat(Duration.ofNanos(Pacer.trickle(forAfterwards, forAfterwards)))
        .isEqualTo(Duration.ofMillis(20));
    assertThat(Duration.ofNanos(Pacer.trickle(forAfterwards / 2, forAfterwards)))
        .isEqualTo(Duration.ofMillis(80));
  }

  /** An overload took what was kept for afterwards, and no enrollment showed the recovery. */
  @Test
  void anOverloadLeavesWhatIsKeptForAfterwards() {
    assertThat(Pacer.beforehand(WISHES)).hasSize(800);
  }

  /** Clients waited for up to a minute for requests whose time had been set during the fault. */
  @Test
  void whoWaitsForAPlannedRequestGetsItAsSoonAsTheFaultIsOver() throws Exception {
    var pacer = new Pacer(WISHES, Duration.ofMillis(1), Duration.ofMillis(1));
    var served = new AtomicInteger();
    List<Thread> clients =
        IntStream.range(0, WISHES.size())
            .mapToObj(i ->
                Thread.ofVirtual()
                    .start(() -> {
                      try {
                        pacer.next();
                        served.incrementAndGet();
                      } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                      }
                    }))
            .toList();
    await().untilAsserted(() -> assertThat(served).hasValueGreaterThan(800));
    assertThat(clients).anyMatch(Thread::isAlive);
    pacer.faultOver();
    await().untilAsserted(() -> assertThat(served).hasValue(1000));
    assertThat(pacer.next()).isNull();
  }

  /**
   * Three restarts took a third of the time that was expected, and the load went on for the rest.
   */
  @Test
  void afterAShortFaultTheRestTakesAThirdOfTheTime() {
    assertThat(Pacer.intervalAfterwards(32_000_000, 2_000_000_000, 1_300)).isEqualTo(10_666_667);
    assertThat(Pacer.intervalAfterwards(6_000_000, 2_000_000_000, 500)).isEqualTo(4_000_000);
  }

  @Test
  void afterALongFaultTheRestGoesOnAsBefore() {
    assertThat(Pacer.intervalAfterwards(2_500_000, 2_000_000_000, 400)).isEqualTo(2_500_000);
    assertThat(Pacer.intervalAfterwards(2_500_000, 2_000_000_000, 0)).isEqualTo(2_500_000);
  }
}
