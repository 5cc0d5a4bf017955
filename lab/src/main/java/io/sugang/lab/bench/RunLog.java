package io.sugang.lab.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The runs and warnings of a session, printed as they come. */
final class RunLog {
  private final List<Run> runs = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final PrintWriter out;

  RunLog(PrintWriter out) {
    this.out = out;
  }

  void add(String variant, String load, Run run) {
    runs.add(run);
    out.printf(
        Locale.ROOT,
        "  %-22s %-32s %8s/s   p50 %8s   p99 %8s ms   %8s per CPU s   %5s switches%s%n",
        variant,
        load,
        Figure.TPS.text(run.of(Figure.TPS)),
        Figure.P50.text(run.of(Figure.P50)),
        Figure.P99.text(run.of(Figure.P99)),
        Figure.PER_CPU.text(run.of(Figure.PER_CPU)),
        Figure.SWITCHES.text(run.of(Figure.SWITCHES)),
        run.errors() == 0
            ? ""
            : "   %,d errors %s".formatted(run.errors(), run.measurement().figures().statuses()));
    run.warnings().forEach(warning -> out.println("    WARNING " + warning));
  }

  void warn(String warning) {
    warnings.add(warning);
    out.println("WARNING " + warning);
  }

  List<Run> runs() {
    return List.copyOf(runs);
  }

  /** Those of the session, and how many runs have one of their own. */
  List<String> allWarnings() {
    List<String> all = new ArrayList<>(warnings);
    long disturbed = runs.stream().filter(run -> !run.warnings().isEmpty()).count();
    if (disturbed > 0) {
      all.add(
          "%d of %d runs were disturbed; their figures are not those of the service alone"
              .formatted(disturbed, runs.size()));
    }
    return all;
  }
}
