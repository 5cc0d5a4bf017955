package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sugang.lab.control.RecordedTestbed;
import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestbedRunTests {
  private static final TestbedAccess NONE = (_, _) -> 0;

  private final StringWriter said = new StringWriter();

  private TestbedRun run(TestbedAccess access, @Nullable Path folder) {
    return new TestbedRun("measurement", access, folder, new PrintWriter(said, true));
  }

  private static void broken() {
    throw new NullPointerException();
  }

  @Test
  void whereAnErrorCameFromIsInTheFolderOfTheResults(@TempDir Path folder) {
    Path results = folder.resolve("results");
    int status = run(NONE, results).status(TestbedRunTests::broken);
    assertThat(status).isEqualTo(2);
    assertThat(results.resolve(TestbedRun.TRACE))
        .content()
        .contains("NullPointerException", "TestbedRunTests.broken");
  }

  @Test
  void whatWasMeasuredIsStatus0() {
    int status = run(NONE, null).status(() -> said.write("33,415 per CPU second\n"));
    assertThat(status).isZero();
    assertThat(said).hasToString("33,415 per CPU second\n");
  }

  @Test
  void aVerdictOtherThanValidIsStatus1AndTheLastLine() {
    int status =
        run(NONE, null)
            .status(() -> {
              throw new Stack.NotValid("seats-in-mysql is violated");
            });
    assertThat(status).isEqualTo(1);
    assertThat(said).hasToString("The measurement ended: seats-in-mysql is violated\n");
  }

  @Test
  void whatCannotBeMeasuredIsStatus2WithTheReason(@TempDir Path folder) {
    int status =
        run(NONE, folder)
            .status(() -> {
              throw new IOException("no seats are left");
            });
    assertThat(status).isEqualTo(2);
    assertThat(said.toString().lines())
        .containsExactly(
            "The measurement ended: no seats are left",
            "Where: " + folder.resolve(TestbedRun.TRACE));
  }

  @Test
  void aFailureKeepsItsOwnMessage() {
    var failure = new Failure("git has no revision x");
    TestbedRun run = run(NONE, null);
    assertThatThrownBy(() ->
            run.status(() -> {
              throw failure;
            }))
        .isSameAs(failure);
  }

  @Test
  void aSignalIsNoReasonOfItsOwn() {
    TestbedRun run = run(NONE, null);
    assertThatExceptionOfType(Interruption.class)
        .isThrownBy(() ->
            run.status(() -> {
              throw new InterruptedException();
            }));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void allBuildsArePreparedForTheDatasetBeforeAnythingIsMeasured(@TempDir Path folder) {
    var performed = new ArrayList<String>();
    var testbed = new RecordedTestbed(performed);
    testbed.fail("prepare");
    var requests = new ArrayList<TestbedAccess.TestbedRequest>();
    TestbedAccess access =
        (request, body) -> {
          requests.add(request);
          return body.run(
              new TestbedAccess.Link(
                  Map.of(), testbed, folder.resolve("results"), List.of("another stack ran")));
        };
    TestbedRun run = run(access, null);
    int status =
        run.status(() ->
            run.measure(
                "",
                Comparison.NONE,
                List.of("before", "after"),
                new DatasetSize(6_000, 600),
                new LoadShape(Duration.ofSeconds(6), 0, 20_260_301),
                5,
                (_, _, _) -> {}));
    assertThat(status).isEqualTo(2);
    assertThat(requests)
        .containsExactly(
            new TestbedAccess.TestbedRequest("measurement", 6_000, 600, "", Comparison.NONE));
    assertThat(performed)
        .singleElement()
        .asString()
        .startsWith("prepare ")
        .endsWith(" before after");
    assertThat(run.warnings()).containsExactly("another stack ran");
    // The machine first, and then why it ended.
    assertThat(said.toString().lines().toList())
        .hasSize(3)
        .satisfies(
            lines -> assertThat(lines.getFirst()).contains(" cores (", "Java "),
            lines ->
                assertThat(lines.get(1))
                    .startsWith("The measurement ended: prepare ")
                    .endsWith("failed as a test wants"));
    assertThat(folder.resolve("results").resolve(TestbedRun.TRACE)).exists();
  }

  @Test
  void whatWasNotWrittenForAPersonIsNamed() {
    assertThat(ErrorText.of(new NullPointerException()))
        .isEqualTo("java.lang.NullPointerException");
    assertThat(ErrorText.of(new IllegalStateException("no courses are left")))
        .isEqualTo("java.lang.IllegalStateException: no courses are left");
    assertThat(ErrorText.of(new FileNotFoundException("/x")))
        .isEqualTo("java.io.FileNotFoundException: /x");
    assertThat(ErrorText.of(new IOException("verify: VIOLATED"))).isEqualTo("verify: VIOLATED");
    assertThat(ErrorText.of(new CannotTell("the table is gone"))).isEqualTo("the table is gone");
  }

  private static final class CannotTell extends RuntimeException {
    CannotTell(String message) {
      super(message);
    }
  }
}
