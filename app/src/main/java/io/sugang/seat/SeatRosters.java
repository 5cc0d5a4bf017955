package io.sugang.seat;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The side of the gate that loaders and the reconciler use. Works while the circuit is open, as
 * closing it takes fresh rosters. Stages complete exceptionally when Redis does not answer.
 */
public interface SeatRosters {

  /**
   * An open grant or open cancel.
   *
   * @param studentId whose
   * @param token settles it
   * @param ageMillis since it was opened, both ends by Redis' clock; negative after that clock was
   *     set back
   */
  record OpenEntry(long studentId, String token, long ageMillis) {
    // A clock that is adjusted in small steps stays within this.
    private static final long CLOCK_TOLERANCE_MILLIS = 1_000;

    /**
     * Whether the entry is open for longer than {@code limit}. An entry that was opened more than a
     * second from now counts as older than any limit: Redis' clock was set back, so its age is
     * unknown.
     */
    public boolean olderThan(Duration limit) {
      return ageMillis > limit.toMillis() || ageMillis < -CLOCK_TOLERANCE_MILLIS;
    }
  }

  /**
   * What the gate knows of a course, without the students.
   *
   * @param capacity empty: NOT_LOADED
   * @param held seats that students hold at the gate, with a row or pending
   * @param pending open entries
   */
  record CourseSummary(OptionalInt capacity, int held, Collection<OpenEntry> pending) {}

  /**
   * What the gate knows of a course at the moment a ticket was given.
   *
   * @param courseId the course
   * @param ticket to be given to {@link #load}
   * @param capacity empty: NOT_LOADED
   * @param students students that hold a seat at the gate
   * @param pending open entries, always of {@code students}
   */
  record Snapshot(
      long courseId,
      String ticket,
      OptionalInt capacity,
      Set<Long> students,
      Map<Long, OpenEntry> pending) {}

  /**
   * Connects unless connected. Returns whether Redis answers. Blocks at most as long as two
   * connections may take.
   */
  boolean connect();

  /**
   * Asks Redis which run this is, and what time it has there, by which the gate limits its calls
   * from now on.
   *
   * @return the id of the run, which changes with every restart; empty when it did not answer with
   *     both
   */
  Optional<String> runAndTime();

  /** Looks at a course. Fails with {@link UnreadableCourseException} because of its keys alone. */
  CompletionStage<CourseSummary> summarize(long courseId);

  /**
   * Begins a load. Roster and capacity have to be read after this completed. Fails with {@link
   * UnreadableCourseException} because of the course's keys alone.
   */
  CompletionStage<Snapshot> begin(long courseId);

  /**
   * Loads a roster under a ticket.
   *
   * @return {@code GONE} when something was settled since the ticket was given: begin again. Fails
   *     with {@link UnreadableCourseException} because of the course's keys alone
   */
  CompletionStage<Settlement> load(long courseId, String ticket, int capacity, Set<Long> roster);

  /**
   * Deletes all that the gate knows of a course, its open entries too: the course is NOT_LOADED
   * afterwards, as it is in a Redis that was restarted empty.
   */
  CompletionStage<Void> forget(long courseId);
}
