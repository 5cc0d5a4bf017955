package io.sugang.lab.rush;

import io.sugang.lab.report.Table;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a rush in front of a window came to, for a person. */
final class OpeningReport {
  private final Opening opening;
  private final int students;
  private final OpeningTally tally;

  /**
   * @param opening as it was read after the rush
   */
  OpeningReport(Opening opening, int students, OpeningTally tally) {
    this.opening = opening;
    this.students = students;
    this.tally = tally;
  }

  /**
   * Prints the figures.
   *
   * @return how many answers and enrollments were on the wrong side of the opening
   */
  long print(PrintWriter out) {
    Histogram first = tally.firstSecond();
    long violations = tally.late() + opening.early();
    new Table(
            "The window: NOT_OPEN and enrollments before and after the opening",
            1,
            List.of(
                "opened at",
                "students",
                "201",
                "NOT_OPEN before",
                "after",
                "after 50 ms",
                "201 before"),
            List.of(
                List.of(
                    opening.opensAt().toString(),
                    number(students),
                    number(tally.all().won()),
                    number(tally.notOpenBefore()),
                    number(tally.notOpenAfter()),
                    number(tally.late()),
                    number(opening.early()))))
        .print(out);
    List<List<String>> answers = new ArrayList<>();
    new TreeMap<>(tally.all().kinds())
        .forEach((kind, number) -> answers.add(List.of(kind.text(), number(number))));
    new Table("Answers", 1, List.of("answer", "number"), answers).print(out);
    new Table(
            "From the opening: requests sent in the first second, ms to their answer; s until courses were full",
            0,
            List.of("requests", "p50", "p99", "max", "first full", "all full"),
            List.of(
                List.of(
                    number(first.getTotalCount()),
                    millis(first.getValueAtPercentile(50)),
                    millis(first.getValueAtPercentile(99)),
                    millis(first.getMaxValue()),
                    seconds(tally.firstFull()),
                    seconds(tally.allFull()))))
        .print(out);
    if (violations > 0) {
      out.printf(
          "%n%,d answers were on the wrong side of the opening: NOT_OPEN more than 50 ms after it, or 201 before it.%n",
          violations);
    }
    out.flush();
    return violations;
  }

  /** Says how late the driver was; its share of the machine would be that of a time of pauses. */
  static String lateness(DriverGauge.DriverUse driver) {
    return "The driver was itself late by %s ms (p99), %s ms (max)."
        .formatted(
            millis(driver.lagMicros().getValueAtPercentile(99)),
            millis(driver.lagMicros().getMaxValue()));
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String millis(long micros) {
    return String.format(Locale.ROOT, "%.1f", micros / 1_000.0);
  }

  private static String seconds(@Nullable Duration time) {
    return time == null ? "-" : String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9);
  }
}
