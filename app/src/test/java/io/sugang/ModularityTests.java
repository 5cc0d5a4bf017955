package io.sugang;

import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;

class ModularityTests {
  @Test
  void featuresUseOnlyWhatOtherFeaturesExpose() {
    ApplicationModules.of(SugangApplication.class).verify();
  }
}
