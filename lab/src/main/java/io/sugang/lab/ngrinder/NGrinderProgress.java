package io.sugang.lab.ngrinder;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * What the person at the terminal sees while the test runs: a line when its status changes, and one
 * every ten seconds.
 */
final class NGrinderProgress {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final PrintWriter out;
  private String status = "";
  private long toldAt;

  NGrinderProgress(PrintWriter out) {
    this.out = out;
  }

  void status(Controller.Test test) {
    if (!test.status().equals(status)) {
      status = test.status();
      out.println("  " + status + lastLine(test.message()));
      out.flush();
      toldAt = System.nanoTime();
    }
  }

  /** Whether a line with figures is due. */
  boolean due() {
    return System.nanoTime() - toldAt >= INTERVAL.toNanos();
  }

  void tps(double tps, Duration sofar) {
    if (!Double.isNaN(tps)) {
      out.printf("  %4d s %,10.0f requests per second%n", sofar.toSeconds(), tps);
      out.flush();
    }
    toldAt = System.nanoTime();
  }

  /**
   * The last of what the controller says of a test, with a colon before it; empty if it says
   * nothing.
   */
  static String lastLine(String message) {
    String text = message.replaceAll("<[^>]*>", " ").strip();
    String line = text.substring(text.lastIndexOf('\n') + 1).strip();
    return line.isEmpty() ? "" : ": " + (line.length() > 300 ? line.substring(0, 300) : line);
  }
}
