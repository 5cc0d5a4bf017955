package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sugang.tools.loadgen.Spread;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ExperimentFilesTests {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    ExperimentFiles.write(Fixed.results(), folder);
  }

  @Test
  void whatIsReadBackIsWhatWasMeasured() throws IOException {
    assertSame(ExperimentFiles.read(folder), Fixed.results());
  }

  @Test
  void theReportOfEarlierResultsIsTheSame() throws IOException {
    String report = Files.readString(folder.resolve(ExperimentFiles.REPORT));
    ExperimentFiles.write(ExperimentFiles.read(folder), folder);
    assertThat(folder.resolve(ExperimentFiles.REPORT)).hasContent(report);
  }

  @Test
  void aFolderWithoutResultsIsToldAndSoAreForeignOnes(@TempDir Path other) throws IOException {
    assertThatIOException()
        .isThrownBy(() -> ExperimentFiles.read(other))
        .withMessageContaining("there are no results");
    Files.writeString(other.resolve("runs.csv"), "runs\n7\n");
    assertThatIOException()
        .isThrownBy(() -> ExperimentFiles.read(other))
        .withMessageContaining("was not written by this version");
  }

  @Test
  void everyLineOfACsvHasAsManyFieldsAsItsHead() throws IOException {
    for (String name : List.of("runs.csv", "seconds.csv", "pools.csv")) {
      List<String> lines = Files.readAllLines(folder.resolve(name));
      assertThat(lines).as(name).hasSizeGreaterThan(2);
      assertThat(lines).as(name).allMatch(line -> fields(line) == fields(lines.getFirst()));
    }
    assertThat(folder.resolve("runs.csv"))
        .content()
        .contains("get,1,2000,1,137.5,137.5,")
        .contains("\"busy, with \"\"something\"\" else\"")
        .contains("200:1097 503:3");
    assertThat(Files.readAllLines(folder.resolve("runs.csv")))
        .hasSize(1 + Fixed.results().runs().size());
    assertThat(folder.resolve("pools.csv"))
        .content()
        .contains("3-redis,won-1000,ledger,20,4,0.1,0.08,1,6,3,3,8");
  }

  @Test
  void theReportOpensWithoutANetworkAndSaysWhereAndHow() throws IOException {
    String page = Files.readString(folder.resolve(ExperimentFiles.REPORT));
    assertThat(page)
        .doesNotContainPattern("(src|href)=|@import|url\\(|<script")
        .contains("A &lt;processor&gt; &amp; more")
        .contains("Medians of 2 repetitions of 8 s (3 were asked for), every variant once in each")
        .contains("./sugang experiments --repetitions 2 --seconds 8 --seed 7")
        .contains("the machine is one of a test")
        .contains("busy, with &quot;something&quot; else")
        .contains("Enrolling, seats free, 1,000 a second: what clients saw")
        .contains("Enrolling, courses full, 1,000 a second: what clients saw")
        .contains("Connections by Little's law: of each pool of an instance, and of all instances");
    assertThat(page.replaceAll("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http://", "https://");
  }

  /** 14 pixels of a bold sans-serif are less than 8 wide on average; charts are 640 wide. */
  @Test
  void everyTitleFitsInItsChart() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("charts"))) {
      for (Path chart : files.toList()) {
        Matcher title =
            Pattern.compile("<title>(.*?)</title>|<text [^>]*font-size=\"14\"[^>]*>(.*?)</text>")
                .matcher(Files.readString(chart));
        assertThat(title.find()).as(chart.toString()).isTrue();
        assertThat(title.group().replaceAll("<.*?>", "")).as(chart.toString()).hasSizeLessThan(77);
      }
    }
  }

  @Test
  void everyChartIsADocumentOfItsOwnWithAllVariants() throws Exception {
    List<Path> charts;
    try (Stream<Path> files = Files.list(folder.resolve("charts"))) {
      charts = files.toList();
    }
    assertThat(charts)
        .extracting(file -> String.valueOf(file.getFileName()))
        .contains(
            "get-2000-p99.svg", "get-2000-begin.svg", "post-won-max-tps.svg", "mixed-2000-cpu.svg");
    for (Path chart : charts) {
      String text = Files.readString(chart);
      Document svg =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(text)));
      assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
      String experiment = String.valueOf(chart.getFileName()).replaceFirst("-.*", "");
      Experiment.ALL.stream()
          .filter(one -> one.id().equals(experiment))
          .flatMap(one -> one.variants().stream())
          .forEach(variant -> assertThat(text).contains(">" + variant.name() + "</text>"));
      assertThat(text).doesNotContain("NaN", "Infinity");
    }
  }

  @Test
  void aTableHasTheMedianAndHowFarTheRepetitionsLieApart() throws IOException {
    assertThat(folder.resolve("tables.md"))
        .content()
        .contains("| 1 instance | 144 (138–150) |")
        .contains("ledger | 20 | 4.00 | 0.10 | 0.08 | 1 | 6 |  |")
        .contains("all of 3 | 360 |  |  | 1.74 | 9 | 48 | 8 |")
        .contains("### Enrolling, courses full, closed loop: what it took");
  }

  @Test
  void whatAFailureLeftOfARepetitionIsShownToo() throws IOException {
    ExperimentResults broken =
        Fixed.results()
            .only(run ->
                run.group().equals("get") && (run.repetition() == 1 || run.variant().equals("1")));
    ExperimentFiles.write(broken, folder);
    assertThat(folder.resolve("tables.md"))
        .content()
        .contains("| 1 instance | 144 (138–150) |", "| 1 + cache | 263 |")
        .doesNotContain("Enrolling");
    assertSame(ExperimentFiles.read(folder), broken);
  }

  @Test
  void percentilesOfTpsAreOverTheSecondsOfAllRepetitions() {
    List<Run> runs =
        List.of(Fixed.answering(27, 100), Fixed.answering(1, 50), Fixed.answering(2, 10));
    assertThat(Figure.TPS_P50.of(runs)).isEqualTo(new Spread(100, 100, 100, 1));
    assertThat(Figure.TPS_P5.of(runs).median()).isEqualTo(10);
    assertThat(Figure.TPS_P5.of(runs.subList(0, 2)).median()).isEqualTo(100);
    assertThat(Figure.TPS_P1.of(runs.subList(0, 2)).median()).isEqualTo(50);
    assertThat(Summary.cell(Figure.TPS_P1, Figure.TPS_P1.of(runs))).isEqualTo("10");
  }

  @Test
  void theReportSaysOfHowManySecondsTheyAre() throws IOException {
    // Two repetitions of eight seconds.
    assertThat(folder.resolve(ExperimentFiles.REPORT))
        .content()
        .contains("variant together: 16, so few that p5 and p1 are both the slowest one.");
    assertThat(Fixed.results(50).secondsSaid()).endsWith("100, so few that p1 is the slowest one.");
    assertThat(Fixed.results(51).secondsSaid()).endsWith("variant together: 102.");
  }

  /** CSV has four digits after the point, and of the times of a status what tables show. */
  private static void assertSame(ExperimentResults read, ExperimentResults written) {
    assertThat(read)
        .usingRecursiveComparison()
        .withComparatorForType(
            (one, other) -> Math.abs(one - other) < 1e-4 ? 0 : Double.compare(one, other),
            Double.class)
        .ignoringFieldsMatchingRegexes(".*byStatus.*(p999|max)")
        .isEqualTo(written);
  }

  // Fields are separated by commas outside of quotes.
  private static long fields(String line) {
    return 1 + line.replaceAll("\"(?:[^\"]|\"\")*\"", "").chars().filter(c -> c == ',').count();
  }
}
