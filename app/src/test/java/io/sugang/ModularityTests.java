package io.sugang;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.modulith.core.ApplicationModules;

@Execution(ExecutionMode.CONCURRENT)
class ModularityTests {
  @Test
  void featuresUseOnlyWhatOtherFeaturesExpose() {
    ApplicationModules.of(SugangApplication.class).verify();
  }
}
