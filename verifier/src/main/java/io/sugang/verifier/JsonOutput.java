package io.sugang.verifier;

import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The report as a program reads it. */
final class JsonOutput {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonOutput() {}

  static void print(Report report, PrintWriter out) {
    var checks =
        report.lines().stream()
            .map(line ->
                new JsonCheck(
                    line.check(),
                    line.finding().verdict().word(),
                    line.finding().violations(),
                    line.finding().sentence(),
                    line.finding().examples()))
            .toList();
    out.println(
        JSON.writeValueAsString(
            new JsonReport(
                report.verdict().word(),
                report.exitStatus(),
                report.at().toString(),
                report.took().toMillis(),
                checks,
                report.hints())));
    out.flush();
  }

  private record JsonReport(
      String verdict,
      int exitStatus,
      String at,
      long tookMillis,
      List<JsonCheck> checks,
      Set<String> hints) {}

  private record JsonCheck(
      String name, String verdict, long violations, String finding, List<String> examples) {}
}
