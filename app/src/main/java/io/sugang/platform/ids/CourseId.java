package io.sugang.platform.ids;

/**
 * The id of a course as students name it, never of a pool. Its seats may be those of pools, which
 * have a {@link SeatsId} each.
 */
public record CourseId(long value) implements Comparable<CourseId> {

  /** Returns the seats that the course has itself, besides those of its pools. */
  public SeatsId ownSeats() {
    return new SeatsId(value);
  }

  /** Returns whether it is an id of the warm-up, see {@link Ids#isReserved}. */
  public boolean isReserved() {
    return Ids.isReserved(value);
  }

  @Override
  public int compareTo(CourseId other) {
    return Long.compare(value, other.value);
  }

  /** Returns the number, for messages and texts. */
  @Override
  public String toString() {
    return Long.toString(value);
  }
}
