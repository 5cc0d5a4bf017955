package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.cli.TestCommand.TestCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void namesTheFailedTestsOfAReport(@TempDir Path folder) throws IOException {
    Path report = folder.resolve("TEST-a.xml");
    Files.writeString(
        report,
        """
        <?xml version="1.0"?>
        <testsuite name="a" tests="3" errors="1" skipped="0" failures="1">
          <testcase name="passes" classname="io.sugang.SeatTests"/>
          <testcase name="fails" classname="io.sugang.SeatTests"><failure message="expected 50&#10;but 51"/></testcase>
          <testcase name="breaks" classname="io.sugang.SeatTests"><error type="x"><![CDATA[at]]></error></testcase>
        </testsuite>
        """);
    assertThat(FailedTests.of(report))
        .containsExactly("SeatTests.fails: expected 50", "SeatTests.breaks: ");
  }

  @Test
  void testsThatAreNamedRunWithAnyTag() {
    assertThat(TestCommand.selectsTests(List.of("-am", "-Dit.test=A"))).isTrue();
    assertThat(TestCommand.selectsTests(List.of("-Dtest=A"))).isTrue();
    assertThat(TestCommand.selectsTests(List.of("-Dgroups=extended"))).isTrue();
    assertThat(TestCommand.selectsTests(List.of("-am", "-Dtests.scale=1"))).isFalse();
  }
}
