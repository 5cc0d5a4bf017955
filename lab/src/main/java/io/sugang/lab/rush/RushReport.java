package io.sugang.lab.rush;

import io.sugang.lab.loadgen.Schedule;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What the run came to, for a person. */
final class RushReport {

  // Linux sends a lost first packet again after one second: a connect of about that time waited for
  // a full queue.
  private static final Duration CONNECT_REPEATED = Duration.ofMillis(900);

  private final PrintWriter out;

  RushReport(PrintWriter out) {
    this.out = out;
  }

  void print(
      Tally tally,
      Duration took,
      Duration slowestConnect,
      Schedule schedule,
      DriverGauge.DriverUse driver) {
    line("");
    line("Answers");
    tally.kinds().forEach((kind, number) -> line("  %-40s %,12d", kind.text(), number));
    line("");
    line(
        "%,d requests in %.1f s: %,.0f per second.",
        tally.answers(), seconds(took), tally.answers() / Math.max(1e-9, seconds(took)));
    @Nullable Duration full = tally.firstFull();
    if (full == null) {
      line("No course was refused as full.");
    } else {
      line(
          "First course full after %.3f s; %,d courses were refused as full.",
          seconds(full), tally.fullCourses());
    }
    printLatency(
        tally,
        slowestConnect,
        DriverVerdict.of(driver, schedule, tally.latencyOfAll()).explain(driver));
  }

  /** Prints latencies, what limited them, and what should not have happened. */
  void printLatency(Tally tally, Duration slowestConnect, String aboutDriver) {
    line("");
    line("Latency in ms %28s %9s %9s %9s %9s", "p50", "p95", "p99", "p99.9", "max");
    latency("all", tally.latencyOfAll());
    latency("enrolled (201)", tally.latencyOfWon());
    latency("refused (409)", tally.latencyOfRefused());
    line("");
    out.println(aboutDriver);
    if (slowestConnect.compareTo(CONNECT_REPEATED) > 0) {
      line(
          "The slowest connection took %.1f s to open: the server's queue of new connections was full for a moment (backlog of NGINX, net.core.somaxconn).",
          seconds(slowestConnect));
    }
    if (tally.lost() > 0) {
      line("%,d requests got no answer.", tally.lost());
    }
    if (tally.unforeseen() > 0) {
      line(
          "%,d answers were neither 201, 409 nor 503: see the list above and the logs of the instances.",
          tally.unforeseen());
    }
    out.flush();
  }

  private void latency(String what, Tally.RushLatency latency) {
    if (latency.sinceDue().getTotalCount() == 0) {
      return;
    }
    percentiles(what + ", since due", latency.sinceDue());
    if (latency.sinceSent().getTotalCount() > 0) {
      percentiles(what + ", since sent", latency.sinceSent());
    }
  }

  private void percentiles(String what, Histogram micros) {
    line(
        "  %-30s %9.1f %9.1f %9.1f %9.1f %9.1f",
        what,
        micros.getValueAtPercentile(50) / 1_000.0,
        micros.getValueAtPercentile(95) / 1_000.0,
        micros.getValueAtPercentile(99) / 1_000.0,
        micros.getValueAtPercentile(99.9) / 1_000.0,
        micros.getMaxValue() / 1_000.0);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private void line(String format, Object... arguments) {
    out.println(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments));
  }
}
