package io.sugang.lab.loadgen;

/** Pseudo-random numbers as a pure function of their input. */
public final class SplitMix64 {
  private SplitMix64() {}

  /** Mixes a number by the finalizer of SplitMix64: neighbours in, unrelated numbers out. */
  public static long roll(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Returns a number from 0, included, to 1, excluded. */
  public static double unit(long rolled) {
    return (rolled >>> 11) * 0x1.0p-53;
  }

  /**
   * Returns a number from 0, included, to {@code sides}, excluded.
   *
   * @param sides at least 1
   */
  public static int below(int sides, long rolled) {
    return (int) Long.remainderUnsigned(rolled, sides);
  }
}
