package io.sugang.tools.loadreport;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of one load.
 *
 * @param result figures and pass marks of k6
 * @param text the same for the terminal
 * @param series the seconds
 * @param verdict the verifier's report
 * @param page the report, HTML
 */
public record LoadReport(Path result, Path text, Path series, Path verdict, Path page) {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  public static LoadReport in(Path folder) {
    return new LoadReport(
        folder.resolve("result.json"),
        folder.resolve("result.txt"),
        folder.resolve("series.json"),
        folder.resolve("verdict.json"),
        folder.resolve("report.html"));
  }

  /** Deletes the files of an earlier load. */
  public void clear() throws IOException {
    for (Path file : List.of(result, text, series, verdict, page)) {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Writes the page from the other files, and prints the verifier's findings.
   *
   * @param seats state of the seats before the load, one sentence
   * @param machine hardware and versions, one sentence
   * @param command that repeats the load
   * @return 0 passed; 1 a pass mark was missed or a check violated; 2 unknown to the verifier
   */
  public int write(String seats, String machine, String command, PrintWriter out)
      throws IOException {
    LoadResult load = JSON.readValue(Files.readString(result), LoadResult.class);
    SeatVerdict judged = JSON.readValue(Files.readString(verdict), SeatVerdict.class);
    List<Second> seconds =
        JSON.readValue(Files.readString(series), new TypeReference<List<Second>>() {});
    if (seconds.isEmpty()) {
      throw new IOException("no samples of k6 in " + series + ", though it made requests");
    }
    Files.writeString(
        page,
        new LoadPage(load, judged, seconds).html(seats, machine, command, ZonedDateTime.now()));
    for (SeatVerdict.Check check : judged.checks()) {
      out.printf("  %-17s %-9s %s%n", check.name(), check.verdict(), check.finding());
      check.examples().forEach(example -> out.printf("  %-27s   %s%n", "", example));
    }
    out.printf("  seats: %s%n", judged.verdict().toUpperCase(Locale.ROOT));
    out.flush();
    return load.passed() ? judged.exitStatus() : 1;
  }
}
