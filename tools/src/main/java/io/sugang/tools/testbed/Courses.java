package io.sugang.tools.testbed;

import io.sugang.tools.rush.Dataset;
import java.util.Arrays;

/**
 * Which courses a load may ask for. A fifth of them are full, of the first {@value #HOLDERS}
 * students; the others have seats for everybody and begin empty, and every load that takes seats
 * gets as many of them for itself as every other.
 */
public final class Courses {
  public static final int HOLDERS = 50;

  private final Dataset campus;
  private final int full;
  private final int perLoad;
  private int handedOut;

  /**
   * @param loads that take seats between two calls of {@link #reset} at most, at least 1
   * @throws IllegalArgumentException when there are too few students or courses
   */
  public Courses(Dataset campus, int loads) {
    this.campus = campus;
    this.full = full(campus.courses().length);
    this.perLoad = (campus.courses().length - full) / loads;
    if (full == 0 || perLoad == 0 || campus.students().length <= HOLDERS) {
      throw new IllegalArgumentException(
          "%d courses and %d students are too few"
              .formatted(campus.courses().length, campus.students().length));
    }
  }

  /** How many are full. */
  static int full(int courses) {
    return courses / 5;
  }

  /** All of them, also those with seats in the full courses. */
  public long[] students() {
    return campus.students();
  }

  /** Students without a seat. */
  public long[] wishing() {
    long[] all = campus.students();
    return Arrays.copyOfRange(all, HOLDERS, all.length);
  }

  public long[] full() {
    return Arrays.copyOf(campus.courses(), full);
  }

  /** Courses that no load since the last {@link #reset} asked for. */
  public long[] free() {
    int from = full + handedOut;
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
