package io.sugang.tools.loadreport;

import static io.sugang.tools.loadreport.Figures.ms;
import static io.sugang.tools.loadreport.Figures.percent;
import static io.sugang.tools.loadreport.Figures.whole;
import static io.sugang.tools.loadreport.Markup.badge;
import static io.sugang.tools.loadreport.Markup.swatch;
import static io.sugang.tools.loadreport.Markup.text;

/** What came of a load, in the report's tables. */
final class LoadTables {
  private final LoadResult load;
  private final Markup page;

  LoadTables(LoadResult load, Markup page) {
    this.load = load;
    this.page = page;
  }

  void outcomes() {
    page.section("Answers");
    page.table(
        "", "Answer", "Count", "Share", "Per second", "mean", "p50", "p95", "p99", "p99.9", "max");
    for (LoadResult.Outcome outcome : load.outcomes()) {
      row(
          swatch(Band.of(outcome.name()).style(), outcome.meaning()),
          percent(outcome.share()),
          outcome.latency());
    }
    page.append("</tbody><tbody class=\"sum\">\n");
    row("all", "", load.latency());
    if (load.firstByte().read().count() > 0) {
      row("reads, until the first byte", "", load.firstByte().read());
    }
    if (load.firstByte().enroll().count() > 0) {
      row("enrollments, until the first byte", "", load.firstByte().enroll());
    }
    page.endTable();
    page.note(
        "Times in ms, from sending the request to the end of the answer. What was won took its way through MySQL, what was refused as full ended in Redis: never read the one by the other.");
  }

  private void row(String name, String share, LoadResult.Latency time) {
    page.row(
        name,
        whole(time.count()),
        text(share),
        whole(time.count() / load.seconds()),
        ms(time.mean()),
        ms(time.p50()),
        ms(time.p95()),
        ms(time.p99()),
        ms(time.p999()),
        ms(time.max()));
  }

  void steps() {
    page.section("Steps");
    page.table("", "Requests", "Due per second", "Held", "Dropped", "Errors", "p50", "p95", "p99");
    for (LoadResult.Step step : load.steps()) {
      page.row(
          (step.ramp() > 0 ? "up to " : "at ")
              + whole(step.rate())
              + (step.judged() ? "/s" : "/s <span class=\"quiet\">not judged</span>"),
          whole(step.due()),
          whole(step.held()),
          whole(step.dropped()),
          text(percent(step.failedShare())),
          ms(step.p50()),
          ms(step.p95()),
          ms(step.p99()));
    }
    page.endTable();
    page.note(
        load.stress()
            ? "A step begins with a ramp, so less is due over all of it than at its end. The steps above the target show where it ends."
            : "While the rate rises, only errors are judged.");
  }

  void marks() {
    page.section("Pass marks");
    page.table(" class=\"words\"", "Mark", "Wanted", "Measured", "");
    for (LoadResult.Mark mark : load.marks()) {
      String name = mark.step().isEmpty() ? mark.name() : mark.step() + ": " + mark.name();
      page.row(
          text(name),
          text(mark.wanted()),
          text(mark.got()),
          mark.passed() ? badge("good", "passed") : badge("bad", "missed"));
    }
    page.endTable();
  }

  void seats(SeatVerdict seats) {
    page.section("Seats, by the verifier");
    page.table(" class=\"words\"", "Check", "Finding", "");
    for (SeatVerdict.Check check : seats.checks()) {
      StringBuilder finding = new StringBuilder(text(check.finding()));
      check.examples().forEach(each -> finding.append("<br>").append(text(each)));
      page.row(
          text(check.name()), finding.toString(), badge(kind(check.verdict()), check.verdict()));
    }
    page.endTable();
  }

  private static String kind(String verdict) {
    return switch (verdict) {
      case "valid" -> "good";
      case "violated" -> "bad";
      default -> "unknown";
    };
  }
}
