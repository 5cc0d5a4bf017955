package io.sugang.tools.experiments;

import io.sugang.tools.testbed.Machine;
import java.util.List;
import java.util.Locale;

/** One page with everything in it: it opens without a network, and can be sent as a file. */
final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light; }
      body { margin: 0 auto; max-width: 1360px; padding: 32px 24px 64px; color: #1f2933; background: #f5f7fa;
        font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
      h1 { font-size: 28px; margin: 0 0 4px; } h2 { font-size: 21px; margin: 44px 0 12px; }
      h3 { font-size: 15px; margin: 24px 0 8px; } p { margin: 4px 0; max-width: 90ch; }
      code { background: #e4e7eb; border-radius: 4px; padding: 1px 5px; }
      .facts { color: #52606d; } .warning { background: #fff3c4; border-left: 4px solid #e3a008; padding: 8px 14px; margin: 8px 0; }
      .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(480px, 1fr)); gap: 16px; }
      .charts svg { width: 100%; height: auto; display: block; border-radius: 8px; box-shadow: 0 1px 3px rgba(31, 41, 51, .12); }
      .table { overflow-x: auto; background: #fff; border-radius: 8px; box-shadow: 0 1px 3px rgba(31, 41, 51, .12); }
      table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
      th, td { padding: 6px 8px; text-align: right; white-space: nowrap; border-bottom: 1px solid #e4e7eb; }
      th { color: #52606d; font-weight: 600; } th:first-child, td:first-child { text-align: left; }
      tr:last-child td { border-bottom: 0; }
      """;

  private HtmlReport() {}

  static String of(ExperimentResults results, List<ExperimentChart> charts) {
    StringBuilder page = new StringBuilder();
    page.append(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Sugang: experiments</title>\n"
            + "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
            + STYLE
            + "</style>\n</head>\n<body>\n");
    head(page, results);
    List<Summary.Table> tables = Summary.tables(results);
    for (Experiment experiment : Experiment.ALL) {
      List<Summary.Table> own =
          tables.stream().filter(table -> table.experiment().equals(experiment.id())).toList();
      if (own.isEmpty()) {
        continue;
      }
      page.append("<h2>").append(Svg.escape(experiment.title())).append("</h2>\n");
      page.append("<div class=\"charts\">\n");
      charts.stream()
          .filter(chart -> chart.experiment().equals(experiment.id()))
          .forEach(chart -> page.append(chart.svg()));
      page.append("</div>\n");
      own.forEach(table -> table(page, table));
    }
    return page.append("</body>\n</html>\n").toString();
  }

  private static void head(StringBuilder page, ExperimentResults results) {
    Machine machine = results.machine();
    page.append("<h1>Sugang: experiments</h1>\n");
    facts(
        page,
        String.format(
            Locale.ROOT,
            "%s · %d cores (%s), %,d MB, %s, Java %s · everything on this machine: driver, NGINX, instances, Redis, MySQL with durable commits",
            results.startedAt().replace('T', ' ').replace("Z", " UTC"),
            machine.cores(),
            machine.processor(),
            machine.memoryMegabytes(),
            machine.system(),
            machine.java()));
    page.append("<p class=\"facts\"><code>")
        .append(Svg.escape(results.command()))
        .append("</code></p>\n");
    facts(
        page,
        results.repetitionsSaid()
            + "; in parentheses and as whiskers the smallest and the largest.");
    if (results.repetitions() > 0) {
      facts(page, results.secondsSaid());
    }
    facts(
        page,
        "Response times are counted from when a request was due, those without an answer included; “first byte” from when it was sent, “its change” is the mean difference of its mean from one second to the next. The first load of a variant begins with the first second after readiness (where Redis is killed, after that), the others find what it left. Answers per processor second are those of NGINX, instances, Redis and MySQL together, without the driver.");
    facts(
        page,
        "Seats free: courses that begin empty, and every request is won. Courses full: every request is refused. Any other answer is an error here. Mixed: half reads, a quarter won, a quarter refused.");
    results
        .warnings()
        .forEach(warning ->
            page.append("<p class=\"warning\">").append(Svg.escape(warning)).append("</p>\n"));
    List<ExperimentRun> disturbed = results.runs().stream().filter(run -> !run.warnings().isEmpty()).toList();
    if (!disturbed.isEmpty()) {
      page.append("<details class=\"warning\"><summary>Disturbed runs</summary>\n");
      disturbed.forEach(run ->
          page.append("<p>")
              .append(
                  Svg.escape(
                      "%s, %s, %s, repetition %d: %s"
                          .formatted(
                              run.experiment(),
                              run.variant(),
                              run.load(),
                              run.repetition(),
                              String.join("; ", run.warnings()))))
              .append("</p>\n"));
      page.append("</details>\n");
    }
  }

  private static void facts(StringBuilder page, String sentence) {
    page.append("<p class=\"facts\">").append(Svg.escape(sentence)).append("</p>\n");
  }

  private static void table(StringBuilder page, Summary.Table table) {
    page.append("<h3>")
        .append(Svg.escape(table.title()))
        .append("</h3>\n<div class=\"table\"><table>\n<tr>");
    table.head().forEach(cell -> page.append("<th>").append(Svg.escape(cell)).append("</th>"));
    page.append("</tr>\n");
    for (List<String> row : table.rows()) {
      page.append("<tr>");
      row.forEach(cell -> page.append("<td>").append(Svg.escape(cell)).append("</td>"));
      page.append("</tr>\n");
    }
    page.append("</table></div>\n");
  }
}
