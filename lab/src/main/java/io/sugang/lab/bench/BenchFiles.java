package io.sugang.lab.bench;

import io.sugang.lab.loadgen.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/** The files of {@code ./sugang bench}: tables of each call, and one CSV for all calls. */
final class BenchFiles {
  /** In the parent of the folder of the call; the columns of {@code docs/performance/runs.csv}. */
  static final String RUNS = "runs.csv";

  static final String TABLES = "tables.md";

  static final List<String> HEAD =
      List.of(
          ("run,started_at,method,cores,processor,command,build,instances,students,connections,"
                  + "hot_percent,warm_up,repetitions,variant,load,loop,req_per_second,"
                  + "req_per_cpu_second,req_per_cpu_second_least,req_per_cpu_second_most,of_baseline,"
                  + "nginx_us,app_us,redis_us,mysql_us,driver_us,p50_ms,p99_ms,p99_ms_least,"
                  + "p99_ms_most,p999_ms,max_ms,errors,instance_mb,ratio_req_per_cpu_second,"
                  + "ratio_least,ratio_most,warnings,context_switches,rate,ready_s,redis_calls,"
                  + "mysql_statements,answers,pools,claims_per_group")
              .split(","));

  private BenchFiles() {}

  /** Writes the tables anew, and the rows of this call in the place of its earlier ones. */
  static void write(BenchResults results, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(TABLES), BenchTables.markdown(results));
    String run = String.valueOf(folder.getFileName());
    Path file = folder.resolveSibling(RUNS);
    List<List<Object>> rows = new ArrayList<>();
    if (Files.exists(file)) {
      for (CSVRecord row : Csv.read(file, List.of("run"))) {
        if (!row.get("run").equals(run)) {
          // Earlier versions had fewer columns.
          rows.add(
              HEAD.stream()
                  .<Object>map(column -> row.isMapped(column) ? row.get(column) : "")
                  .toList());
        }
      }
    }
    List<Run> runs = results.baseline();
    Spread perCpu = Figure.PER_CPU.of(runs);
    List<Object> baseline =
        head(
            results,
            run,
            "nginx alone",
            "",
            0,
            LoadProfile.GET,
            results.baselineTurn(),
            Figure.TPS.of(runs),
            perCpu);
    baseline.add(1);
    baseline.addAll(Collections.nCopies(HEAD.indexOf("warnings") - baseline.size(), ""));
    baseline.add(warnings(runs));
    baseline.addAll(Collections.nCopies(HEAD.size() - baseline.size(), ""));
    rows.add(baseline);
    for (BenchResults.ResultRow row : results.rows()) {
      if (!row.own().isEmpty()) {
        rows.add(row(results, run, row));
      }
    }
    Csv.write(file, HEAD, rows);
  }

  private static List<Object> row(BenchResults results, String run, BenchResults.ResultRow row) {
    Spread perCpu = row.spread(Figure.PER_CPU);
    Spread p99 = row.spread(Figure.P99);
    Spread ratio = row.toFirst(Figure.PER_CPU);
    List<Object> cells =
        head(
            results,
            run,
            row.build().name(),
            row.variant().configuration(),
            row.variant().instances(),
            row.profile(),
            row.turn(),
            row.spread(Figure.TPS),
            perCpu);
    cells.addAll(
        List.of(
            row.ofBaseline().median(),
            row.micros(Figure.CPU_NGINX),
            row.micros(Figure.CPU_APP),
            row.micros(Figure.CPU_REDIS),
            row.micros(Figure.CPU_MYSQL),
            row.micros(Figure.CPU_DRIVER),
            row.spread(Figure.P50).median(),
            p99.median(),
            p99.least(),
            p99.most(),
            row.spread(Figure.P999).median(),
            row.spread(Figure.MAX).median(),
            row.errors(),
            row.spread(Figure.MEMORY).median(),
            ratio.median(),
            ratio.least(),
            ratio.most(),
            warnings(row.own()),
            row.spread(Figure.SWITCHES).median(),
            row.turn().open() ? results.plan().rate() : "",
            row.spread(Figure.READY).median(),
            row.spread(Figure.REDIS).median(),
            row.spread(Figure.MYSQL).median(),
            row.answers(),
            "",
            row.spread(Figure.GROUP).median()));
    return cells;
  }

  private static List<Object> head(
      BenchResults results,
      String run,
      String build,
      String variant,
      int instances,
      LoadProfile profile,
      Loop.Turn turn,
      Spread perSecond,
      Spread perCpu) {
    BenchPlan plan = results.plan();
    return new ArrayList<>(
        List.of(
            run,
            results.startedAt(),
            "bench",
            results.machine().cores(),
            results.machine().processor(),
            results.command(),
            build,
            instances,
            plan.dataset().students(),
            turn.connections(),
            plan.hotPercent(),
            plan.warmUp(),
            results.repetitions(),
            variant,
            profile.id(),
            turn.id(),
            perSecond.median(),
            perCpu.median(),
            perCpu.least(),
            perCpu.most()));
  }

  private static int warnings(List<Run> runs) {
    return runs.stream().mapToInt(run -> run.warnings().size()).sum();
  }
}
