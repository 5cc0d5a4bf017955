package io.sugang.tools.bench;

import io.sugang.tools.bench.Measured.Loop;
import io.sugang.tools.bench.Results.Row;
import io.sugang.tools.loadgen.LoadFigures;
import io.sugang.tools.loadgen.Spread;
import io.sugang.tools.testbed.NumberText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The medians as tables: on the terminal, and in Markdown for the docs. */
final class Tables {

  /**
   * @param rows as long as {@code head}
   */
  record Table(String title, List<String> head, List<List<String>> rows) {}

  private Tables() {}

  static List<Table> of(Results results) {
    List<Table> tables = new ArrayList<>();
    tables.add(closed(results));
    tables.add(open(results));
    if (results.plan().compares()) {
      tables.add(compared(results));
    }
    return tables;
  }

  private static Table closed(Results results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(ceiling(results));
    for (Row row : rows(results, Loop.CLOSED)) {
      rows.add(
          List.of(
              name(results, row),
              demand(row).title(),
              spread(row.perCpuSecond(), 0),
              spread(row.ofCeiling(), 3),
              NumberText.number(row.wanted(), 2),
              NumberText.number(row.perSecond().median(), 0),
              NumberText.number(row.cpuMicros().nginx(), 1),
              NumberText.number(row.cpuMicros().app(), 1),
              NumberText.number(row.cpuMicros().redis(), 1),
              NumberText.number(row.cpuMicros().mysql(), 1),
              NumberText.number(row.cpuMicros().driver(), 1),
              NumberText.number(row.instanceMegabytes().median(), 0),
              Long.toString(row.errors())));
    }
    return new Table(
        "As many as it takes (closed loop)",
        List.of(
            "",
            "load",
            "req / CPU s",
            "of the ceiling",
            "wanted",
            "req / s",
            "nginx µs",
            "app µs",
            "redis µs",
            "mysql µs",
            "driver µs",
            "MB each",
            "errors"),
        rows);
  }

  private static List<String> ceiling(Results results) {
    List<LoadFigures> runs =
        results.measured().stream()
            .filter(one -> one.build().equals(Measured.CEILING))
            .map(one -> one.reading().figures())
            .toList();
    return List.of(
        Measured.CEILING,
        Demand.GET.title(),
        spread(results.ceiling(), 0),
        "1",
        "",
        NumberText.number(
            Spread.of(runs.stream().mapToDouble(run -> run.rate().mean()).toArray()).median(), 0),
        "",
        "",
        "",
        "",
        "",
        "",
        Long.toString(runs.stream().mapToLong(LoadFigures::errors).sum()));
  }

  private static Table open(Results results) {
    List<List<String>> rows = new ArrayList<>();
    for (Row row : rows(results, Loop.OPEN)) {
      rows.add(
          List.of(
              name(results, row),
              demand(row).title(),
              spread(row.p50(), 2),
              spread(row.p99(), 2),
              spread(row.p999(), 2),
              spread(row.max(), 2),
              spread(row.perCpuSecond(), 0),
              Long.toString(row.errors())));
    }
    return new Table(
        "%,d requests a second (open loop), ms since each was due".formatted(results.plan().rate()),
        List.of("", "load", "p50", "p99", "p99.9", "max", "req / CPU s", "errors"),
        rows);
  }

  private static Table compared(Results results) {
    Build first = results.plan().builds().getFirst();
    Build second = results.plan().builds().getLast();
    List<List<String>> rows = new ArrayList<>();
    for (Row row : results.rows()) {
      if (row.build().equals(second.id())) {
        boolean closed = row.loop() == Loop.CLOSED;
        rows.add(
            List.of(
                row.variant(),
                demand(row).title(),
                closed ? "closed" : "open",
                spread(row.toFirst().perCpuSecond(), 3),
                spread(row.toFirst().p50(), 3),
                spread(row.toFirst().p99(), 3)));
      }
    }
    return new Table(
        "%s (%s) by %s (%s)".formatted(second.id(), second.name(), first.id(), first.name()),
        List.of("", "load", "loop", "req / CPU s", "p50", "p99"),
        rows);
  }

  private static List<Row> rows(Results results, Loop loop) {
    return results.rows().stream().filter(row -> row.loop() == loop).toList();
  }

  private static String name(Results results, Row row) {
    return results.plan().compares() ? row.variant() + " " + row.build() : row.variant();
  }

  private static Demand demand(Row row) {
    return Demand.valueOf(row.demand().toUpperCase(Locale.ROOT));
  }

  /** The median, and between what it lies when there are several. */
  private static String spread(Spread spread, int digits) {
    String median = NumberText.number(spread.median(), digits);
    return spread.values() < 2
        ? median
        : "%s (%s to %s)"
            .formatted(
                median, NumberText.number(spread.least(), digits), NumberText.number(spread.most(), digits));
  }

  static void print(Results results, PrintWriter out) {
    for (Table table : of(results)) {
      out.println();
      out.println(table.title());
      int[] widths = widths(table);
      line(table.head(), widths, out);
      table.rows().forEach(row -> line(row, widths, out));
    }
    if (!results.warnings().isEmpty()) {
      out.println();
      results.warnings().forEach(warning -> out.println("WARNING " + warning));
    }
  }

  private static int[] widths(Table table) {
    int[] widths = table.head().stream().mapToInt(String::length).toArray();
    for (List<String> row : table.rows()) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  // Names to the left, numbers to the right.
  private static void line(List<String> cells, int[] widths, PrintWriter out) {
    StringBuilder line = new StringBuilder("  ");
    for (int i = 0; i < widths.length; i++) {
      String blanks = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i < 2 ? cells.get(i) + blanks : blanks + cells.get(i)).append("  ");
    }
    out.println(line.toString().stripTrailing());
  }

  static String markdown(Results results) {
    StringBuilder text = new StringBuilder();
    var machine = results.machine();
    text.append(
        "%s, %s: %d cores (%s), %,d MB, %s, Java %s; %d repetitions of %d s%n"
            .formatted(
                results.startedAt(),
                results.command(),
                machine.cores(),
                machine.processor(),
                machine.memoryMegabytes(),
                machine.system(),
                machine.java(),
                results.repetitions(),
                results.plan().seconds()));
    for (Table table : of(results)) {
      text.append("\n### ").append(table.title()).append("\n\n");
      row(table.head(), text);
      row(
          table.head().stream()
              .map(head -> head.isEmpty() || head.equals("load") ? "---" : "---:")
              .toList(),
          text);
      table.rows().forEach(cells -> row(cells, text));
    }
    if (!results.warnings().isEmpty()) {
      text.append('\n');
      results.warnings().forEach(warning -> text.append("- WARNING ").append(warning).append('\n'));
    }
    return text.toString();
  }

  private static void row(List<String> cells, StringBuilder text) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
