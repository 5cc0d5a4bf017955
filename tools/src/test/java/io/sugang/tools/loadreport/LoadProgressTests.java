package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadProgressTests {

  private static final String SAMPLES =
      """
      metric_name,timestamp,metric_value,name,scenario,extra_tags,metadata
      http_reqs,1000,1.000000,,steady,,
      answer_time,1000,4.000000,,steady,outcome=won,
      answer_time,1400,2.000000,,steady,outcome=full,
      dropped_iterations,1500,3.000000,,steady,,
      answer_time,2100,1.000000,,steady,outcome=broken,
      vus,2200,5.000000,,,,
      """;

  private final StringWriter shown = new StringWriter();

  @TempDir private Path folder;

  @Test
  void showsASecondThatIsOver() throws IOException {
    watch(false);

    assertThat(shown.toString())
        .isEqualToIgnoringNewLines(
            "  0:01 of 3:00   2/s   read 0   won 1   refused 1   errors 0   dropped 3   p50 2.0   p95 4.0   p99 4.0 ms");
  }

  @Test
  void rewritesTheLineOfATerminalAndLeavesItEmpty() throws IOException {
    watch(true);

    assertThat(shown.toString()).startsWith("\r  0:01 of 3:00").endsWith("\r\u001b[K");
  }

  @Test
  void keepsEverySecond() throws IOException {
    watch(false);

    assertThat(Files.readString(folder.resolve("series.json")))
        .isEqualTo(
            "[{\"at\":0,\"outcomes\":{\"full\":1,\"won\":1},\"dropped\":3,\"users\":0,\"p50\":2.0,\"p95\":4.0,\"p99\":4.0},"
                + "{\"at\":1,\"outcomes\":{\"broken\":1},\"dropped\":0,\"users\":5,\"p50\":1.0,\"p95\":1.0,\"p99\":1.0}]");
  }

  private void watch(boolean live) throws IOException {
    new LoadProgress(new PrintWriter(shown), 180, live)
        .follow(
            new ByteArrayInputStream(SAMPLES.getBytes(StandardCharsets.UTF_8)),
            folder.resolve("series.json"));
  }
}
