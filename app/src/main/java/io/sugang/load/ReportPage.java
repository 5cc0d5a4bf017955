package io.sugang.load;

import static io.sugang.load.Figures.duration;
import static io.sugang.load.Figures.ms;
import static io.sugang.load.Figures.percent;
import static io.sugang.load.Figures.text;
import static io.sugang.load.Figures.whole;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/** The report of a load as one page that needs nothing else, also no network. */
final class ReportPage {

  /** Kinds of answers that are drawn in one colour, from the bottom up. */
  private static final SequencedMap<String, List<String>> BANDS = new LinkedHashMap<>();

  static {
    BANDS.put("read", List.of("read"));
    BANDS.put("won", List.of("won"));
    BANDS.put("refused", List.of("full", "already"));
    BANDS.put(
        "errors",
        List.of("unavailable", "gateway", "limited", "broken", "unanswered", "unexpected"));
  }

  private static final Map<String, String> LEGEND =
      Map.of(
          "read", "read (200)", "won", "won (201)", "refused", "refused (409)", "errors", "errors");

  private final LoadResult load;
  private final SeatVerdict seats;
  private final List<Second> seconds;
  private final String begins;
  private final String machine;
  private final String command;
  private final ZonedDateTime at;
  private final StringBuilder page = new StringBuilder();

  ReportPage(
      LoadResult load,
      SeatVerdict seats,
      List<Second> seconds,
      String begins,
      String machine,
      String command,
      ZonedDateTime at) {
    this.load = load;
    this.seats = seats;
    // What comes in after the time is over is in the tables.
    this.seconds = seconds.stream().filter(each -> each.at() < load.seconds()).toList();
    this.begins = begins;
    this.machine = machine;
    this.command = command;
    this.at = at;
  }

  String html() {
    head();
    tiles();
    answersOverTime();
    latencyOverTime();
    note("Seconds are counted from the first answer, so the last one may not be whole.");
    outcomes();
    if (load.stress()) {
      steps();
    }
    marks();
    seats();
    setting();
    return page.append("</main>\n</html>\n").toString();
  }

  private void head() {
    String title =
        "%s, %s %s/s for %s"
            .formatted(
                capital(load.scenario()),
                load.stress() ? "steps around" : "at",
                whole(load.rate()),
                duration(load.seconds()));
    page.append(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Sugang load: %s</title>
        <style>
        %s</style>
        </head>
        <main>
        <header><p class="over">Sugang load</p><h1>%s</h1>%s</header>
        <p class="lead">%s · %s</p>
        """
            .formatted(
                text(title),
                STYLE,
                text(title),
                verdictBadge(),
                at.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm zzz", Locale.ENGLISH)),
                text(begins)));
  }

  private String verdictBadge() {
    if (!load.passed() || seats.exitStatus() == 1) {
      return badge("bad", "failed");
    }
    return seats.exitStatus() == 0 ? badge("good", "passed") : badge("unknown", "unknown");
  }

  private void tiles() {
    long enrollments = load.count("won", "full", "already");
    page.append("<section class=\"tiles\">\n");
    tile("Rate held", whole(load.held()) + "/s", "of " + whole(load.due()) + "/s due");
    tile("p95", ms(load.latency().p95()) + " ms", "p99 " + ms(load.latency().p99()) + " ms");
    if (load.posts() < 100) {
      tile("Read", whole(load.count("read")), "students");
    }
    if (load.posts() > 0) {
      long won = load.count("won");
      tile("Won", whole(won), percent(part(won, enrollments)) + " of enrollments");
      long refused = load.count("full", "already");
      tile("Refused", whole(refused), percent(part(refused, enrollments)) + " of enrollments");
    }
    tile("Errors", whole(load.errors()), percent(part(load.errors(), load.requests())));
    tile("Dropped", whole(load.dropped()), "due, not sent");
    page.append("</section>\n");
  }

  private void answersOverTime() {
    double[] bottom = new double[seconds.size()];
    double most =
        Math.max(
            load.steps().stream().mapToDouble(LoadResult.Step::rate).max().orElse(1),
            seconds.stream().mapToInt(each -> each.answers() + each.dropped()).max().orElse(1));
    Chart chart = Chart.linear("Answers per second over time", load.seconds(), most);
    List<String> shown = new ArrayList<>();
    for (var band : BANDS.entrySet()) {
      double[] values = values(each -> band.getValue().stream().mapToInt(each::of).sum());
      if (!empty(values)) {
        shown.add(swatch(band.getKey(), LEGEND.getOrDefault(band.getKey(), "")));
        bottom = pile(chart, band.getKey(), bottom, values);
      }
    }
    double[] dropped = values(Second::dropped);
    if (!empty(dropped)) {
      shown.add(swatch("dropped", "dropped"));
      pile(chart, "dropped", bottom, dropped);
    }
    chart.through("due", due());
    shown.add(swatch("due", "due"));
    figure("Answers per second", shown, chart.end());
  }

  private static double[] pile(Chart chart, String style, double[] bottom, double[] values) {
    double[] top = bottom.clone();
    for (int i = 0; i < top.length; i++) {
      top[i] += values[i];
    }
    chart.band("band " + style, bottom, top);
    return top;
  }

  private List<double[]> due() {
    List<double[]> points = new ArrayList<>();
    double begin = 0;
    for (LoadResult.Step step : load.steps()) {
      if (points.isEmpty()) {
        points.add(new double[] {0, step.ramp() > 0 ? 0 : step.rate()});
      }
      points.add(new double[] {begin + step.ramp(), step.rate()});
      begin += step.seconds();
      points.add(new double[] {begin, step.rate()});
    }
    return points;
  }

  private void latencyOverTime() {
    double least =
        seconds.stream().mapToDouble(Second::p50).filter(time -> time > 0).min().orElse(1);
    double most = seconds.stream().mapToDouble(Second::p99).max().orElse(1);
    String picture =
        Chart.logarithmic("Response time over time", load.seconds(), least, most)
            .line("curve p99", values(Second::p99))
            .line("curve p95", values(Second::p95))
            .line("curve p50", values(Second::p50))
            .end();
    figure(
        "Response time of each second in ms, logarithmic",
        List.of(swatch("p50", "p50"), swatch("p95", "p95"), swatch("p99", "p99")),
        picture);
  }

  private void outcomes() {
    section("Answers");
    page.append(
        "<div class=\"wide\"><table><thead><tr><th>Answer<th>Count<th>Share<th>Per second<th>mean<th>p50<th>p95<th>p99<th>p99.9<th>max</thead>\n<tbody>\n");
    for (LoadResult.Outcome outcome : load.outcomes()) {
      row(
          swatch(bandOf(outcome.name()), outcome.meaning()),
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
    page.append("</tbody></table></div>\n");
    note(
        "Times in ms, from sending the request to the end of the answer. What was won took its way through MySQL, what was refused as full ended in Redis: never read the one by the other.");
  }

  private void row(String name, String share, LoadResult.Latency time) {
    page.append("<tr><td>").append(name);
    for (String cell :
        List.of(
            whole(time.count()),
            share,
            whole(time.count() / load.seconds()),
            ms(time.mean()),
            ms(time.p50()),
            ms(time.p95()),
            ms(time.p99()),
            ms(time.p999()),
            ms(time.max()))) {
      page.append("<td>").append(text(cell));
    }
    page.append("\n");
  }

  private void steps() {
    section("Steps");
    page.append(
        "<div class=\"wide\"><table><thead><tr><th>Up to<th>Due per second<th>Held<th>Dropped<th>Errors<th>p50<th>p95<th>p99</thead>\n<tbody>\n");
    for (LoadResult.Step step : load.steps()) {
      page.append("<tr><td>")
          .append(whole(step.rate()))
          .append(step.judged() ? "/s" : "/s <span class=\"quiet\">not judged</span>");
      for (String cell :
          List.of(
              whole(step.due()),
              whole(step.held()),
              whole(step.dropped()),
              percent(step.failedShare()),
              ms(step.p50()),
              ms(step.p95()),
              ms(step.p99()))) {
        page.append("<td>").append(text(cell));
      }
      page.append("\n");
    }
    page.append("</tbody></table></div>\n");
    note(
        "A step begins with a ramp, so less is due over all of it than at its end. The steps above the target show where it ends.");
  }

  private void marks() {
    section("Pass marks");
    page.append(
        "<div class=\"wide\"><table class=\"words\"><thead><tr><th>Mark<th>Wanted<th>Measured<th></thead>\n<tbody>\n");
    for (LoadResult.Mark mark : load.marks()) {
      String name = mark.step().isEmpty() ? mark.name() : mark.step() + ": " + mark.name();
      page.append("<tr><td>")
          .append(text(name))
          .append("<td>")
          .append(text(mark.wanted()))
          .append("<td>")
          .append(text(mark.got()))
          .append("<td>")
          .append(mark.passed() ? badge("good", "passed") : badge("bad", "missed"))
          .append("\n");
    }
    page.append("</tbody></table></div>\n");
  }

  private void seats() {
    section("Seats, by the verifier");
    page.append(
        "<div class=\"wide\"><table class=\"words\"><thead><tr><th>Check<th>Finding<th></thead>\n<tbody>\n");
    for (SeatVerdict.Check check : seats.checks()) {
      page.append("<tr><td>").append(text(check.name()));
      page.append("<td>").append(text(check.finding()));
      check.examples().forEach(each -> page.append("<br>").append(text(each)));
      page.append("<td>").append(badge(kind(check.verdict()), text(check.verdict()))).append("\n");
    }
    page.append("</tbody></table></div>\n");
  }

  private void setting() {
    section("How it was run");
    page.append("<dl>\n");
    term("Command", "<code>" + text(command) + "</code>");
    term("Before it", text(begins));
    term("Requests", text(requests()));
    term(
        "Users",
        "%s of %s were busy at once"
            .formatted(whole(load.usersAtMost()), whole(load.usersReady())));
    term("Machine", text(machine));
    page.append("</dl>\n");
  }

  private String requests() {
    String who = "%s students".formatted(whole(load.students()));
    String what = "%s courses, all with the same chance".formatted(whole(load.courses()));
    if (load.posts() == 0) {
      return "GET /api/students/{id} of " + who;
    }
    String enrollments = "POST /api/enrollments by " + who + " for " + what;
    return load.posts() < 100
        ? enrollments + ": " + percent(load.posts()) + "; the others GET /api/students/{id}"
        : enrollments;
  }

  private void term(String name, String value) {
    if (!value.isEmpty()) {
      page.append("<dt>").append(name).append("<dd>").append(value).append("\n");
    }
  }

  private void section(String name) {
    page.append("<h2>").append(name).append("</h2>\n");
  }

  private void note(String words) {
    page.append("<p class=\"note\">").append(words).append("</p>\n");
  }

  private void tile(String name, String value, String below) {
    page.append(
        "<div><p class=\"name\">%s</p><p class=\"value\">%s</p><p class=\"below\">%s</p></div>%n"
            .formatted(name, value, text(below)));
  }

  private void figure(String name, List<String> legend, String picture) {
    page.append("<figure><figcaption><b>").append(name).append("</b>");
    page.append(String.join("", legend)).append("</figcaption>\n").append(picture);
    page.append("</figure>\n");
  }

  private static String swatch(String style, String name) {
    return "<span class=\"swatch %s\">%s</span>".formatted(style, text(name));
  }

  private static String badge(String kind, String name) {
    return "<span class=\"badge %s\">%s</span>".formatted(kind, name);
  }

  private static String kind(String verdict) {
    return switch (verdict) {
      case "valid" -> "good";
      case "violated" -> "bad";
      default -> "unknown";
    };
  }

  private static String bandOf(String outcome) {
    return BANDS.entrySet().stream()
        .filter(band -> band.getValue().contains(outcome))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("errors");
  }

  private double[] values(ToDoubleFunction<Second> value) {
    return seconds.stream().mapToDouble(value).toArray();
  }

  private static boolean empty(double[] values) {
    for (double value : values) {
      if (value > 0) {
        return false;
      }
    }
    return true;
  }

  private static double part(long some, long all) {
    return all == 0 ? 0 : 100.0 * some / all;
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1d2430; --quiet: #667085; --paper: #ffffff; --ground: #f4f6f9; --line: #e3e7ee;
        --read: #4a7dbf; --won: #2c9c69; --refused: #e2a53a; --errors: #d1434b; --dropped: #a9b1bf; --p50: #2f9d98; --p95: #7b62d3; --p99: #c0569b; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e9ef; --quiet: #98a2b3; --paper: #1a1f29; --ground: #11151c; --line: #2c3442; --dropped: #5a6475; --p95: #9d88ea; --p99: #d97bb8; }
      }
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans KR", sans-serif; }
      main { max-width: 1060px; margin: 0 auto; padding: 32px 20px 64px; }
      header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 14px; }
      .over { flex-basis: 100%; margin: 0; color: var(--quiet); font-size: 13px; letter-spacing: .06em; text-transform: uppercase; }
      h1 { margin: 0; font-size: 28px; line-height: 1.25; }
      h2 { margin: 36px 0 10px; font-size: 18px; }
      .lead, .note { color: var(--quiet); margin: 8px 0 0; }
      .note { font-size: 13px; }
      .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; margin: 24px 0 20px; }
      .tiles div, figure, .wide, dl { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
      .tiles div { padding: 12px 14px; }
      .tiles p { margin: 0; }
      .name, .below { color: var(--quiet); font-size: 13px; }
      .value { font-size: 24px; font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
      figure { margin: 0 0 16px; padding: 14px 16px 8px; }
      figcaption { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; margin-bottom: 6px; }
      figcaption b { margin-right: auto; }
      svg { display: block; width: 100%; height: auto; }
      svg text { fill: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
      .grid { stroke: var(--line); }
      .band { stroke: none; }
      .band.read { fill: var(--read); } .band.won { fill: var(--won); } .band.refused { fill: var(--refused); }
      .band.errors { fill: var(--errors); } .band.dropped { fill: var(--dropped); }
      .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
      .curve.p50 { stroke: var(--p50); } .curve.p95 { stroke: var(--p95); } .curve.p99 { stroke: var(--p99); }
      .due { fill: none; stroke: var(--ink); stroke-width: 1.4; stroke-dasharray: 5 4; }
      .swatch { font-size: 13px; white-space: nowrap; }
      .swatch::before { content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 6px; background: var(--swatch); }
      .swatch.read { --swatch: var(--read); } .swatch.won { --swatch: var(--won); } .swatch.refused { --swatch: var(--refused); }
      .swatch.errors { --swatch: var(--errors); } .swatch.dropped { --swatch: var(--dropped); }
      .swatch.p50 { --swatch: var(--p50); } .swatch.p95 { --swatch: var(--p95); } .swatch.p99 { --swatch: var(--p99); }
      .swatch.due::before { height: 0; width: 16px; border-radius: 0; border-top: 2px dashed var(--ink); vertical-align: middle; }
      td .swatch { font-size: inherit; }
      .wide { overflow-x: auto; }
      table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
      th, td { padding: 7px 14px; text-align: right; white-space: nowrap; border-top: 1px solid var(--line); }
      thead th { border-top: 0; color: var(--quiet); font-size: 13px; font-weight: 500; }
      th:first-child, td:first-child, .words th, .words td { text-align: left; }
      .words td { white-space: normal; }
      .words td:last-child { text-align: right; white-space: nowrap; }
      .sum { border-top: 2px solid var(--line); }
      .quiet { color: var(--quiet); font-size: 13px; }
      .badge { display: inline-block; padding: 1px 10px; border-radius: 99px; font-size: 13px; font-weight: 600; }
      header .badge { font-size: 15px; padding: 3px 14px; text-transform: uppercase; letter-spacing: .04em; }
      .good { background: #2c9c6926; color: #1d7f53; } .bad { background: #d1434b26; color: #b9323a; } .unknown { background: #e2a53a33; color: #8f6510; }
      @media (prefers-color-scheme: dark) { .good { color: #55c793; } .bad { color: #f0777e; } .unknown { color: #e6b655; } }
      dl { margin: 0; padding: 12px 14px; display: grid; grid-template-columns: max-content 1fr; gap: 6px 18px; }
      dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
      code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
      """;
}
