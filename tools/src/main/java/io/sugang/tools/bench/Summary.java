package io.sugang.tools.bench;

import io.sugang.tools.loadgen.Spread;
import io.sugang.tools.report.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The medians as tables: on the terminal, and in Markdown for the docs. */
final class Summary {
  private static final List<Figure> FIRST =
      List.of(
          Figure.TPS,
          Figure.TPS_P50,
          Figure.TPS_P5,
          Figure.TPS_P1,
          Figure.MEAN,
          Figure.P50,
          Figure.P95,
          Figure.P99,
          Figure.P999,
          Figure.MAX,
          Figure.FIRST_BYTE,
          Figure.CHANGE,
          Figure.ERRORS);
  private static final List<Figure> SECOND =
      List.of(
          Figure.PER_CPU,
          Figure.CPU_NGINX,
          Figure.CPU_APP,
          Figure.CPU_REDIS,
          Figure.CPU_MYSQL,
          Figure.CPU_DRIVER,
          Figure.CPU_OTHERS,
          Figure.REDIS,
          Figure.MYSQL,
          Figure.LATE,
          Figure.READY);

  private static final List<Figure> PRINTED = List.of(Figure.TPS, Figure.P99, Figure.PER_CPU);

  private Summary() {}

  /** What users see first, then what it cost; no tables of what was not measured. */
  static List<Table> tables(ExperimentResults results, Experiment experiment) {
    List<Table> tables = new ArrayList<>();
    if (experiment == Experiment.POOLS) {
      add(tables, pools(results));
      return tables;
    }
    for (TestbedLoad load : experiment.loads()) {
      String title = experiment.title() + ", " + load.name();
      add(tables, table(results, experiment, load, title + ": what clients saw", FIRST));
      add(tables, table(results, experiment, load, title + ": what it took", SECOND));
    }
    if (experiment == Experiment.MIXED) {
      statuses(results).forEach(table -> add(tables, table));
    }
    if (experiment == Experiment.START) {
      add(tables, FirstSeconds.table(results));
    }
    return tables;
  }

  private static void add(List<Table> tables, Table table) {
    if (!table.rows().isEmpty()) {
      tables.add(table);
    }
  }

  private static Table table(
      ExperimentResults results,
      Experiment experiment,
      TestbedLoad load,
      String title,
      List<Figure> figures) {
    List<String> head = new ArrayList<>(List.of("variant"));
    figures.forEach(figure -> head.add(figure.title()));
    List<List<String>> rows = new ArrayList<>();
    for (Variant variant : experiment.variants()) {
      List<Run> runs = results.runs(experiment, variant, load);
      if (!runs.isEmpty()) {
        List<String> row = new ArrayList<>(List.of(variant.name()));
        figures.forEach(figure -> row.add(cell(figure, figure.of(runs))));
        rows.add(row);
      }
    }
    return new Table(title, 1, head, rows);
  }

  static String cell(Figure figure, Spread spread) {
    String median = figure.text(spread.median());
    String least = figure.text(spread.least());
    String most = figure.text(spread.most());
    return least.equals(most) ? median : median + " (" + least + "–" + most + ")";
  }

  /** Where a load has several good answers, the times of each: never mixed. */
  private static List<Table> statuses(ExperimentResults results) {
    List<Table> tables = new ArrayList<>();
    for (TestbedLoad load : Experiment.MIXED.loads()) {
      List<List<String>> rows = new ArrayList<>();
      for (Variant variant : Experiment.MIXED.variants()) {
        List<Run> runs = results.runs(Experiment.MIXED, variant, load);
        Map<Integer, String> names =
            new TreeMap<>(Map.of(200, "read (200)", 201, "won (201)", 409, "refused (409)"));
        names.forEach((status, name) -> {
          List<Run> with = runs.stream().filter(run -> run.byStatus().containsKey(status)).toList();
          if (!with.isEmpty()) {
            List<String> row = new ArrayList<>(List.of(variant.name() + ", " + name));
            for (Figure figure : List.of(Figure.MEAN, Figure.P50, Figure.P95, Figure.P99)) {
              row.add(cell(figure, ofStatus(with, status, figure)));
            }
            rows.add(row);
          }
        });
      }
      add(
          tables,
          new Table(
              Experiment.MIXED.title() + ", " + load.name() + ": by answer",
              1,
              List.of("variant, answer", "mean ms", "p50 ms", "p95 ms", "p99 ms"),
              rows));
    }
    return tables;
  }

  private static Spread ofStatus(List<Run> runs, int status, Figure figure) {
    return Spread.of(
        runs.stream()
            .map(run -> run.byStatus().get(status))
            .mapToDouble(times ->
                times == null
                    ? Double.NaN
                    : switch (figure) {
                      case MEAN -> times.mean();
                      case P50 -> times.p50();
                      case P95 -> times.p95();
                      default -> times.p99();
                    })
            .toArray());
  }

  /**
   * A row per pool of an instance, and one for all pools of a database with the number of
   * connections that it can use at once.
   */
  private static Table pools(ExperimentResults results) {
    List<List<String>> rows = new ArrayList<>();
    Map<List<String>, List<PoolUse>> together = new LinkedHashMap<>();
    results
        .pools()
        .forEach(use ->
            together
                .computeIfAbsent(List.of(use.variant(), use.load()), none -> new ArrayList<>())
                .add(use));
    together
        .values()
        .forEach(pools -> {
          pools.forEach(use -> rows.add(pool(use)));
          rows.add(allPools(pools));
        });
    return new Table(
        "Connections by Little's law: of each pool of an instance, and of all instances",
        3,
        List.of(
            "variant",
            "load",
            "pool",
            "taken / s",
            "held ms, at most",
            "waited ms",
            "in use, at most",
            "needed",
            "size",
            "cores x 2"),
        rows);
  }

  private static List<String> pool(PoolUse use) {
    return List.of(
        Experiment.POOLS.variant(use.variant()).name(),
        loadName(use),
        use.pool(),
        number(use.takenPerSecond(), 0),
        number(use.heldMillisAtMost(), 2),
        number(use.waitedMillis(), 2),
        number(use.inUse(), 2),
        Integer.toString(use.needed()),
        Integer.toString(use.size()),
        "");
  }

  // "cores x 2" is about the number of connections that a database can use at once, so this row
  // compares it with their sum.
  private static List<String> allPools(List<PoolUse> pools) {
    PoolUse one = pools.getFirst();
    return List.of(
        Experiment.POOLS.variant(one.variant()).name(),
        loadName(one),
        "all of " + one.instances(),
        number(pools.stream().mapToDouble(use -> use.instances() * use.takenPerSecond()).sum(), 0),
        "",
        "",
        number(pools.stream().mapToDouble(use -> use.instances() * use.inUse()).sum(), 2),
        Integer.toString(pools.stream().mapToInt(PoolUse::neededOfAll).sum()),
        Integer.toString(pools.stream().mapToInt(use -> use.instances() * use.size()).sum()),
        Integer.toString(one.coresTimesTwo()));
  }

  private static String loadName(PoolUse use) {
    return Experiment.POOLS.loads().stream()
        .filter(load -> load.id().equals(use.load()))
        .map(TestbedLoad::name)
        .findFirst()
        .orElse(use.load());
  }

  private static String number(double value, int digits) {
    return Figure.text(value, digits);
  }

  /** The same tables for the docs. */
  static String markdown(ExperimentResults results) {
    return Experiment.ALL.stream()
        .flatMap(experiment -> tables(results, experiment).stream())
        .map(Table::markdown)
        .collect(Collectors.joining());
  }

  /** Three figures of each variant, for the terminal. */
  static void print(ExperimentResults results, PrintWriter out) {
    out.printf("%n%s.%n", results.repetitionsSaid());
    List<Table> tables = new ArrayList<>();
    for (Experiment experiment : Experiment.ALL) {
      for (TestbedLoad load : experiment.loads()) {
        String title = experiment.title() + ", " + load.name();
        add(tables, table(results, experiment, load, title, PRINTED));
      }
    }
    add(tables, pools(results));
    add(tables, FirstSeconds.table(results));
    tables.forEach(table -> table.print(out));
    out.println();
  }
}
