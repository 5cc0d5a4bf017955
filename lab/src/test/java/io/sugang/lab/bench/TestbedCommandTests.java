package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sugang.lab.control.RecordedTestbed;
import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class TestbedCommandTests {
  @Command(name = "broken")
  private static final class Broken extends TestbedCommand {
    Broken() {
      super("measurement", (_, _) -> 0);
    }

    @Override
    protected void execute(PrintWriter out) {
      throw new NullPointerException();
    }
  }

  @Test
  void whereAnErrorCameFromIsBesideTheResults(@TempDir Path folder) {
    Path results = folder.resolve("results");
    int status = new CommandLine(new Broken()).execute("--out", results.toString());
    assertThat(status).isEqualTo(2);
    assertThat(results.resolve(TestbedCommand.TRACE))
        .content()
        .contains("NullPointerException", "Broken.execute");
  }

  /** A measurement that does one thing. */
  @Command(name = "single")
  private static final class Single extends TestbedCommand {
    private final Body body;

    private interface Body {
      void run(PrintWriter out) throws Exception;
    }

    Single(Body body) {
      super("measurement", (_, _) -> 0);
      this.body = body;
    }

    @Override
    protected void execute(PrintWriter out) throws Exception {
      body.run(out);
    }
  }

  @Command(name = "prepared")
  private static final class Prepared extends TestbedCommand {
    Prepared(TestbedAccess access) {
      super("measurement", access);
    }

    @Override
    protected void execute(PrintWriter out) throws Exception {
      measure(
          List.of("before", "after"),
          new DatasetSize(6_000, 600),
          new LoadShape(length(), 64, 0, seed()),
          5,
          (_, _, _) -> {},
          out);
    }
  }

  private record CommandOutcome(int status, String said) {}

  // The command writes to the terminal.
  private static CommandOutcome outcome(TestbedCommand command, String... arguments) {
    PrintStream terminal = System.out;
    var said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      return new CommandOutcome(
          new CommandLine(command).execute(arguments), said.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(terminal);
    }
  }

  @Test
  void whatWasMeasuredIsStatus0() {
    CommandOutcome outcome = outcome(new Single(out -> out.println("33,415 per CPU second")));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.said()).isEqualTo("33,415 per CPU second\n");
  }

  @Test
  void aVerdictOtherThanValidIsStatus1AndTheLastLine() {
    CommandOutcome outcome =
        outcome(
            new Single(_ -> {
              throw new Stack.NotValid("seats-in-mysql is violated");
            }));
    assertThat(outcome)
        .isEqualTo(new CommandOutcome(1, "The measurement ended: seats-in-mysql is violated\n"));
  }

  @Test
  void whatCannotBeMeasuredIsStatus2WithTheReason(@TempDir Path folder) {
    CommandOutcome outcome =
        outcome(
            new Single(_ -> {
              throw new IOException("no seats are left");
            }),
            "--out",
            folder.toString());
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.said().lines())
        .containsExactly(
            "The measurement ended: no seats are left",
            "Where: " + folder.resolve(TestbedCommand.TRACE));
  }

  @Test
  void aFailureKeepsItsOwnMessage() {
    var failure = new Failure("git has no revision x");
    assertThatThrownBy(
            new Single(_ -> {
              throw failure;
            })
                ::call)
        .isSameAs(failure);
  }

  @Test
  void aSignalIsNoReasonOfItsOwn() {
    var interrupted =
        new Single(_ -> {
          throw new InterruptedException();
        });
    assertThatExceptionOfType(Interruption.class).isThrownBy(interrupted::call);
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
    var command = new Prepared(access);
    CommandOutcome outcome = outcome(command);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(requests)
        .containsExactly(
            new TestbedAccess.TestbedRequest("measurement", 6_000, 600, "", Comparison.NONE));
    assertThat(performed)
        .singleElement()
        .asString()
        .startsWith("prepare ")
        .endsWith(" before after");
    assertThat(command.warnings()).containsExactly("another stack ran");
    // The machine first, and then why it ended.
    assertThat(outcome.said().lines().toList())
        .hasSize(3)
        .satisfies(
            lines -> assertThat(lines.getFirst()).contains(" cores (", "Java "),
            lines ->
                assertThat(lines.get(1))
                    .startsWith("The measurement ended: prepare ")
                    .endsWith("failed as a test wants"));
    assertThat(folder.resolve("results").resolve(TestbedCommand.TRACE)).exists();
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
