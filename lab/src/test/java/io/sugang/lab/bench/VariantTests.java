package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

class VariantTests {
  /** The steps that are compared: seats, cache, and warm-up. */
  @Test
  void everyStepOfTheWayIsCompared() {
    assertThat(steps(Preset.READS))
        .containsExactly(
            "1 redis none cold",
            "1 redis redis cold",
            "3 redis redis cold",
            "3 redis redis warm",
            "3 redis two-level warm");
    assertThat(steps(Preset.ENROLLMENTS))
        .containsExactly(
            "1 lock redis cold",
            "3 lock redis cold",
            "3 lock redis warm",
            "3 redis redis cold",
            "3 redis redis warm");
    assertThat(steps(Preset.MIX)).containsExactly("1 lock none cold", "3 redis two-level warm");
    assertThat(steps(Preset.START))
        .containsExactly("3 redis two-level cold", "3 redis two-level warm");
    assertThat(Preset.READS.loops()).containsExactly(Loop.OPEN, Loop.CLOSED);
    assertThat(Preset.START.loops()).containsExactly(Loop.OPEN, Loop.CLOSED, Loop.OPEN);
    assertThat(Preset.ENROLLMENTS.profiles()).containsExactly(LoadProfile.FREE, LoadProfile.FULL);
  }

  @Test
  void theMixEndsWithWhatTheServiceIsByDefault() throws IOException {
    String shipped = Files.readString(Path.of("../app/src/main/resources/application.yml"));
    assertThat(variants(Preset.MIX).getLast().settings())
        .allSatisfy(
            (name, value) -> assertThat(shipped).contains("${%s:%s}".formatted(name, value)));
  }

  private static List<Variant> variants(Preset preset) {
    return BenchArguments.variants(CommandSpec.create(), preset.variants(), List.of(1));
  }

  private static List<String> steps(Preset preset) {
    return variants(preset).stream()
        .map(one ->
            "%d %s %s %s"
                .formatted(one.instances(), one.seats(), one.cache(), one.cold() ? "cold" : "warm"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void noVariantInheritsASettingThatIsCompared(Preset preset) {
    assertThat(variants(preset)).extracting(Variant::id).doesNotHaveDuplicates();
    assertThat(variants(preset))
        .allSatisfy(variant ->
            assertThat(variant.settings())
                .containsKeys("SUGANG_SEAT_CONTROL", "SUGANG_STUDENT_CACHE"));
  }

  @Test
  void aColdVariantHasNoWarmUp() {
    assertThat(variants(Preset.START).getFirst().settings()).containsEntry("SUGANG_WARMUP", "off");
    assertThat(variants(Preset.START).getLast().settings()).doesNotContainKey("SUGANG_WARMUP");
    assertThat(variants(Preset.START).getFirst().configuration()).isEqualTo("redis/two-level:cold");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "redis/file", "redis/none:x9", "redis/none:x3:cold", "a/none"})
  void otherWordsAreNoVariant(String text) {
    assertThat(Variant.parse(text)).isNull();
  }
}
