package io.sugang.lab.bench;

import io.sugang.lab.rush.Dataset;
import java.util.Arrays;

/**
 * Which courses a load may ask for. A fifth of them are full, of the first {@value #HOLDERS}
 * students. The others have seats for all students and begin empty. Every load that takes seats
 * gets as many of them for itself as every other.
 */
final class Courses {
  public static final int HOLDERS = 50;

  private final Dataset dataset;
  private final int full;
  private final int perLoad;
  private int handedOut;

  /**
   * @param loads that take seats between two calls of {@link #reset} at most, at least 1
   * @throws IllegalArgumentException when there are too few students or courses
   */
  public Courses(Dataset dataset, int loads) {
    this.dataset = dataset;
    this.full = full(dataset.courses().length);
    this.perLoad = (dataset.courses().length - full) / loads;
    if (full == 0 || perLoad == 0 || dataset.students().length <= HOLDERS) {
      throw new IllegalArgumentException(
          "%d courses and %d students are too few"
              .formatted(dataset.courses().length, dataset.students().length));
    }
  }

  /** How many are full. */
  static int full(int courses) {
    return courses / 5;
  }

  /** Returns all of them, also those with seats in the full courses. */
  public long[] students() {
    return dataset.students();
  }

  /** Students without a seat. */
  public long[] wishing() {
    long[] all = dataset.students();
    return Arrays.copyOfRange(all, HOLDERS, all.length);
  }

  public long[] full() {
    return Arrays.copyOf(dataset.courses(), full);
  }

  /** Courses that no load since the last {@link #reset} asked for. */
  public long[] free() {
    int from = full + handedOut;
    if (from + perLoad > dataset.courses().length) {
      throw new IllegalStateException("no courses without enrollments are left");
    }
    handedOut += perLoad;
    return Arrays.copyOfRange(dataset.courses(), from, from + perLoad);
  }

  /** Deletes the enrollments of the free courses. */
  public void reset() {
    handedOut = 0;
  }
}
