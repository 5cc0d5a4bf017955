package io.sugang.reconciler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ledger.CourseSeats;
import io.sugang.seat.SeatRosters.Glance;
import io.sugang.seat.SeatRosters.OpenEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
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

  private Set<Long> turn(SortedMap<Long, CourseSeats> courses, long rows) {
    Set<Long> turn = turns.next(courses, rows);
    turns.done();
    return turn;
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
    assertThat(turn(courses(4, 9), 40)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
    assertThat(turn(courses(4, 9), 40)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
  }

  @Test
  void manyTakeTurns() {
    assertThat(turn(courses(5, 9), 25)).containsExactlyInAnyOrder(1L, 2L);
    assertThat(turn(courses(5, 9), 25)).containsExactlyInAnyOrder(3L, 4L);
    assertThat(turn(courses(5, 9), 25)).containsExactlyInAnyOrder(5L, 1L);
    assertThat(turn(courses(5, 9), 25)).containsExactlyInAnyOrder(2L, 3L);
  }

  @Test
  void aCourseThatIsTooLargeForALookHasItsTurnAlone() {
    assertThat(turn(courses(2, 9), 1)).containsExactly(1L);
    assertThat(turn(courses(2, 9), 1)).containsExactly(2L);
    assertThat(turn(courses(2, 9), 1)).containsExactly(1L);
  }

  @Test
  void coursesThatComeAndGoDoNotLoseTheTurn() {
    turn(courses(5, 0), 5);
    assertThat(turn(courses(2, 0), 1)).containsExactly(1L);
    assertThat(turn(new TreeMap<>(), 1)).isEmpty();
    assertThat(turn(courses(3, 0), 1)).containsExactly(2L);
  }

  @Test
  void aTurnThatWasBrokenOffComesAgain() {
    assertThat(turns.next(courses(3, 0), 1)).containsExactly(1L);
    assertThat(turn(courses(3, 0), 1)).containsExactly(1L);
    assertThat(turn(courses(3, 0), 1)).containsExactly(2L);
  }

  @Test
  void aCourseThatCountsAsItsRowDoesAgreesWithIt() {
    assertThat(RosterTurns.disagree(glance(5), seats(5))).isFalse();
    assertThat(RosterTurns.disagree(glance(5), seats(4))).isTrue();
    assertThat(RosterTurns.disagree(glance(5), seats(6))).isTrue();
  }

  @Test
  void anOpenEntryMayHaveARowOrNot() {
    assertThat(RosterTurns.disagree(glance(6, 10), seats(4))).isTrue();
    assertThat(RosterTurns.disagree(glance(6, 10), seats(5))).isFalse();
    assertThat(RosterTurns.disagree(glance(6, 10), seats(6))).isFalse();
    assertThat(RosterTurns.disagree(glance(6, 10), seats(7))).isTrue();
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
