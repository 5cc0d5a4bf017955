package io.sugang.tools.loadreport;

import static io.sugang.tools.loadreport.Figures.duration;
import static io.sugang.tools.loadreport.Figures.ms;
import static io.sugang.tools.loadreport.Figures.percent;
import static io.sugang.tools.loadreport.Figures.whole;

import io.sugang.tools.report.Page;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report of a load as one page that opens without a network: the data of its template. */
final class LoadPage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm zzz", Locale.ENGLISH);

  private final LoadResult load;
  private final SeatVerdict seats;
  private final List<Second> seconds;

  record Tile(String name, String value, String below) {}

  /** A label, the class of its colour or badge, and what stands beside it. */
  record LabelledRow(String label, String style, List<String> cells) {}

  LoadPage(LoadResult load, SeatVerdict seats, List<Second> seconds) {
    this.load = load;
    this.seats = seats;
    this.seconds = seconds;
  }

  /** See {@link LoadReport#write}. */
  String html(String begins, String machine, String command, ZonedDateTime at) {
    LoadCharts charts = new LoadCharts(load, seconds);
    boolean failed = !load.passed() || seats.exitStatus() == 1;
    Map<String, Object> data = new HashMap<>();
    data.put("title", title());
    data.put("verdict", failed ? "failed" : seats.exitStatus() == 0 ? "passed" : "unknown");
    data.put("badge", failed ? "bad" : seats.exitStatus() == 0 ? "good" : "unknown");
    data.put("at", at.format(TIME));
    data.put("tiles", tiles());
    data.put("charts", List.of(charts.answers(), charts.latency()));
    data.put("outcomes", outcomes());
    data.put("sums", sums());
    data.put("steps", load.steps().size() > 1 ? List.of(Map.of("rows", steps())) : List.of());
    data.put("stress", load.stress());
    data.put("marks", marks());
    data.put("checks", checks());
    data.put("command", command);
    data.put("begins", begins);
    data.put("requests", requests());
    data.put("users", whole(load.usersAtMost()));
    data.put("usersReady", whole(load.usersReady()));
    data.put("machine", machine);
    return Page.of(LoadPage.class, "load.mustache", data);
  }

  private String title() {
    return "%s, %s %s/s for %s"
        .formatted(
            load.scenario().substring(0, 1).toUpperCase(Locale.ROOT) + load.scenario().substring(1),
            load.stress() ? "steps around" : "at",
            whole(load.rate()),
            duration(load.level()));
  }

  private List<Tile> tiles() {
    long won = load.count(Band.WON);
    long refused = load.count(Band.REFUSED);
    List<Tile> tiles = new ArrayList<>();
    tiles.add(
        new Tile("Rate held", whole(load.held()) + "/s", "of " + whole(load.due()) + "/s due"));
    tiles.add(
        new Tile(
            "p95", ms(load.latency().p95()) + " ms", "p99 " + ms(load.latency().p99()) + " ms"));
    if (load.posts() < 100) {
      tiles.add(new Tile("Read", whole(load.count(Band.READ)), "students"));
    }
    if (load.posts() > 0) {
      String all = " of enrollments";
      tiles.add(new Tile("Won", whole(won), share(won, won + refused) + all));
      tiles.add(new Tile("Refused", whole(refused), share(refused, won + refused) + all));
    }
    tiles.add(new Tile("Errors", whole(load.errors()), share(load.errors(), load.requests())));
    tiles.add(new Tile("Dropped", whole(load.dropped()), "due, not sent"));
    return tiles;
  }

  private static String share(long some, long all) {
    return percent(all == 0 ? 0 : 100.0 * some / all);
  }

  private List<LabelledRow> outcomes() {
    return load.outcomes().stream()
        .map(outcome ->
            new LabelledRow(
                outcome.meaning(),
                Band.of(outcome.name()).style(),
                figures(outcome.latency(), percent(outcome.share()))))
        .toList();
  }

  private List<LabelledRow> sums() {
    List<LabelledRow> sums = new ArrayList<>();
    sums.add(new LabelledRow("all", "", figures(load.latency(), "")));
    if (load.firstByte().read().count() > 0) {
      sums.add(
          new LabelledRow("reads, until the first byte", "", figures(load.firstByte().read(), "")));
    }
    if (load.firstByte().enroll().count() > 0) {
      sums.add(
          new LabelledRow(
              "enrollments, until the first byte", "", figures(load.firstByte().enroll(), "")));
    }
    return sums;
  }

  private List<String> figures(LoadResult.K6Latency time, String share) {
    return List.of(
        whole(time.count()),
        share,
        whole(time.count() / load.seconds()),
        ms(time.mean()),
        ms(time.p50()),
        ms(time.p95()),
        ms(time.p99()),
        ms(time.p999()),
        ms(time.max()));
  }

  private List<LabelledRow> steps() {
    return load.steps().stream()
        .map(step ->
            new LabelledRow(
                (step.ramp() > 0 ? "up to " : "at ") + whole(step.rate()) + "/s",
                step.judged() ? "" : "not judged",
                List.of(
                    whole(step.due()),
                    whole(step.held()),
                    whole(step.dropped()),
                    percent(step.failedShare()),
                    ms(step.p50()),
                    ms(step.p95()),
                    ms(step.p99()))))
        .toList();
  }

  private List<LabelledRow> marks() {
    return load.marks().stream()
        .map(mark ->
            new LabelledRow(
                mark.step().isEmpty() ? mark.name() : mark.step() + ": " + mark.name(),
                mark.passed() ? "good" : "bad",
                List.of(mark.wanted(), mark.got(), mark.passed() ? "passed" : "missed")))
        .toList();
  }

  private List<Map<String, Object>> checks() {
    return seats.checks().stream()
        .map(check ->
            Map.<String, Object>of(
                "check",
                check,
                "badge",
                switch (check.verdict()) {
                  case "valid" -> "good";
                  case "violated" -> "bad";
                  default -> "unknown";
                }))
        .toList();
  }

  private String requests() {
    String students = whole(load.students()) + " students";
    if (load.posts() == 0) {
      return "GET /api/students/{id} of " + students;
    }
    String enrollments =
        "POST /api/enrollments by %s for %s courses, all with the same chance"
            .formatted(students, whole(load.courses()));
    return load.posts() < 100
        ? enrollments + ": " + percent(load.posts()) + "; the others GET /api/students/{id}"
        : enrollments;
  }
}
