package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.ledger.CourseSeats;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RosterRotationTests {
  private final RosterRotation turns = new RosterRotation();

  private static SortedMap<SeatsId, CourseSeats> courses(int count, int enrolled) {
    SortedMap<SeatsId, CourseSeats> courses = new TreeMap<>();
    for (long course = 1; course <= count; course++) {
      courses.put(new SeatsId(course), new CourseSeats(50, enrolled));
    }
    return courses;
  }

  private Set<Long> next(SortedMap<SeatsId, CourseSeats> courses, long rows) {
    return turns.next(courses, rows).stream().map(SeatsId::value).collect(Collectors.toSet());
  }

  private Set<Long> turn(SortedMap<SeatsId, CourseSeats> courses, long rows) {
    Set<Long> turn = next(courses, rows);
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
    assertThat(next(courses(3, 0), 1)).containsExactly(1L);
    assertThat(turn(courses(3, 0), 1)).containsExactly(1L);
    assertThat(turn(courses(3, 0), 1)).containsExactly(2L);
  }
}
