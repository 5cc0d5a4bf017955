package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.chaos.ScenarioOutcome.ScenarioVerdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ScenarioReportTests {
  private static final List<Timeline.Moment> TIMELINE =
      List.of(new Timeline.Moment(-0.25, "confine mysql"), new Timeline.Moment(3, "fault begins"));
  private static final ScenarioOutcome VIOLATED =
      new ScenarioOutcome(
          "flushall",
          7,
          ScenarioVerdict.VIOLATED,
          null,
          10,
          5,
          2,
          Map.of("lost", 1),
          Map.of("lost", List.of("201 with enrollment 11 has no row")),
          new TreeMap<>(Map.of("201", 5)),
          20,
          30,
          40,
          "I2  violated",
          TIMELINE);

  /** A log that is shortened keeps its end. */
  @Test
  void theTableIsFollowedByWhatWasFound() {
    StringWriter text = new StringWriter();
    ScenarioReport.table(List.of(VIOLATED), new PrintWriter(text));
    assertThat(text.toString().lines().toList())
        .last()
        .isEqualTo("flushall, lost: 201 with enrollment 11 has no row");
  }

  @Test
  void theJsonHasWhatWasFoundAndWhatWasDoneWhen() {
    JsonNode outcome = json(VIOLATED);
    assertThat(outcome.at("/verdict").asString()).isEqualTo("violated");
    assertThat(outcome.at("/enrolledInFault").asInt()).isEqualTo(2);
    assertThat(outcome.at("/findings/lost").asInt()).isEqualTo(1);
    assertThat(outcome.at("/examples/lost/0").asString())
        .isEqualTo("201 with enrollment 11 has no row");
    assertThat(outcome.at("/verifier").asString()).isEqualTo("I2  violated");
    assertThat(outcome.at("/timeline/0/millis").asInt()).isEqualTo(-250);
    assertThat(outcome.at("/timeline/1/what").asString()).isEqualTo("fault begins");
  }

  @Test
  void theJsonOfWhatIsUnknownHasTheReasonAndWhatWasDoneUntilThen() {
    JsonNode outcome =
        json(
            ScenarioOutcome.without(
                "flushall", 7, ScenarioVerdict.UNKNOWN, "Redis was away", TIMELINE));
    assertThat(outcome.at("/reason").asString()).isEqualTo("Redis was away");
    assertThat(outcome.at("/timeline")).hasSize(2);
  }

  private static JsonNode json(ScenarioOutcome outcome) {
    return JsonMapper.shared().readTree(ScenarioReport.json(List.of(outcome))).get(0);
  }
}
