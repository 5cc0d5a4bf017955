package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.seats.ledger.CourseSeats;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RosterRotationTests {
  private final RosterRotation turns = new RosterRotation();

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
}
