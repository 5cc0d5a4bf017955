package io.sugang.reconciler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ledger.CourseSeats;
import io.sugang.seat.SeatRosters.Glance;
import io.sugang.seat.SeatRosters.OpenEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RosterTurnsTests {
  private static final Duration GRACE = Duration.ofSeconds(3);
  private final RosterTurns turns = new RosterTurns(GRACE);

  private static SortedMap<Long, CourseSeats> courses(int count, int enrolled) {
    SortedMap<Long, CourseSeats> courses = new TreeMap<>();
    for (long course = 1; course <= count; course++) {
      courses.put(course, new CourseSeats(50, enrolled));
    }
    return courses;
  }

  private static Glance glance(int held, long... ages) {
    List<OpenEntry> pending = new ArrayList<>();
    for (long age : ages) {
      pending.add(new OpenEntry(pending.size() + 1L, "token", age));
    }
    return new Glance(7, OptionalInt.of(50), held, pending);
  }

  private static CourseSeats seats(int enrolled) {
    return new CourseSeats(50, enrolled);
  }

  @Test
  void fewEnrollmentsAreAllComparedAtEveryLook() {
    assertThat(turns.next(courses(4, 9), 40)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
    assertThat(turns.next(courses(4, 9), 40)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
  }

  @Test
  void manyTakeTurns() {
    assertThat(turns.next(courses(5, 9), 25)).containsExactlyInAnyOrder(1L, 2L);
    assertThat(turns.next(courses(5, 9), 25)).containsExactlyInAnyOrder(3L, 4L);
    assertThat(turns.next(courses(5, 9), 25)).containsExactlyInAnyOrder(5L, 1L);
    assertThat(turns.next(courses(5, 9), 25)).containsExactlyInAnyOrder(2L, 3L);
  }

  @Test
  void aCourseThatIsTooLargeForALookHasItsTurnAlone() {
    assertThat(turns.next(courses(2, 9), 1)).containsExactly(1L);
    assertThat(turns.next(courses(2, 9), 1)).containsExactly(2L);
    assertThat(turns.next(courses(2, 9), 1)).containsExactly(1L);
  }

  @Test
  void coursesThatComeAndGoDoNotLoseTheTurn() {
    turns.next(courses(5, 0), 5);
    assertThat(turns.next(courses(2, 0), 1)).containsExactly(1L);
    assertThat(turns.next(new TreeMap<>(), 1)).isEmpty();
    assertThat(turns.next(courses(3, 0), 1)).containsExactly(2L);
  }

  @Test
  void aCourseThatCountsAsItsRowDoesIsNotOdd() {
    assertThat(turns.odd(glance(5), seats(5))).isFalse();
    assertThat(turns.odd(glance(5), seats(5))).isFalse();
  }

  @Test
  void anOpenEntryMayHaveARowOrNot() {
    for (int look = 0; look < 2; look++) {
      assertThat(turns.odd(glance(6, 10), seats(5))).isFalse();
    }
    for (int look = 0; look < 2; look++) {
      assertThat(turns.odd(glance(6, 10), seats(6))).isFalse();
    }
  }

  @Test
  void otherNumbersAreOddWhenTheyStay() {
    assertThat(turns.odd(glance(5), seats(4))).isFalse();
    assertThat(turns.odd(glance(6), seats(5))).isFalse();
    assertThat(turns.odd(glance(6), seats(5))).isTrue();
    assertThat(turns.odd(glance(6, 10), seats(7))).isFalse();
    assertThat(turns.odd(glance(6, 10), seats(7))).isTrue();
  }

  @Test
  void anOldEntryIsOdd() {
    assertThat(turns.odd(glance(5, GRACE.toMillis()), seats(5))).isFalse();
    assertThat(turns.odd(glance(5, GRACE.toMillis() + 1), seats(5))).isTrue();
  }

  @Test
  void aCourseThatIsNotLoadedOrHasOtherSeatsIsOdd() {
    assertThat(turns.odd(new Glance(7, OptionalInt.empty(), 0, List.of()), seats(0))).isTrue();
    assertThat(turns.odd(new Glance(7, OptionalInt.of(49), 0, List.of()), seats(0))).isTrue();
  }
}
