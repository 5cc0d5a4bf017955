package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class BandTests {
  private static final Path SCRIPT = Path.of("../k6/lib/outcome.js");
  private static final Path API = Path.of("../docs/openapi.json");

  @Test
  void noAnswerOfAHealthyServiceIsDrawnAsAnError() throws IOException {
    String script = Files.readString(SCRIPT);
    String answers = first("ANSWERS = \\[(.*)\\]", script);
    List<String> outcomes = all("'([a-z]+)'", answers);
    assertThat(outcomes).hasSizeGreaterThan(3).noneMatch(name -> Band.of(name) == Band.ERRORS);
    assertThat(Band.of("broken")).isEqualTo(Band.ERRORS);
  }

  /** They take each other 409 for one of a rule. */
  @Test
  void theScriptsOfK6NameTheConflictsThatAreOfNoRule() throws IOException {
    String conflicts =
        new JsonMapper()
            .readTree(API.toFile())
            .at("/paths/~1api~1enrollments/post/responses/409/description")
            .asString();
    List<String> named = all("\"code\":\"([A-Z_]+)\"", Files.readString(SCRIPT));
    assertThat(named)
        .containsExactlyInAnyOrder("COURSE_FULL", "ALREADY_ENROLLED", "REQUEST_IN_FLIGHT");
    assertThat(all("(?m)^([A-Z_]+): ", conflicts)).hasSizeGreaterThan(10).containsAll(named);
  }

  private static String first(String pattern, String text) {
    return all(pattern, text).getFirst();
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(BandTests::group).toList();
  }

  private static String group(MatchResult match) {
    return match.group(1);
  }
}
