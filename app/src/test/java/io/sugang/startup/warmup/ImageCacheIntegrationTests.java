package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.SugangApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start that makes the AOT cache of the image, where no server answers. */
@Tag("extended")
class ImageCacheIntegrationTests {
  private static final Pattern PROPERTY = Pattern.compile("(?<= )-Dspring\\S+");

  // Neither MySQL nor Redis listens on port 1.
  private static final Map<String, String> NOWHERE =
      Map.of("MYSQL_PORT", "1", "REDIS_PORT", "1", "MYSQL_PASSWORD", "none");

  @TempDir private Path folder;

  @Test
  void endsWithoutErrorBeforeItNeedsMySqlOrRedis() throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(properties());
    command.addAll(List.of("-Dserver.port=0", "-Dmanagement.server.port=0"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), SugangApplication.class.getName()));
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(NOWHERE);

    int status = builder.start().waitFor();

    assertThat(status).as(Files.readString(output)).isZero();
  }

  private static List<String> properties() throws IOException {
    List<String> properties =
        PROPERTY
            .matcher(Files.readString(Path.of("Dockerfile")))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(properties).contains("-Dspring.context.exit=onRefresh");
    return properties;
  }
}
