package io.sugang.lab.loadgen;

/**
 * Half of the requests read a student, a quarter wins a seat, a quarter is refused; which of them a
 * request does is decided by dice. The answers differ by their status.
 */
public final class Mixed implements Traffic {
  private final Traffic reads;
  private final Traffic won;
  private final Traffic refused;
  private final long seed;

  public Mixed(StudentReads reads, FreeSeats won, FullCourses refused, long seed) {
    this.reads = reads;
    this.won = won;
    this.refused = refused;
    this.seed = seed;
  }

  @Override
  public byte[] request(long i) {
    return of(i).request(i);
  }

  @Override
  public boolean expects(long i, int status) {
    return of(i).expects(i, status);
  }

  private Traffic of(long i) {
    return switch (SplitMix64.below(4, SplitMix64.roll(~seed ^ SplitMix64.roll(i)))) {
      case 0 -> won;
      case 1 -> refused;
      default -> reads;
    };
  }
}
