package io.sugang.verifier;

/** The range of ids that the API documents; the verifier shares no code with the service. */
public final class Ids {
  public static final long MIN = 1;

  /** Number.MAX_SAFE_INTEGER of JavaScript. */
  public static final long MAX = 9_007_199_254_740_991L;

  /** From here on ids belong to the warm-up of an instance; their rows exist only meanwhile. */
  public static final long RESERVED_FROM = 9_007_199_254_000_000L;

  private Ids() {}

  public static boolean isReserved(long id) {
    return id >= RESERVED_FROM;
  }
}
