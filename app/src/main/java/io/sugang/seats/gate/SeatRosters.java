package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Rosters and pending entries of the gate, for the reconciler. They can be used while the circuit
 * is open, because closing it needs fresh rosters. Stages complete exceptionally when Redis does
 * not answer.
 */
public interface SeatRosters {

  /**
   * A pending grant or cancel.
   *
   * @param studentId whose
   * @param token settles it
   * @param ageMillis since it was opened, both ends by Redis' clock; negative after that clock was
   *     set back
   */
  record OpenEntry(StudentId studentId, String token, long ageMillis) {
    // A clock that is adjusted in small steps stays within this.
    private static final long CLOCK_TOLERANCE_MILLIS = 1_000;

    /**
     * Returns whether the entry is pending for longer than {@code limit}. An entry that was opened
     * more than a second from now counts as older than any limit: Redis' clock was set back, so its
     * age is unknown.
     */
    public boolean olderThan(Duration limit) {
      return ageMillis > limit.toMillis() || ageMillis < -CLOCK_TOLERANCE_MILLIS;
    }
  }

  /**
   * What the gate has for a course, without the ids of the students.
   *
   * @param capacity empty: NOT_LOADED
   * @param held seats that students hold at the gate, with a row or pending
   * @param pending open entries
   */
  record CourseSummary(OptionalInt capacity, int held, Collection<OpenEntry> pending) {}

  /**
   * What the gate had for a course when a ticket was given.
   *
   * @param seatsId the course or pool
   * @param ticket to be given to {@link #load}
   * @param capacity empty: NOT_LOADED
   * @param students students that hold a seat at the gate
   * @param pending open entries, always of {@code students}
   */
  record Snapshot(
      SeatsId seatsId,
      String ticket,
      OptionalInt capacity,
      Set<StudentId> students,
      Map<StudentId, OpenEntry> pending) {}

  /**
   * Connects unless connected. Returns whether Redis answers. Blocks at most as long as two
   * connections may take.
   */
  boolean connect();

  /**
   * Reads the run id and the clock of Redis. The gate limits its calls by this clock from now on.
   *
   * @return the run id, which changes with every restart; empty unless Redis answered with both
   */
  Optional<String> runAndTime();

  /**
   * Reads the summary of a course. Fails with {@link UnreadableCourseException} because of its keys
   * alone.
   */
  CompletionStage<CourseSummary> summarize(SeatsId seatsId);

  /**
   * Begins a load. Roster and capacity have to be read after this completed. Fails with {@link
   * UnreadableCourseException} because of the course's keys alone.
   */
  CompletionStage<Snapshot> begin(SeatsId seatsId);

  /**
   * Loads a roster under a ticket.
   *
   * @return {@code GONE} when something was settled since the ticket was given: begin again. Fails
   *     with {@link UnreadableCourseException} because of the course's keys alone
   */
  CompletionStage<Settlement> load(
      SeatsId seatsId, String ticket, int capacity, Set<StudentId> roster);

  /**
   * Raises the capacity of a course to {@code capacity}, unless it is higher. Loads that began
   * before are STALE. Completes within the time limit of requests, because the caller has the lock
   * of the course row.
   *
   * @return {@code GONE} when the course is NOT_LOADED
   */
  CompletionStage<Settlement> raise(SeatsId seatsId, int capacity);

  /**
   * Deletes all keys of a course, its pending entries too. The course is NOT_LOADED afterwards, as
   * in a Redis that was restarted empty.
   */
  CompletionStage<Void> forget(SeatsId seatsId);
}
