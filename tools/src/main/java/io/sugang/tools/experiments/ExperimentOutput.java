package io.sugang.tools.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The files that a call of the command leaves. */
final class ExperimentOutput {
  static final String REPORT = "report.html";
  private static final String RESULTS = "results.json";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ExperimentOutput() {}

  /** Writes all files anew; the folder is made if need be. */
  static void write(ExperimentResults results, Path folder) throws IOException {
    Files.createDirectories(folder.resolve("charts"));
    Files.writeString(folder.resolve(RESULTS), JSON.writeValueAsString(results) + "\n");
    Files.writeString(folder.resolve("runs.csv"), Csv.runs(results));
    Files.writeString(folder.resolve("seconds.csv"), Csv.seconds(results));
    Files.writeString(folder.resolve("pools.csv"), Csv.pools(results));
    List<ExperimentChart> charts = Charts.of(results);
    for (ExperimentChart chart : charts) {
      Files.writeString(folder.resolve("charts").resolve(chart.name() + ".svg"), chart.svg());
    }
    Files.writeString(folder.resolve("tables.md"), Summary.markdown(results));
    Files.writeString(folder.resolve(REPORT), HtmlReport.of(results, charts));
  }

  static ExperimentResults read(Path folder) throws IOException {
    Path file = folder.resolve(RESULTS);
    if (!Files.isRegularFile(file)) {
      throw new IOException("there are no results in " + folder + " (no " + RESULTS + ")");
    }
    try {
      return JSON.readValue(Files.readString(file), ExperimentResults.class);
    } catch (JacksonException other) {
      throw new IOException(
          file + " was not written by this version: " + other.getOriginalMessage(), other);
    }
  }
}
