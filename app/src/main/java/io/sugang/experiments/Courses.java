package io.sugang.experiments;

import io.sugang.rush.Campus;
import java.util.Arrays;

/**
 * Which courses a load may ask for. The first {@value #FULL} are full, of the first {@value
 * #HOLDERS} students; the others have seats for everybody and begin empty, and every load that
 * takes seats gets {@value #PER_LOAD} of them for itself.
 */
final class Courses {
  static final int FULL = 100;
  static final int HOLDERS = 50;
  static final int SEATS_FOR_EVERYBODY = 5_000;
  private static final int PER_LOAD = 100;

  private final Campus campus;
  private int handedOut;

  /**
   * @throws IllegalArgumentException when there are too few students or courses
   */
  Courses(Campus campus) {
    if (campus.courses().length < FULL + PER_LOAD || campus.students().length <= HOLDERS) {
      throw new IllegalArgumentException(
          "%d courses and %d students are too few"
              .formatted(campus.courses().length, campus.students().length));
    }
    this.campus = campus;
  }

  /** All of them, also those with seats in the full courses. */
  long[] students() {
    return campus.students();
  }

  /** Students without a seat, as many as there are seats in a free course at most. */
  long[] wishing() {
    long[] all = campus.students();
    return Arrays.copyOfRange(all, HOLDERS, Math.min(all.length, HOLDERS + SEATS_FOR_EVERYBODY));
  }

  long[] full() {
    return Arrays.copyOf(campus.courses(), FULL);
  }

  /** Courses that no load since the last {@link #reset} asked for. */
  long[] free() {
    int from = FULL + handedOut;
    if (from + PER_LOAD > campus.courses().length) {
      throw new IllegalStateException("no courses are left that nobody enrolled in");
    }
    handedOut += PER_LOAD;
    return Arrays.copyOfRange(campus.courses(), from, from + PER_LOAD);
  }

  /** Nobody is enrolled in the free courses any more. */
  void reset() {
    handedOut = 0;
  }
}
