package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatRosters.CourseSummary;
import io.sugang.seats.gate.SeatRosters.OpenEntry;
import io.sugang.seats.ledger.CourseSeats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DriftDetectorTests {
  private static final Duration GRACE = Duration.ofSeconds(3);

  private static CourseSummary summary(int held, long... ages) {
    List<OpenEntry> pending = new ArrayList<>();
    for (long age : ages) {
      pending.add(new OpenEntry(new StudentId(pending.size() + 1L), "token", age));
    }
    return new CourseSummary(OptionalInt.of(50), held, pending);
  }

  private static CourseSeats seats(int enrolled) {
    return new CourseSeats(50, enrolled);
  }

  @Test
  void aCourseThatCountsAsItsRowDoesAgreesWithIt() {
    assertThat(DriftDetector.disagree(summary(5), seats(5))).isFalse();
    assertThat(DriftDetector.disagree(summary(5), seats(4))).isTrue();
    assertThat(DriftDetector.disagree(summary(5), seats(6))).isTrue();
  }

  @Test
  void anOpenEntryMayHaveARowOrNot() {
    assertThat(DriftDetector.disagree(summary(6, 10), seats(4))).isTrue();
    assertThat(DriftDetector.disagree(summary(6, 10), seats(5))).isFalse();
    assertThat(DriftDetector.disagree(summary(6, 10), seats(6))).isFalse();
    assertThat(DriftDetector.disagree(summary(6, 10), seats(7))).isTrue();
  }

  /** Its row may have been read before the commit. */
  @Test
  void aCourseWhoseEntryWasSettledBetweenTwoGlancesHasMoved() {
    assertThat(DriftDetector.moved(summary(6, 10), summary(6))).isTrue();
    assertThat(DriftDetector.moved(summary(6, 10), summary(6, 30))).isFalse();
    assertThat(DriftDetector.moved(summary(6), summary(7))).isTrue();
    assertThat(DriftDetector.moved(summary(6), summary(6))).isFalse();
  }

  @Test
  void anOldEntryIsOdd() {
    assertThat(DriftDetector.needsComparison(summary(5, GRACE.toMillis()), seats(5), GRACE))
        .isFalse();
    assertThat(DriftDetector.needsComparison(summary(5, GRACE.toMillis() + 1), seats(5), GRACE))
        .isTrue();
  }

  @Test
  void anEntryOfTheFutureIsOddBeyondASecond() {
    assertThat(DriftDetector.needsComparison(summary(5, -1_000), seats(5), GRACE)).isFalse();
    assertThat(DriftDetector.needsComparison(summary(5, -1_001), seats(5), GRACE)).isTrue();
  }

  @Test
  void aCourseThatIsNotLoadedOrHasOtherSeatsIsOdd() {
    assertThat(
            DriftDetector.needsComparison(
                new CourseSummary(OptionalInt.empty(), 0, List.of()), seats(0), GRACE))
        .isTrue();
    assertThat(
            DriftDetector.needsComparison(
                new CourseSummary(OptionalInt.of(49), 0, List.of()), seats(0), GRACE))
        .isTrue();
  }
}
