package io.sugang.platform.ids;

/**
 * The id of a student. Parameters come in the order student, then course or seats, so that a swap
 * does not compile.
 */
public record StudentId(long value) implements Comparable<StudentId> {

  /** Returns whether it is an id of the warm-up, see {@link Ids#isReserved}. */
  public boolean isReserved() {
    return Ids.isReserved(value);
  }

  @Override
  public int compareTo(StudentId other) {
    return Long.compare(value, other.value);
  }

  /** Returns the number, for messages and texts. */
  @Override
  public String toString() {
    return Long.toString(value);
  }
}
