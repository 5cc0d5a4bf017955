package io.sugang.lab.rush;

import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.lab.loadgen.SplitMix64;
import java.time.Duration;

/**
 * A student in front of a window: connects seconds before the opening, presses just before it and
 * at it, and requests the next course after each answer. A request whose answer asks for a
 * repetition is sent again.
 */
final class WaitingStudent extends RushUser {
  private static final long CONNECTS = Duration.ofSeconds(3).toNanos();
  private static final long CONNECTING = Duration.ofSeconds(2).toNanos();
  private static final long IMPATIENT = Duration.ofMillis(500).toNanos();
  private static final long AGAIN = Duration.ofMillis(50).toNanos();

  private final Rush rush;
  private final KeepAliveConnection connection;
  private final long studentId;
  private final long[] wishes;
  private final long opens;
  private final long closes;

  /**
   * @param opens nanoseconds since the start of the run
   * @param closes likewise
   */
  WaitingStudent(
      Rush rush,
      KeepAliveConnection connection,
      Duration timeout,
      long studentId,
      long[] wishes,
      long opens,
      long closes) {
    super(rush, connection, timeout);
    this.rush = rush;
    this.connection = connection;
    this.studentId = studentId;
    this.wishes = wishes;
    this.opens = opens;
    this.closes = closes;
  }

  @Override
  public void run() {
    double patience = SplitMix64.unit(SplitMix64.roll(studentId));
    try (connection) {
      if (!rush.awaitDue(opens - CONNECTS + (long) (patience * CONNECTING))) {
        return;
      }
      connect();
      long due = opens - (long) ((1 - patience) * IMPATIENT);
      for (long course : wishes) {
        due = pressUntilDecided(course, due);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean comesAgain(RequestOutcome outcome) {
    return outcome.lost() || outcome.status() == 503 || OpeningTally.notOpen(outcome);
  }

  private long pressUntilDecided(long course, long due) throws InterruptedException {
    long next = due;
    while (next < closes) {
      RequestOutcome outcome = press(new Pair(studentId, course), next);
      if (outcome == null) {
        return closes;
      }
      if (!comesAgain(outcome)) {
        return outcome.endNanos();
      }
      // Refused as too early, it is pressed again at the opening and not before.
      next = outcome.endNanos() < opens ? opens : outcome.endNanos() + AGAIN;
    }
    return next;
  }
}
