package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page against {@code approved.html}, which was examined in a browser. {@code -Dapprove} writes
 * it anew after a change of template or charts.
 */
class LoadPageTests {
  private static final Path SAMPLES = Path.of("src/test/resources/io/sugang/tools/loadreport");
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  @Test
  void thePageIsTheApprovedOne() throws IOException {
    LoadResult load = JSON.readValue(sample("result.json"), LoadResult.class);
    SeatVerdict seats = JSON.readValue(sample("verdict.json"), SeatVerdict.class);
    List<Second> seconds =
        JSON.readValue(sample("series.json"), new TypeReference<List<Second>>() {});

    String page =
        new LoadPage(load, seats, seconds)
            .html(
                "500 courses with 25,000 seats",
                "2 cores, 3 instances",
                "./sugang load mixed --stress",
                ZonedDateTime.parse("2026-11-20T10:00:00Z"));

    if (System.getProperty("approve") != null) {
      Files.writeString(SAMPLES.resolve("approved.html"), page);
    }
    assertThat(page).isEqualTo(sample("approved.html"));
  }

  private static String sample(String name) throws IOException {
    return Files.readString(SAMPLES.resolve(name));
  }
}
