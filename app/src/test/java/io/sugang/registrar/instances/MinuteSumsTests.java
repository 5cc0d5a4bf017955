package io.sugang.registrar.instances;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MinuteSumsTests {
  private static final Instant TEN = Instant.parse("2027-03-02T01:00:00Z");

  private final MinuteSums sums = new MinuteSums();

  private void beat(String instance, int second, @Nullable Long taken, Map<String, Long> answers) {
    long at = TEN.plusSeconds(second).toEpochMilli();
    sums.add(
        new Heartbeat(
            instance,
            0,
            at,
            InstanceState.READY,
            GateState.IN_USE,
            true,
            "REDIS",
            0,
            0.0,
            0,
            0,
            0,
            0,
            0,
            taken,
            taken == null ? null : 0,
            answers));
  }

  private static MinuteFigures minute(int minute, Map<String, Long> answers, @Nullable Long taken) {
    return new MinuteFigures(TEN.plusSeconds(60L * minute), answers, taken);
  }

  @Test
  void theAnswersOfAllInstancesAreAddedByMinute() {
    beat("a", 10, 7L, Map.of());
    beat("b", 20, null, Map.of("ENROLLED", 100L));
    beat("a", 60, 9L, Map.of("ENROLLED", 2L, "COURSE_FULL", 5L));
    beat("b", 61, null, Map.of("ENROLLED", 103L));
    beat("a", 120, 9L, Map.of("ENROLLED", 2L, "COURSE_FULL", 6L));
    // Published late by a busy instance.
    beat("b", 123, 10L, Map.of("ENROLLED", 104L));
    assertThat(sums.all())
        .containsExactly(
            minute(0, Map.of("ENROLLED", 5L, "COURSE_FULL", 5L), 9L),
            minute(1, Map.of("ENROLLED", 1L, "COURSE_FULL", 1L), 10L));
  }

  @Test
  void aRestartedInstanceIsAnotherOneAndItsFirstHeartbeatCountsNothing() {
    beat("a", 10, null, Map.of("ENROLLED", 3L));
    beat("a", 60, null, Map.of("ENROLLED", 4L));
    beat("a-2", 70, null, Map.of());
    beat("a-2", 120, null, Map.of("ENROLLED", 2L));
    assertThat(sums.all())
        .containsExactly(
            minute(0, Map.of("ENROLLED", 1L), null), minute(1, Map.of("ENROLLED", 2L), null));
  }

  @Test
  void answersOfAGapAreCountedInNoMinute() {
    beat("a", 10, null, Map.of());
    beat("a", 60, null, Map.of("ENROLLED", 1L));
    beat("a", 600, null, Map.of("ENROLLED", 900L));
    beat("a", 660, null, Map.of("ENROLLED", 903L));
    assertThat(sums.all())
        .containsExactly(
            minute(0, Map.of("ENROLLED", 1L), null),
            minute(9, Map.of(), null),
            minute(10, Map.of("ENROLLED", 3L), null));
  }

  @Test
  void whatIsOlderThanADayIsForgotten() {
    beat("a", 10, null, Map.of());
    beat("a", 60, null, Map.of("ENROLLED", 1L));
    beat("a", 120, 3L, Map.of("ENROLLED", 2L));
    sums.forgetBefore(TEN.plusSeconds(90));
    assertThat(sums.all()).containsExactly(minute(1, Map.of("ENROLLED", 1L), 3L));
    beat("a", 180, null, Map.of("ENROLLED", 5L));
    assertThat(sums.all())
        .containsExactly(
            minute(1, Map.of("ENROLLED", 1L), 3L), minute(2, Map.of("ENROLLED", 3L), null));
  }
}
