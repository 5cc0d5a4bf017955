package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpeningTallyTests {
  private static final long MILLI = 1_000_000;
  private static final long OPENS = 10_000 * MILLI;

  private final OpeningTally tally = new OpeningTally(OPENS, Set.of(1L, 2L));

  @ParameterizedTest
  @CsvSource({"-300, 1, 0, 0", "0, 0, 1, 0", "50, 0, 1, 0", "51, 0, 1, 1", "900, 0, 1, 1"})
  void notOpenIsCountedBySendingTime(long sent, long before, long after, long late) {
    add("NOT_OPEN", 1, sent, sent + 400);

    assertThat(tally.notOpenBefore()).isEqualTo(before);
    assertThat(tally.notOpenAfter()).isEqualTo(after);
    assertThat(tally.late()).isEqualTo(late);
  }

  @Test
  void theFirstSecondHasTheRequestsThatWereSentInIt() {
    add("NOT_OPEN", 1, -1, 500);
    add("TIME_CONFLICT", 1, 0, 20);
    add("TIME_CONFLICT", 1, 999, 1_099);
    add("TIME_CONFLICT", 1, 1_000, 3_000);

    assertThat(tally.firstSecond().getTotalCount()).isEqualTo(2);
    assertThat(tally.firstSecond().getMaxValue() / 1_000).isEqualTo(100);
  }

  @Test
  void coursesAreFullFromTheirFirstRefusalOn() {
    assertThat(tally.firstFull()).isNull();
    add("COURSE_FULL", 1, 100, 300);
    add("COURSE_FULL", 1, 100, 200);
    assertThat(tally.firstFull()).isEqualTo(Duration.ofMillis(200));
    assertThat(tally.allFull()).isNull();
    add("COURSE_FULL", 2, 100, 700);

    assertThat(tally.firstFull()).isEqualTo(Duration.ofMillis(200));
    assertThat(tally.allFull()).isEqualTo(Duration.ofMillis(700));
  }

  private void add(String code, long course, long sentMillis, long endMillis) {
    long sent = OPENS + sentMillis * MILLI;
    tally.add(
        new RequestOutcome(
            new Pair(7, course), 409, code, null, null, sent, sent, OPENS + endMillis * MILLI));
  }
}
