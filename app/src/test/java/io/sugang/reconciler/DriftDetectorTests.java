package io.sugang.reconciler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ledger.CourseSeats;
import io.sugang.seat.SeatRosters.Glance;
import io.sugang.seat.SeatRosters.OpenEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DriftDetectorTests {
  private static final Duration GRACE = Duration.ofSeconds(3);

  private static Glance glance(int held, long... ages) {
    List<OpenEntry> pending = new ArrayList<>();
    for (long age : ages) {
      pending.add(new OpenEntry(pending.size() + 1L, "token", age));
    }
    return new Glance(OptionalInt.of(50), held, pending);
  }

  private static CourseSeats seats(int enrolled) {
    return new CourseSeats(50, enrolled);
  }

  @Test
  void aCourseThatCountsAsItsRowDoesAgreesWithIt() {
    assertThat(DriftDetector.disagree(glance(5), seats(5))).isFalse();
    assertThat(DriftDetector.disagree(glance(5), seats(4))).isTrue();
    assertThat(DriftDetector.disagree(glance(5), seats(6))).isTrue();
  }

  @Test
  void anOpenEntryMayHaveARowOrNot() {
    assertThat(DriftDetector.disagree(glance(6, 10), seats(4))).isTrue();
    assertThat(DriftDetector.disagree(glance(6, 10), seats(5))).isFalse();
    assertThat(DriftDetector.disagree(glance(6, 10), seats(6))).isFalse();
    assertThat(DriftDetector.disagree(glance(6, 10), seats(7))).isTrue();
  }

  /** Its row may have been read before the commit. */
  @Test
  void aCourseWhoseEntryWasSettledBetweenTwoGlancesHasMoved() {
    assertThat(DriftDetector.moved(glance(6, 10), glance(6))).isTrue();
    assertThat(DriftDetector.moved(glance(6, 10), glance(6, 30))).isFalse();
    assertThat(DriftDetector.moved(glance(6), glance(7))).isTrue();
    assertThat(DriftDetector.moved(glance(6), glance(6))).isFalse();
  }

  @Test
  void anOldEntryIsOdd() {
    assertThat(DriftDetector.odd(glance(5, GRACE.toMillis()), seats(5), GRACE)).isFalse();
    assertThat(DriftDetector.odd(glance(5, GRACE.toMillis() + 1), seats(5), GRACE)).isTrue();
  }

  @Test
  void anEntryOfTheFutureIsOddBeyondASecond() {
    assertThat(DriftDetector.odd(glance(5, -1_000), seats(5), GRACE)).isFalse();
    assertThat(DriftDetector.odd(glance(5, -1_001), seats(5), GRACE)).isTrue();
  }

  @Test
  void aCourseThatIsNotLoadedOrHasOtherSeatsIsOdd() {
    assertThat(DriftDetector.odd(new Glance(OptionalInt.empty(), 0, List.of()), seats(0), GRACE))
        .isTrue();
    assertThat(DriftDetector.odd(new Glance(OptionalInt.of(49), 0, List.of()), seats(0), GRACE))
        .isTrue();
  }
}
