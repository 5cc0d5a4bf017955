package io.sugang.platform.ids;

import org.jspecify.annotations.Nullable;

/**
 * Ids of mock terms that the desk began, and of their courses. They are apart from all other ids,
 * follow from those of what was copied, and are never used twice, because no number of a mock term
 * is.
 */
public final class MockIds {
  /** The highest number of a mock term: above it the ids would be reserved ones. */
  public static final int MOST = 7_999;

  /** Ids of courses that can be copied are below. */
  public static final long COPIED_BELOW = 1_000_000_000_000L;

  /** The lowest id of a course of a mock term; ids of other courses are below. */
  public static final long FIRST_COURSE = 1_000_000_000_000_000L;

  private static final long FIRST_TERM = 1_000_000_000L;
  // Ids of regular terms are below: that of the year 9999 has five digits.
  private static final long TERMS_OF_ONE = 1_000_000L;

  private MockIds() {}

  /** Returns the id of a mock term, like 1001020261 for the first one, of the term 20261. */
  public static long term(int number, long ofTerm) {
    return FIRST_TERM + number * TERMS_OF_ONE + ofTerm;
  }

  /** Returns what is added to the ids of courses and pools that a mock term copies. */
  public static long courseOffset(int number) {
    return FIRST_COURSE + number * COPIED_BELOW;
  }

  /** Returns whether a term is one of these; null, of a course without a term, is none. */
  public static boolean isTerm(@Nullable Long termId) {
    return termId != null && termId >= FIRST_TERM;
  }

  /** Returns whether a course or a pool is of such a term. */
  public static boolean isCourse(long courseId) {
    return courseId >= FIRST_COURSE && !Ids.isReserved(courseId);
  }

  /**
   * Returns the term whose rules apply to a term: for a mock term the original of the copy,
   * otherwise the term itself.
   */
  public static long ruleTerm(long termId) {
    return isTerm(termId) ? termId % TERMS_OF_ONE : termId;
  }
}
