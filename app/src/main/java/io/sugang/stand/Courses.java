package io.sugang.stand;

import io.sugang.rush.Campus;
import java.util.Arrays;

/**
 * Which courses a load may ask for. The first {@value #FULL} are full, of the first {@value
 * #HOLDERS} students; the others have seats for everybody and begin empty, and every load that
 * takes seats gets as many of them for itself as were agreed upon.
 */
public final class Courses {
  public static final int FULL = 100;
  public static final int HOLDERS = 50;
  public static final int SEATS_FOR_EVERYBODY = 5_000;

  private final Campus campus;
  private final int perLoad;
  private int handedOut;

  /**
   * @param perLoad free courses for a load, at least 1; as many enrollments as it can make are
   *     these times the students
   * @throws IllegalArgumentException when there are too few students or courses
   */
  public Courses(Campus campus, int perLoad) {
    if (campus.courses().length < FULL + perLoad || campus.students().length <= HOLDERS) {
      throw new IllegalArgumentException(
          "%d courses and %d students are too few"
              .formatted(campus.courses().length, campus.students().length));
    }
    this.campus = campus;
    this.perLoad = perLoad;
  }

  /** All of them, also those with seats in the full courses. */
  public long[] students() {
    return campus.students();
  }

  /** Students without a seat, as many as there are seats in a free course at most. */
  public long[] wishing() {
    long[] all = campus.students();
    return Arrays.copyOfRange(all, HOLDERS, Math.min(all.length, HOLDERS + SEATS_FOR_EVERYBODY));
  }

  public long[] full() {
    return Arrays.copyOf(campus.courses(), FULL);
  }

  /** Courses that no load since the last {@link #reset} asked for. */
  public long[] free() {
    int from = FULL + handedOut;
    if (from + perLoad > campus.courses().length) {
      throw new IllegalStateException("no courses are left that nobody enrolled in");
    }
    handedOut += perLoad;
    return Arrays.copyOfRange(campus.courses(), from, from + perLoad);
  }

  /** Nobody is enrolled in the free courses any more. */
  public void reset() {
    handedOut = 0;
  }
}
