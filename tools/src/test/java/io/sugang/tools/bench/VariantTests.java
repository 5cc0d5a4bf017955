package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariantTests {
  /** The steps that are compared: seats, cache, warm-up, and whether Redis is killed. */
  @Test
  void everyStepOfTheWayIsCompared() {
    assertThat(steps(Experiment.GET))
        .containsExactly(
            "1 redis none cold",
            "1 redis redis cold",
            "3 redis redis cold",
            "3 redis redis warm",
            "3 redis two-level warm");
    assertThat(steps(Experiment.POST))
        .containsExactly(
            "1 lock redis cold",
            "3 lock redis cold",
            "3 lock redis warm",
            "3 redis redis cold",
            "3 redis redis warm",
            "3 redis redis warm killed");
    assertThat(steps(Experiment.MIXED))
        .containsExactly("1 lock none cold", "3 redis two-level warm");
    assertThat(loads(Experiment.GET)).containsExactly("STUDENTS 2000", "STUDENTS null");
    assertThat(loads(Experiment.POST))
        .containsExactlyInAnyOrder("FREE 1000", "FREE null", "FULL 1000", "FULL null");
    assertThat(loads(Experiment.MIXED)).containsExactly("MIXED 2000");
    assertThat(Experiment.USUAL)
        .containsExactly(Experiment.GET, Experiment.POST, Experiment.MIXED, Experiment.POOLS);
  }

  @Test
  void mixedEndsWithWhatTheServiceIsByDefault() throws IOException {
    String shipped = Files.readString(Path.of("../app/src/main/resources/application.yml"));
    assertThat(Experiment.MIXED.variants().getLast().settings())
        .allSatisfy(
            setting -> assertThat(shipped).contains("${" + setting.replace('=', ':') + "}"));
  }

  private static List<String> steps(Experiment experiment) {
    return experiment.variants().stream()
        .map(one ->
            one.instances()
                + " "
                + one.seats()
                + " "
                + one.cache()
                + (Boolean.TRUE.equals(one.warmUp()) ? " warm" : " cold")
                + (one.redisKilled() ? " killed" : ""))
        .toList();
  }

  private static List<String> loads(Experiment experiment) {
    return experiment.loads().stream().map(load -> load.kind() + " " + load.rate()).toList();
  }

  @Test
  void noVariantInheritsASetting() {
    for (Experiment experiment : Experiment.ALL) {
      assertThat(experiment.variants()).extracting(Variant::id).doesNotHaveDuplicates();
      assertThat(experiment.variants())
          .allSatisfy(variant ->
              assertThat(variant.settings())
                  .extracting(setting -> setting.replaceFirst("=.*", ""))
                  .containsExactly("SUGANG_SEAT_CONTROL", "SUGANG_STUDENT_CACHE", "SUGANG_WARMUP"));
    }
  }
}
