package io.sugang.verifier;

/** The range of ids that the API documents; the verifier shares no code with the service. */
public final class Ids {
  public static final long MIN = 1;

  /** Number.MAX_SAFE_INTEGER of JavaScript. */
  public static final long MAX = 9_007_199_254_740_991L;

  /** From here on ids belong to the warm-up of an instance; their rows exist only meanwhile. */
  public static final long RESERVED_FROM = 9_007_199_254_000_000L;

  /** From here on, and below the reserved ones, ids of courses are those of mock terms. */
  public static final long MOCK_COURSES_FROM = 1_000_000_000_000_000L;

  private static final long MOCK_TERMS_FROM = 1_000_000_000L;
  private static final long TERMS_OF_ONE = 1_000_000L;

  private Ids() {}

  /** The term whose rules apply to a term: for a mock term the original of the copy. */
  static long ruleTerm(long termId) {
    return termId >= MOCK_TERMS_FROM ? termId % TERMS_OF_ONE : termId;
  }

  /** Whether a course is of a mock term. */
  public static boolean isOfMockTerm(long courseId) {
    return courseId >= MOCK_COURSES_FROM && !isReserved(courseId);
  }

  public static boolean isReserved(long id) {
    return id >= RESERVED_FROM;
  }
}
