package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sugang.lab.control.RecordedTestbed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceTests {
  private final List<String> done = new ArrayList<>();
  private final RecordedTestbed testbed = new RecordedTestbed(done);
  private final Stack stack = new Stack(testbed, new DatasetSize(5_000, 500));

  @Test
  void theBuildIsStartedWithItsInstancesAndSettings() throws Exception {
    stack.start(new Service("before", 2, Map.of("SUGANG_SEAT_CONTROL", "lock", "OTHER", "1")));
    stack.verify("a load");
    assertThat(done)
        .containsExactly("start before 2 {OTHER=1, SUGANG_SEAT_CONTROL=lock}", "verify lock");
    assertThat(stack.parts().url()).hasToString("http://127.0.0.1:8080");
  }

  @Test
  void eachBuildIsTriedBeforeAnythingIsMeasured() throws Exception {
    stack.prepare(List.of("before", "after"));
    assertThat(done).containsExactly("prepare 100 5000 before after");
  }

  @Test
  void whatTheVerifierDoesNotCallValidIsToldWithWhatWasDone() throws Exception {
    testbed.fail("verify");
    stack.start(new Service("present", 1, Map.of("SUGANG_SEAT_CONTROL", "redis")));
    assertThatExceptionOfType(Stack.NotValid.class)
        .isThrownBy(() -> stack.verify("the mixed load"))
        .withMessageContainingAll("after the mixed load", "failed as a test wants");
  }

  @Test
  void aServiceSaysWhoDecidesAboutSeats() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Service("present", 1, Map.of()));
  }
}
