package io.sugang.lab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * The processor time per request of recorded commits. A commit is compared with the last recorded
 * one in one run, because machines differ; a regression is reported and fails nothing.
 */
final class RegressionGuard {
  /** Times the processor time of the recorded commit, above which a load is reported. */
  static final double REPORTED = 1.1;

  private static final String COMMIT = "commit";
  private static final List<LoadProfile> LOADS = List.of(LoadProfile.values());

  private final Path file;

  /**
   * @param file with a row of each recorded commit, the newest last
   */
  RegressionGuard(Path file) {
    this.file = file;
  }

  /** Returns the commit of the last row, or null without a row. */
  @Nullable String recorded() throws IOException {
    List<CSVRecord> rows = Csv.read(file, head());
    return rows.isEmpty() ? null : rows.getLast().get(COMMIT);
  }

  /** Prints how many times the processor time of the recorded commit each load takes. */
  static void report(BenchResults results, PrintWriter out) {
    out.println();
    for (BenchResults.ResultRow row : lastTurn(results)) {
      double ratio = times(row);
      out.printf(
          Locale.ROOT,
          "%s: %.2f times the processor time of %s%s%n",
          row.profile().title(),
          ratio,
          results.plan().builds().getFirst().name(),
          ratio > REPORTED ? ". REGRESSION: more than %.1f times".formatted(REPORTED) : "");
    }
  }

  /**
   * Appends a row.
   *
   * @param commit that was measured, without changes
   * @param against the recorded one
   */
  void record(BenchResults results, String commit, String against) throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    for (CSVRecord row : Csv.read(file, head())) {
      rows.add(List.copyOf(row.toList()));
    }
    List<Object> row =
        new ArrayList<>(
            List.of(results.startedAt(), commit, against, results.machine().processor()));
    List<BenchResults.ResultRow> measured = lastTurn(results);
    for (LoadProfile load : LOADS) {
      measured.stream()
          .filter(one -> one.profile() == load)
          .findFirst()
          .ifPresentOrElse(
              one -> row.addAll(List.of(1e6 / one.spread(Figure.PER_CPU).median(), times(one))),
              () -> row.addAll(List.of("", "")));
    }
    rows.add(row);
    Csv.write(file, head(), rows);
  }

  /** The rows of the newer build in the last turn: instances that the turns before warmed up. */
  private static List<BenchResults.ResultRow> lastTurn(BenchResults results) {
    Loop.Turn last = results.plan().turns().getLast();
    Build newer = results.plan().builds().getLast();
    return results.rows().stream()
        .filter(row -> row.turn().equals(last) && row.build().equals(newer))
        .filter(row -> !row.own().isEmpty())
        .toList();
  }

  private static double times(BenchResults.ResultRow row) {
    return 1 / row.toFirst(Figure.PER_CPU).median();
  }

  private static List<String> head() {
    List<String> head = new ArrayList<>(List.of("measured_at", COMMIT, "against", "processor"));
    for (LoadProfile load : LOADS) {
      head.add(load.id() + "_us");
      head.add(load.id() + "_times");
    }
    return head;
  }
}
