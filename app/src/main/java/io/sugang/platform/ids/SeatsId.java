package io.sugang.platform.ids;

/**
 * The id of what has seats of its own: a course, or a pool of one. Both are rows of {@code course},
 * and alike to gate and ledger. {@code CoursePools} knows the course of a pool.
 */
public record SeatsId(long value) implements Comparable<SeatsId> {

  /** Returns whether it is an id of the warm-up, see {@link Ids#isReserved}. */
  public boolean isReserved() {
    return Ids.isReserved(value);
  }

  @Override
  public int compareTo(SeatsId other) {
    return Long.compare(value, other.value);
  }

  /** Returns the number, for keys, messages and texts. */
  @Override
  public String toString() {
    return Long.toString(value);
  }
}
