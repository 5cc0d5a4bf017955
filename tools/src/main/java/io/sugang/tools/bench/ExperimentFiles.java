package io.sugang.tools.bench;

import io.sugang.tools.loadgen.LatencySummary;
import io.sugang.tools.loadgen.LoadFigures.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;

/**
 * The files that {@code ./sugang experiments} leaves; the report can be made again from the CSVs.
 */
final class ExperimentFiles {
  static final String REPORT = "report.html";
  private static final String RUNS = "runs.csv";
  private static final String SECONDS = "seconds.csv";
  private static final String POOLS = "pools.csv";
  private static final String BETWEEN = "; ";

  private static final List<String> RUN = List.of("experiment", "variant", "load", "repetition");
  private static final List<String> TAIL =
      List.of("statuses", "response_ms_by_status", "begin_mean_ms", "warnings");
  private static final List<String> CONTEXT =
      List.of(
          "started_at",
          "command",
          "cores",
          "processor",
          "memory_mb",
          "system",
          "java",
          "asked",
          "repetitions",
          "seconds",
          "seed",
          "notes");
  private static final List<String> RUN_HEAD =
      Stream.of(RUN, Arrays.stream(Figure.values()).map(Figure::column).toList(), TAIL, CONTEXT)
          .flatMap(List::stream)
          .toList();
  private static final List<String> SECOND_HEAD =
      Stream.concat(
              RUN.stream(),
              Stream.of(
                  "second",
                  "answered",
                  "errors",
                  "response_mean_ms",
                  "response_p50_ms",
                  "response_p99_ms",
                  "first_byte_mean_ms"))
          .toList();
  private static final List<String> POOL_HEAD =
      List.of(
          "variant",
          "load",
          "pool",
          "taken_per_second",
          "held_ms_at_most",
          "waited_ms",
          "in_use_at_most",
          "needed",
          "size",
          "instances",
          "needed_of_all",
          "cores_times_two");

  private ExperimentFiles() {}

  /** Writes all files anew and creates the folder. */
  static void write(ExperimentResults results, Path folder) throws IOException {
    Files.createDirectories(folder.resolve("charts"));
    List<Object> context = context(results);
    Csv.write(
        folder.resolve(RUNS),
        RUN_HEAD,
        results.runs().stream().map(run -> row(run, context)).toList());
    Csv.write(
        folder.resolve(SECONDS),
        SECOND_HEAD,
        results.runs().stream()
            .flatMap(run -> run.seconds().stream().map(second -> row(run, second)))
            .toList());
    Csv.write(
        folder.resolve(POOLS),
        POOL_HEAD,
        results.pools().stream().map(ExperimentFiles::row).toList());
    Map<Experiment, Collection<String>> charts = new HashMap<>();
    for (Experiment experiment : Experiment.ALL) {
      Map<String, String> byName = ExperimentCharts.of(results, experiment);
      charts.put(experiment, byName.values());
      for (Map.Entry<String, String> chart : byName.entrySet()) {
        Files.writeString(
            folder.resolve("charts").resolve(chart.getKey() + ".svg"), chart.getValue());
      }
    }
    Files.writeString(folder.resolve("tables.md"), Summary.markdown(results));
    Files.writeString(folder.resolve(REPORT), ExperimentPage.of(results, charts));
  }

  private static List<Object> context(ExperimentResults results) {
    Machine machine = results.machine();
    return List.of(
        results.startedAt(),
        results.command(),
        machine.cores(),
        machine.processor(),
        machine.memoryMegabytes(),
        machine.system(),
        machine.java(),
        results.asked(),
        results.repetitions(),
        results.seconds(),
        results.seed(),
        String.join(BETWEEN, results.warnings()));
  }

  private static List<Object> row(Run run, List<Object> context) {
    List<Object> row = key(run);
    for (Figure figure : Figure.values()) {
      row.add(run.of(figure));
    }
    row.add(words(run.statuses(), (status, count) -> status + ":" + count));
    row.add(
        words(
            run.byStatus(),
            (status, times) ->
                status
                    + ":"
                    + Stream.of(times.mean(), times.p50(), times.p95(), times.p99())
                        .map(Csv::cell)
                        .collect(Collectors.joining("/"))));
    row.add(
        run.begin().stream()
            .map(mean -> mean.isNaN() ? "-" : Csv.cell(mean))
            .collect(Collectors.joining(" ")));
    row.add(String.join(BETWEEN, run.warnings()));
    row.addAll(context);
    return row;
  }

  private static List<Object> row(Run run, Slice second) {
    List<Object> row = key(run);
    row.addAll(
        List.of(
            second.at(),
            second.answered(),
            second.errors(),
            second.mean(),
            second.p50(),
            second.p99(),
            second.firstByte()));
    return row;
  }

  private static List<Object> row(PoolUse use) {
    return List.of(
        use.variant(),
        use.load(),
        use.pool(),
        use.takenPerSecond(),
        use.heldMillisAtMost(),
        use.waitedMillis(),
        use.inUse(),
        use.needed(),
        use.size(),
        use.instances(),
        use.neededOfAll(),
        use.coresTimesTwo());
  }

  private static List<Object> key(Run run) {
    return new ArrayList<>(List.of(run.group(), run.variant(), run.load(), run.repetition()));
  }

  private static <V> String words(
      SortedMap<Integer, V> values, BiFunction<Integer, V, String> word) {
    return values.entrySet().stream()
        .map(entry -> word.apply(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  /**
   * @throws IOException without results, or with those of another version
   */
  static ExperimentResults read(Path folder) throws IOException {
    Path file = folder.resolve(RUNS);
    if (!Files.isRegularFile(file)) {
      throw new IOException("there are no results in " + folder + " (no " + RUNS + ")");
    }
    List<CSVRecord> rows = Csv.read(file, RUN_HEAD);
    if (rows.isEmpty()) {
      throw new IOException("there are no results in " + folder + " (" + RUNS + " is empty)");
    }
    Map<List<String>, List<Slice>> seconds = new HashMap<>();
    for (CSVRecord row : Csv.read(folder.resolve(SECONDS), SECOND_HEAD)) {
      seconds.computeIfAbsent(key(row), none -> new ArrayList<>()).add(second(row));
    }
    CSVRecord first = rows.getFirst();
    return new ExperimentResults(
        first.get("started_at"),
        first.get("command"),
        new Machine(
            whole(first, "cores"),
            first.get("processor"),
            Long.parseLong(first.get("memory_mb")),
            first.get("system"),
            first.get("java")),
        whole(first, "asked"),
        whole(first, "repetitions"),
        whole(first, "seconds"),
        Long.parseLong(first.get("seed")),
        rows.stream().map(row -> run(row, seconds.getOrDefault(key(row), List.of()))).toList(),
        Csv.read(folder.resolve(POOLS), POOL_HEAD).stream().map(ExperimentFiles::pool).toList(),
        parts(first.get("notes"), BETWEEN));
  }

  private static Run run(CSVRecord row, List<Slice> seconds) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      figures.put(figure, Csv.number(row.get(figure.column())));
    }
    SortedMap<Integer, Integer> statuses = new TreeMap<>();
    for (String word : parts(row.get("statuses"), " ")) {
      String[] pair = word.split(":", -1);
      statuses.put(Integer.valueOf(pair[0]), Integer.valueOf(pair[1]));
    }
    SortedMap<Integer, LatencySummary> byStatus = new TreeMap<>();
    for (String word : parts(row.get("response_ms_by_status"), " ")) {
      String[] times = word.split("[:/]", -1);
      Integer status = Integer.valueOf(times[0]);
      byStatus.put(
          status,
          new LatencySummary(
              statuses.getOrDefault(status, 0),
              Csv.number(times[1]),
              Csv.number(times[2]),
              Csv.number(times[3]),
              Csv.number(times[4]),
              Double.NaN,
              Double.NaN));
    }
    return new Run(
        row.get("experiment"),
        row.get("variant"),
        row.get("load"),
        whole(row, "repetition"),
        figures,
        statuses,
        byStatus,
        seconds,
        parts(row.get("begin_mean_ms"), " ").stream()
            .map(mean -> mean.equals("-") ? Double.NaN : Csv.number(mean))
            .toList(),
        parts(row.get("warnings"), BETWEEN));
  }

  private static Slice second(CSVRecord row) {
    return new Slice(
        Csv.number(row.get("second")),
        whole(row, "answered"),
        whole(row, "errors"),
        Csv.number(row.get("response_mean_ms")),
        Csv.number(row.get("response_p50_ms")),
        Csv.number(row.get("response_p99_ms")),
        Csv.number(row.get("first_byte_mean_ms")));
  }

  private static PoolUse pool(CSVRecord row) {
    double held = Csv.number(row.get("held_ms_at_most"));
    return new PoolUse(
        row.get("variant"),
        row.get("load"),
        row.get("pool"),
        Csv.number(row.get("taken_per_second")),
        Math.max(0, held - 1),
        Csv.number(row.get("waited_ms")),
        whole(row, "size"),
        whole(row, "instances"),
        whole(row, "cores_times_two") / 2);
  }

  private static List<String> key(CSVRecord row) {
    return RUN.stream().map(row::get).toList();
  }

  private static int whole(CSVRecord row, String column) {
    return Integer.parseInt(row.get(column));
  }

  private static List<String> parts(String text, String between) {
    return text.isEmpty() ? List.of() : List.of(text.split(between));
  }
}
