package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** On the files of a real run: mixed, a stress test of 60 seconds around 400 per second. */
class LoadReportTests {

  private final StringWriter said = new StringWriter();

  @TempDir private Path folder;

  @BeforeEach
  void copyTheRun() throws IOException {
    for (String file : new String[] {"result.json", "series.json", "verdict.json"}) {
      try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(file))) {
        Files.copy(in, folder.resolve(file));
      }
    }
  }

  @Test
  void passesWhenMarksAndSeatsAreSound() throws IOException {
    assertThat(report()).isZero();
    assertThat(page()).contains("<span class=\"badge good\">passed</span></header>");
    assertThat(said.toString()).contains("seats-in-mysql    valid     500 courses");
  }

  @Test
  void tellsWonAndRefusedApart() throws IOException {
    report();

    assertThat(row("201 won")).startsWith("11,485").contains(" 9.33 58.0 125 ");
    assertThat(row("409 refused, enrolled already")).startsWith("24").contains(" 4.22 29.5 41.8 ");
    assertThat(row("200 read")).startsWith("11,583");
  }

  @Test
  void showsEveryStepMarkAndCheck() throws IOException {
    report();

    assertThat(page())
        .contains("<tr><td>up to 400/s<td>388<td>387<td>0<td>0 %")
        .contains("<tr><td>up to 600/s <span class=\"quiet\">not judged</span>")
        .contains("<td>400/s: p99<td>below 500 ms<td>110 ms")
        .contains("<td>redis-roster<td>the students of 500 courses are the same");
    assertThat(Pattern.compile("<svg ").matcher(page()).results()).hasSize(2);
  }

  @Test
  void tellsTheRiseOfTheRateFromTheLoad() throws IOException {
    try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("risen.json"))) {
      Files.copy(in, folder.resolve("result.json"), StandardCopyOption.REPLACE_EXISTING);
    }
    report();

    assertThat(page())
        .contains("<title>Sugang load: Mixed, at 2,000/s for 3 minutes")
        .contains("<tr><td>up to 2,000/s <span class=\"quiet\">not judged</span><td>1,000<td>997")
        .contains("<tr><td>at 2,000/s<td>2,000<td>2,000<td>0<td>0 %")
        .contains("While the rate rises, only errors are judged.");
  }

  @Test
  void needsNoNetwork() throws IOException {
    report();

    assertThat(page().replace("http://127.0.0.1", "").replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("src=", "href=", "url(", "@import", "<script", "http");
  }

  @Test
  void isWellFormedWhereItIsDrawn() throws Exception {
    report();
    var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();

    for (var picture :
        Pattern.compile("<svg .*?</svg>", Pattern.DOTALL).matcher(page()).results().toList()) {
      var svg = parser.parse(new InputSource(new StringReader(picture.group())));
      assertThat(svg.getElementsByTagName("path").getLength()).isPositive();
      assertThat(picture.group()).doesNotContain("NaN", "Infinity");
    }
  }

  @Test
  void showsWhatItWasToldAsText() throws IOException {
    report("5 < 6 & <b>none</b>");

    assertThat(page()).contains("5 &lt; 6 &amp; &lt;b&gt;none&lt;/b&gt;").doesNotContain("<b>none");
  }

  @Test
  void failsWhenAMarkWasMissed() throws IOException {
    change("result.json", "  \"passed\": true\n}", "  \"passed\": false\n}");

    assertThat(report()).isEqualTo(1);
    assertThat(page()).contains("<span class=\"badge bad\">failed</span></header>");
  }

  @Test
  void failsWhenTheSeatsAreWrong() throws IOException {
    change("verdict.json", "\"exitStatus\" : 0", "\"exitStatus\" : 1");

    assertThat(report()).isEqualTo(1);
    assertThat(page()).contains("<span class=\"badge bad\">failed</span></header>");
  }

  @Test
  void isUnknownWhenTheVerifierIs() throws IOException {
    change("verdict.json", "\"exitStatus\" : 0", "\"exitStatus\" : 2");

    assertThat(report()).isEqualTo(2);
    assertThat(page()).contains("<span class=\"badge unknown\">unknown</span></header>");
  }

  @Test
  void refusesARunWithoutSamples() throws IOException {
    Files.writeString(folder.resolve("series.json"), "[]");

    assertThatIOException().isThrownBy(this::report).withMessageContaining("no samples of k6");
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  private int report() throws IOException {
    return report("");
  }

  private int report(String begins) throws IOException {
    return LoadReport.in(folder)
        .write(begins, "3 instances", "./sugang load mixed", new PrintWriter(said));
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("report.html"));
  }

  /** The figures of the row of this name, one after the other. */
  private String row(String name) throws IOException {
    var found =
        Pattern.compile("<tr><td><span class=\"swatch [a-z]+\">" + name + "</span>(.*)\n")
            .matcher(page());
    assertThat(found.find()).isTrue();
    return found.group(1).replace("<td>", " ").strip();
  }

  private void change(String file, String from, String to) throws IOException {
    String before = Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
    assertThat(before).contains(from);
    Files.writeString(folder.resolve(file), before.replace(from, to));
  }
}
