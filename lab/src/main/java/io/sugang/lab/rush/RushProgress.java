package io.sugang.lab.rush;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Progress of the run: on a terminal one line that changes, otherwise a line every few seconds. */
final class RushProgress implements AutoCloseable {

  private static final Duration ON_TERMINAL = Duration.ofMillis(250);
  private static final Duration ELSEWHERE = Duration.ofSeconds(5);

  private final PrintWriter out;
  private final boolean terminal;
  private final long count;
  private final Tally tally;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread;
  private long lastAnswers;
  private long lastNanos = System.nanoTime();

  RushProgress(PrintWriter out, boolean terminal, long count, Tally tally) {
    this.out = out;
    this.terminal = terminal;
    this.count = count;
    this.tally = tally;
    this.thread = Thread.ofPlatform().daemon().name("progress").start(this::show);
  }

  private void show() {
    long period = (terminal ? ON_TERMINAL : ELSEWHERE).toNanos();
    try {
      while (!stop.await(period, TimeUnit.NANOSECONDS)) {
        print();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void print() {
    long now = System.nanoTime();
    long answers = tally.answers();
    double rate = (answers - lastAnswers) * 1e9 / Math.max(1, now - lastNanos);
    lastAnswers = answers;
    lastNanos = now;
    String line =
        String.format(
            Locale.ROOT,
            "  %,d of %,d   %,.0f/s   enrolled %,d   refused %,d   no answer %,d",
            answers,
            count,
            rate,
            tally.won(),
            tally.refused(),
            tally.lost());
    if (terminal) {
      // Back to the first column, and the rest of an older, longer line wiped out.
      out.print("\r" + line + "\u001b[K");
    } else {
      out.println(line);
    }
    out.flush();
  }

  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    if (terminal) {
      print();
      out.println();
      out.flush();
    }
  }
}
