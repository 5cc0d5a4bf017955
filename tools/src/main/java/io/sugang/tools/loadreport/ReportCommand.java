package io.sugang.tools.loadreport;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Joins what k6 measured with what the verifier found: a page, and an exit status. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Writes the report of a load as HTML.",
    footer = {
      "",
      "Exit status: 0 passed; 1 a pass mark was missed or a check was violated; 2 the verifier could not tell."
    })
final class ReportCommand implements Callable<Integer> {

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  @Option(names = "--result", required = true, description = "The result of k6, JSON.")
  private Path result = Path.of("");

  @Option(names = "--series", required = true, description = "The seconds, JSON.")
  private Path series = Path.of("");

  @Option(names = "--verdict", required = true, description = "The report of the verifier, JSON.")
  private Path verdict = Path.of("");

  @Option(names = "--begins", description = "What the seats were like before, one sentence.")
  private String begins = "";

  @Option(names = "--machine", description = "What it ran on, one sentence.")
  private String machine = "";

  @Option(names = "--command", description = "How to run it again.")
  private String command = "";

  @Option(names = "--out", required = true, description = "The HTML to write.")
  private Path page = Path.of("");

  private final PrintWriter out;

  ReportCommand(PrintWriter out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    LoadResult load = JSON.readValue(Files.readString(result), LoadResult.class);
    SeatVerdict seats = JSON.readValue(Files.readString(verdict), SeatVerdict.class);
    List<Second> seconds =
        JSON.readValue(Files.readString(series), new TypeReference<List<Second>>() {});
    if (seconds.isEmpty()) {
      throw new IOException("no samples of k6 in " + series + ", though it made requests");
    }
    Setting setting = new Setting(begins, machine, command, ZonedDateTime.now());
    Files.writeString(page, new ReportPage(load, seats, seconds, setting).html());
    for (SeatVerdict.Check check : seats.checks()) {
      out.printf("  %-17s %-9s %s%n", check.name(), check.verdict(), check.finding());
      check.examples().forEach(example -> out.printf("  %-27s   %s%n", "", example));
    }
    out.printf("  seats: %s%n", seats.verdict().toUpperCase(Locale.ROOT));
    out.flush();
    return load.passed() ? seats.exitStatus() : 1;
  }
}
