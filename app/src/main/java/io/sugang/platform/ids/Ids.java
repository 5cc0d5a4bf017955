package io.sugang.platform.ids;

/** The range of ids: numbers that JavaScript can hold. The topmost are reserved for the warm-up. */
public final class Ids {
  public static final long MIN = 1;

  /** Number.MAX_SAFE_INTEGER of JavaScript. */
  public static final long MAX = 9_007_199_254_740_991L;

  /**
   * The first reserved id. Rows with reserved ids exist only while an instance warms up. For
   * requests without a {@link WarmupPass} they do not exist.
   */
  public static final long RESERVED_FROM = 9_007_199_254_000_000L;

  /** The rule in words, for messages. */
  public static final String RANGE = "a whole number from " + MIN + " to " + MAX;

  private Ids() {}

  public static boolean isReserved(long id) {
    return id >= RESERVED_FROM;
  }
}
