package io.sugang.lab.bench;

import io.sugang.lab.bench.BenchResults.ResultRow;
import io.sugang.lab.loadgen.Spread;
import io.sugang.lab.report.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The medians as tables: on the terminal, and in Markdown for the docs. */
final class BenchTables {
  /** More than this many times the later p99 counts as not warm. */
  private static final int WARM = 3;

  private BenchTables() {}

  static List<Table> of(BenchResults results) {
    List<Table> tables = new ArrayList<>();
    if (results.plan().loops().contains(Loop.CLOSED)) {
      tables.add(closed(results));
    }
    if (results.plan().loops().contains(Loop.OPEN)) {
      tables.add(open(results));
    }
    if (results.plan().compares()) {
      tables.add(compared(results));
    }
    if (results.plan().turns().size() > Set.copyOf(results.plan().loops()).size()) {
      tables.add(repeated(results));
    }
    return tables;
  }

  private static Table closed(BenchResults results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(baseline(results));
    for (ResultRow row : rows(results, Loop.CLOSED)) {
      rows.add(
          List.of(
              name(results, row),
              load(row),
              spread(row.spread(Figure.PER_CPU), 0),
              spread(row.ofBaseline(), 3),
              Numbers.format(row.profile().wanted(), 2),
              Numbers.format(row.spread(Figure.TPS).median(), 0),
              Numbers.format(row.micros(Figure.CPU_NGINX), 1),
              Numbers.format(row.micros(Figure.CPU_APP), 1),
              Numbers.format(row.micros(Figure.CPU_REDIS), 1),
              Numbers.format(row.micros(Figure.CPU_MYSQL), 1),
              Numbers.format(row.micros(Figure.CPU_DRIVER), 1),
              Numbers.format(row.spread(Figure.SWITCHES).median(), 2),
              Numbers.format(row.spread(Figure.GROUP).median(), 1),
              Numbers.format(row.spread(Figure.MEMORY).median(), 0),
              Integer.toString(row.errors())));
    }
    return new Table(
        "Closed loop: each connection sends again after its answer",
        2,
        List.of(
            "",
            "load",
            "req / CPU s",
            "of the baseline",
            "wanted",
            "req / s",
            "nginx µs",
            "app µs",
            "redis µs",
            "mysql µs",
            "driver µs",
            "switches",
            "claims / group",
            "MB each",
            "errors"),
        rows);
  }

  private static List<String> baseline(BenchResults results) {
    List<Run> runs = results.baseline();
    return List.of(
        BenchResults.BASELINE,
        LoadProfile.GET.title(),
        spread(Figure.PER_CPU.of(runs), 0),
        "1",
        "",
        Numbers.format(Figure.TPS.of(runs).median(), 0),
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        Integer.toString(runs.stream().mapToInt(Run::errors).sum()));
  }

  private static Table open(BenchResults results) {
    List<List<String>> rows = new ArrayList<>();
    for (ResultRow row : rows(results, Loop.OPEN)) {
      rows.add(
          List.of(
              name(results, row),
              load(row),
              spread(row.spread(Figure.P50), 2),
              spread(row.spread(Figure.P99), 2),
              spread(row.spread(Figure.P999), 2),
              spread(row.spread(Figure.MAX), 2),
              spread(row.spread(Figure.PER_CPU), 0),
              Numbers.format(row.spread(Figure.READY).median(), 1),
              Integer.toString(row.errors())));
    }
    return new Table(
        "%,d requests a second (open loop), ms since each was due".formatted(results.plan().rate()),
        2,
        List.of("", "load", "p50", "p99", "p99.9", "max", "req / CPU s", "ready s", "errors"),
        rows);
  }

  private static Table compared(BenchResults results) {
    Build first = results.plan().builds().getFirst();
    Build second = results.plan().builds().getLast();
    List<List<String>> rows = new ArrayList<>();
    for (ResultRow row : results.rows()) {
      if (row.build().equals(second)) {
        rows.add(
            List.of(
                row.variant().id(),
                row.profile().title(),
                row.turn().title(),
                spread(row.toFirst(Figure.PER_CPU), 3),
                spread(row.toFirst(Figure.P50), 3),
                spread(row.toFirst(Figure.P99), 3)));
      }
    }
    return new Table(
        "%s (%s) by %s (%s)".formatted(second.id(), second.name(), first.id(), first.name()),
        3,
        List.of("", "load", "loop", "req / CPU s", "p50", "p99"),
        rows);
  }

  /** How much slower the first turn is than the last one: what users notice of a start. */
  private static Table repeated(BenchResults results) {
    List<List<String>> rows = new ArrayList<>();
    for (ResultRow row : results.rows()) {
      Spread times = row.toLast(Figure.P99);
      if (row.turn().number() == 1 && !row.last().equals(row.own()) && times.values() > 0) {
        // Errors come quickly.
        boolean warm = times.median() <= WARM && row.errors() == 0;
        rows.add(
            List.of(
                name(results, row),
                row.profile().title(),
                row.turn().id(),
                spread(times, 2),
                Integer.toString(row.errors()),
                warm ? "yes" : "no"));
      }
    }
    return new Table(
        "p99 of the first loads by that of the same loads later",
        3,
        List.of("", "load", "loop", "times", "errors", "at most %d times".formatted(WARM)),
        rows);
  }

  private static List<ResultRow> rows(BenchResults results, Loop loop) {
    return results.rows().stream().filter(row -> row.turn().loop() == loop).toList();
  }

  private static String load(ResultRow row) {
    Loop.Turn turn = row.turn();
    String load =
        turn.open() || turn.connections() == Loop.CONNECTIONS
            ? row.profile().title()
            : "%s, %,d connections".formatted(row.profile().title(), turn.connections());
    return turn.number() == 1 ? load : load + ", again";
  }

  private static String name(BenchResults results, ResultRow row) {
    return results.plan().compares()
        ? row.variant().id() + " " + row.build().id()
        : row.variant().id();
  }

  /** The median, and between what it lies when there are several. */
  private static String spread(Spread spread, int digits) {
    String median = Numbers.format(spread.median(), digits);
    return spread.values() < 2
        ? median
        : "%s (%s to %s)"
            .formatted(
                median,
                Numbers.format(spread.least(), digits),
                Numbers.format(spread.most(), digits));
  }

  static void print(BenchResults results, PrintWriter out) {
    of(results).forEach(table -> table.print(out));
    if (!results.warnings().isEmpty()) {
      out.println();
      results.warnings().forEach(warning -> out.println("WARNING " + warning));
    }
  }

  static String markdown(BenchResults results) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %s: %s; %d repetitions of %d s%n"
            .formatted(
                results.startedAt(),
                results.command(),
                results.machine().words(),
                results.repetitions(),
                results.plan().seconds()));
    for (Table table : of(results)) {
      text.append("\n").append(table.markdown().stripTrailing()).append("\n");
    }
    if (!results.warnings().isEmpty()) {
      text.append('\n');
      results.warnings().forEach(warning -> text.append("- WARNING ").append(warning).append('\n'));
    }
    return text.toString();
  }
}
