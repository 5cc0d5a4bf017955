package io.sugang.tools.loadreport;

import static io.sugang.tools.loadreport.Figures.duration;
import static io.sugang.tools.loadreport.Figures.ms;
import static io.sugang.tools.loadreport.Figures.percent;
import static io.sugang.tools.loadreport.Figures.whole;
import static io.sugang.tools.loadreport.Markup.badge;
import static io.sugang.tools.loadreport.Markup.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The report of a load as one page that needs nothing else, also no network. */
final class ReportPage {

  private final LoadResult load;
  private final SeatVerdict seats;
  private final List<Second> seconds;
  private final Setting setting;
  private final Markup page = new Markup();

  ReportPage(LoadResult load, SeatVerdict seats, List<Second> seconds, Setting setting) {
    this.load = load;
    this.seats = seats;
    this.seconds = seconds;
    this.setting = setting;
  }

  String html() throws IOException {
    head();
    tiles();
    Pictures pictures = new Pictures(load, seconds, page);
    pictures.answers();
    pictures.latency();
    page.note("Seconds are counted from the first answer, so the last one may not be whole.");
    LoadTables tables = new LoadTables(load, page);
    tables.outcomes();
    if (load.steps().size() > 1) {
      tables.steps();
    }
    tables.marks();
    tables.seats(seats);
    setting();
    return page.append("</main>\n</html>\n").toString();
  }

  private void head() throws IOException {
    String title =
        "%s, %s %s/s for %s"
            .formatted(
                capital(load.scenario()),
                load.stress() ? "steps around" : "at",
                whole(load.rate()),
                duration(load.level()));
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
                style(),
                text(title),
                verdictBadge(),
                setting
                    .at()
                    .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm zzz", Locale.ENGLISH)),
                text(setting.begins())));
  }

  private String verdictBadge() {
    if (!load.passed() || seats.exitStatus() == 1) {
      return badge("bad", "failed");
    }
    return seats.exitStatus() == 0 ? badge("good", "passed") : badge("unknown", "unknown");
  }

  private void tiles() {
    long won = load.count(Band.WON);
    long refused = load.count(Band.REFUSED);
    page.append("<section class=\"tiles\">\n");
    page.tile("Rate held", whole(load.held()) + "/s", "of " + whole(load.due()) + "/s due");
    page.tile("p95", ms(load.latency().p95()) + " ms", "p99 " + ms(load.latency().p99()) + " ms");
    if (load.posts() < 100) {
      page.tile("Read", whole(load.count(Band.READ)), "students");
    }
    if (load.posts() > 0) {
      page.tile("Won", whole(won), percent(part(won, won + refused)) + " of enrollments");
      page.tile(
          "Refused", whole(refused), percent(part(refused, won + refused)) + " of enrollments");
    }
    page.tile("Errors", whole(load.errors()), percent(part(load.errors(), load.requests())));
    page.tile("Dropped", whole(load.dropped()), "due, not sent");
    page.append("</section>\n");
  }

  private void setting() {
    page.section("How it was run");
    page.append("<dl>\n");
    page.term("Command", "<code>" + text(setting.command()) + "</code>");
    page.term("Before it", text(setting.begins()));
    page.term("Requests", text(requests()));
    page.term(
        "Users",
        "%s busy at once at most; %s were made for all steps together"
            .formatted(whole(load.usersAtMost()), whole(load.usersReady())));
    page.term("Machine", text(setting.machine()));
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

  private static double part(long some, long all) {
    return all == 0 ? 0 : 100.0 * some / all;
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static String style() throws IOException {
    try (InputStream css =
        Objects.requireNonNull(ReportPage.class.getResourceAsStream("report.css"))) {
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
