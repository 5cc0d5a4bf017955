package io.sugang.tools.rush;

import io.sugang.tools.report.Table;
import io.sugang.tools.rush.RushDay.Grade;
import io.sugang.tools.rush.Tally.AnswerKind;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a simulated day came to, for a person. */
final class DayReport {
  private final List<Grade> grades;

  DayReport(List<Grade> grades) {
    this.grades = grades;
  }

  /**
   * Prints the figures of the grades.
   *
   * @param after the windows as they were read after the day, in the order of the grades
   * @return how many answers and enrollments were on the wrong side of an opening
   */
  long print(PrintWriter out, List<DayOpening> after) {
    List<List<String>> openings = new ArrayList<>();
    List<List<String>> times = new ArrayList<>();
    long violations = 0;
    for (int i = 0; i < grades.size(); i++) {
      Grade grade = grades.get(i);
      GradeTally tally = grade.tally();
      String name = name(grade);
      openings.add(
          List.of(
              name,
              grade.opening().opensAt().toString(),
              number(grade.students().length),
              number(tally.all().won()),
              number(tally.notOpenBefore()),
              number(tally.notOpenAfter()),
              number(tally.late()),
              number(after.get(i).early())));
      Histogram first = tally.firstSecond();
      times.add(
          List.of(
              name,
              number(first.getTotalCount()),
              millis(first.getValueAtPercentile(50)),
              millis(first.getValueAtPercentile(99)),
              millis(first.getMaxValue()),
              seconds(tally.firstFull()),
              seconds(tally.allFull())));
      violations += tally.late() + after.get(i).early();
    }
    new Table(
            "Windows: NOT_OPEN and enrollments before and after the opening",
            2,
            List.of(
                "grade",
                "opened at",
                "students",
                "201",
                "NOT_OPEN before",
                "after",
                "after 50 ms",
                "201 before"),
            openings)
        .print(out);
    answers().print(out);
    new Table(
            "From the opening: requests sent in the first second, ms to their answer; s until courses were full",
            1,
            List.of("grade", "requests", "p50", "p99", "max", "first full", "all full"),
            times)
        .print(out);
    if (violations > 0) {
      out.printf(
          "%n%,d answers were on the wrong side of an opening: NOT_OPEN more than 50 ms after it, or 201 before it.%n",
          violations);
    }
    out.flush();
    return violations;
  }

  /** Says how late the driver was; its share of the machine would be that of a day of pauses. */
  static String lateness(DriverGauge.DriverUse driver) {
    return "The driver was itself late by %s ms (p99), %s ms (max)."
        .formatted(
            millis(driver.lagMicros().getValueAtPercentile(99)),
            millis(driver.lagMicros().getMaxValue()));
  }

  private Table answers() {
    var kinds = new TreeSet<AnswerKind>();
    grades.forEach(grade -> kinds.addAll(grade.tally().all().kinds().keySet()));
    List<String> head = new ArrayList<>(List.of("answer"));
    grades.forEach(grade -> head.add("grade " + name(grade)));
    List<List<String>> rows = new ArrayList<>();
    for (AnswerKind kind : kinds) {
      List<String> row = new ArrayList<>(List.of(kind.text()));
      grades.forEach(grade -> row.add(number(grade.tally().all().kinds().getOrDefault(kind, 0L))));
      rows.add(row);
    }
    return new Table("Answers", 1, head, rows);
  }

  private static String name(Grade grade) {
    return grade.opening().forAll() ? "all" : Integer.toString(grade.opening().grade());
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
