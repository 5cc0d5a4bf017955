package io.sugang.lab.loadgen;

/**
 * The times at which requests are due, in nanoseconds since the start. Latency is counted from
 * here, not from when it was sent.
 */
public sealed interface Schedule {

  /**
   * @param i number of the request, counted from 0
   * @param firstDue when the first request is due
   * @param previousEnd when the same user's previous answer came; {@code firstDue} before the first
   *     answer
   */
  long dueNanos(long i, long firstDue, long previousEnd);

  /** Each user asks again the moment the previous answer came; at the start all ask at once. */
  record ClosedLoop() implements Schedule {
    @Override
    public long dueNanos(long i, long firstDue, long previousEnd) {
      return previousEnd;
    }
  }

  /** Requests are due at a fixed rate, whether or not earlier ones were answered. */
  record OpenLoop(double perSecond) implements Schedule {
    @Override
    public long dueNanos(long i, long firstDue, long previousEnd) {
      return firstDue + (long) (i * 1e9 / perSecond);
    }
  }
}
