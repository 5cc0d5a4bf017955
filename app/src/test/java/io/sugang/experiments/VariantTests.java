package io.sugang.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VariantTests {
  @Test
  void noVariantInheritsASettingAndAKilledRedisHasOneBeforeIt() {
    for (Experiment experiment : Experiment.ALL) {
      assertThat(experiment.variants()).extracting(Variant::id).doesNotHaveDuplicates();
      assertThat(experiment.variants().getFirst().redisKilled()).isFalse();
      assertThat(experiment.variants())
          .allSatisfy(variant ->
              assertThat(variant.settings())
                  .extracting(setting -> setting.replaceFirst("=.*", ""))
                  .containsExactly("SUGANG_SEAT_CONTROL", "SUGANG_STUDENT_CACHE", "SUGANG_WARMUP"));
    }
  }
}
