package io.sugang.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.tools.cli.TestCommand.TestCounts;
import org.junit.jupiter.api.Test;

/** What {@code ./sugang test} adds up. */
class TestCountsTests {
  @Test
  void readsTheLastLineOfAScript() {
    assertThat(TestCommand.counted("3 passed, 0 failed, 2 skipped", 0))
        .isEqualTo(new TestCounts(3, 0, 2));
    assertThat(TestCommand.counted("3 passed, 0 failed", 0)).isEqualTo(new TestCounts(3, 0, 0));
    assertThat(TestCommand.counted("3 passed, 1 failed", 1)).isEqualTo(new TestCounts(3, 1, 0));
    assertThat(TestCommand.counted("done", 0)).isNull();
  }

  @Test
  void aScriptThatFailsWithoutAFailedTestIsAFailure() {
    assertThat(TestCommand.counted("3 passed, 0 failed", 1)).isEqualTo(new TestCounts(3, 1, 0));
  }

  @Test
  void readsAReportOfMaven() {
    assertThat(
            TestCommand.suite(
                "<?xml version=\"1.0\"?>\n<testsuite name=\"a\" tests=\"7\" errors=\"1\" skipped=\"2\" failures=\"1\"><testcase/></testsuite>"))
        .isEqualTo(new TestCounts(3, 2, 2));
  }
}
