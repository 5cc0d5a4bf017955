package io.sugang.lab.chaos;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The steps of a run with their times, printed as they happen and kept for the report. */
final class Timeline {
  private final PrintWriter out;
  private final List<Moment> moments = new ArrayList<>();
  private long origin = System.nanoTime();

  /**
   * @param seconds since the load began, negative before
   */
  record Moment(double seconds, String what) {}

  Timeline(PrintWriter out) {
    this.out = out;
  }

  /** Starts the clock: times of earlier steps become negative. */
  synchronized void begin() {
    long now = System.nanoTime();
    double before = (now - origin) / 1e9;
    moments.replaceAll(moment -> new Moment(moment.seconds() - before, moment.what()));
    origin = now;
  }

  synchronized void say(String what) {
    double seconds = (System.nanoTime() - origin) / 1e9;
    moments.add(new Moment(seconds, what));
    out.printf(Locale.ROOT, "  %7.3f s  %s%n", seconds, what);
    out.flush();
  }

  synchronized List<Moment> moments() {
    return List.copyOf(moments);
  }
}
