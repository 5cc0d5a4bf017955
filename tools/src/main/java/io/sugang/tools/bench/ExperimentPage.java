package io.sugang.tools.bench;

import io.sugang.tools.report.Page;
import io.sugang.tools.report.Table;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report of the experiments as one page that opens without a network. */
final class ExperimentPage {

  /** An experiment with its charts (SVG) and tables. */
  record Section(String title, Collection<String> charts, List<Table> tables) {}

  private ExperimentPage() {}

  /**
   * @param charts SVG by experiment
   */
  static String of(ExperimentResults results, Map<Experiment, Collection<String>> charts) {
    Machine machine = results.machine();
    List<String> disturbed =
        results.runs().stream()
            .filter(run -> !run.warnings().isEmpty())
            .map(run ->
                "%s, %s, %s, repetition %d: %s"
                    .formatted(
                        run.group(),
                        run.variant(),
                        run.load(),
                        run.repetition(),
                        String.join("; ", run.warnings())))
            .toList();
    List<Section> sections =
        Experiment.ALL.stream()
            .map(experiment ->
                new Section(
                    experiment.title(),
                    charts.getOrDefault(experiment, List.of()),
                    Summary.tables(results, experiment)))
            .filter(section -> !section.tables().isEmpty())
            .toList();
    return Page.of(
        ExperimentPage.class,
        "experiments.mustache",
        Map.ofEntries(
            Map.entry("startedAt", results.startedAt().replace('T', ' ').replace("Z", " UTC")),
            Map.entry("cores", machine.cores()),
            Map.entry("processor", machine.processor()),
            Map.entry("memory", String.format(Locale.ROOT, "%,d", machine.memoryMegabytes())),
            Map.entry("system", machine.system()),
            Map.entry("java", machine.java()),
            Map.entry("command", results.command()),
            Map.entry("repetitions", results.repetitionsSaid()),
            Map.entry(
                "seconds", results.repetitions() > 0 ? List.of(results.secondsSaid()) : List.of()),
            Map.entry("warnings", results.warnings()),
            Map.entry("anyDisturbed", !disturbed.isEmpty()),
            Map.entry("disturbed", disturbed),
            Map.entry("sections", sections)));
  }
}
