package io.sugang.tools.bench;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** One page with everything in it: it opens without a network, and can be sent as a file. */
final class HtmlReport {
  // Apostrophes are left alone: no attribute of the page has single quotes.
  private static final Mustache.Compiler MUSTACHE =
      Mustache.compiler()
          .withEscaper(
              Escapers.simple(
                  new String[][] {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}}));

  /** An experiment with its charts and tables. */
  record Section(String title, List<ExperimentChart> charts, List<Table> tables) {}

  private HtmlReport() {}

  static String of(ExperimentResults results, List<ExperimentChart> charts) throws IOException {
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
                    charts.stream()
                        .filter(chart -> chart.experiment().equals(experiment.id()))
                        .toList(),
                    Summary.tables(results, experiment)))
            .filter(section -> !section.tables().isEmpty())
            .toList();
    return page(
        "experiments",
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

  private static String page(String template, Object data) throws IOException {
    try (Reader text =
        new InputStreamReader(
            Objects.requireNonNull(HtmlReport.class.getResourceAsStream(template + ".mustache")),
            StandardCharsets.UTF_8)) {
      return MUSTACHE.compile(text).execute(data);
    }
  }
}
