package io.sugang.tools.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestbedBuildsTests {
  @Test
  void aSettingMayHaveBlanksAndEqualsSigns() {
    assertThat(
            TestbedBuilds.variables(
                List.of("SUGANG_JAVA_OPTIONS=-XX:-UseSerialGC -Da=b", "SUGANG_WARMUP=off")))
        .containsEntry("SUGANG_JAVA_OPTIONS", "-XX:-UseSerialGC -Da=b")
        .containsEntry("SUGANG_WARMUP", "off");
  }
}
