package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sugang.lab.control.RecordedTestbed;
import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.cli.Session;
import io.sugang.ops.local.LocalProcesses;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operations before and after a measurement, on a stack that only records them. */
class SessionTestbedTests {
  private static final TestbedAccess.TestbedRequest REQUEST =
      new TestbedAccess.TestbedRequest("bench", 5_000, 500, "", Comparison.NONE);

  @TempDir private Path folder;

  private final List<String> done = new ArrayList<>();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Workspace workspace;
  private Console console;
  private Session session;
  private SessionTestbed testbed;

  private final class Recorded extends RecordedTestbed {
    Recorded() {
      super(done);
    }

    @Override
    public Map<String, String> environment() {
      return Map.of("MYSQL_PORT", "23306");
    }
  }

  @BeforeEach
  void session() {
    workspace = new Workspace(folder, Map.of());
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    console = Console.plain(out, out);
    session = new Session(workspace, console);
    testbed =
        new SessionTestbed(
            session,
            request -> {
              done.add("build " + request.command());
              return new Recorded();
            });
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theStackIsBuiltStartedMeasuredAndStoppedInThisOrder() throws Exception {
    int status =
        testbed.run(
            REQUEST,
            link -> {
              link.operator().stop();
              assertThat(link.environment()).containsEntry("MYSQL_PORT", "23306");
              return 0;
            });
    assertThat(status).isZero();
    assertThat(done).containsExactly("build bench", "up", "stop", "down");
    assertThat(said()).contains("Sugang: bench");
  }

  @Test
  void theExitStatusIsThatOfTheMeasurement() throws Exception {
    assertThat(testbed.run(REQUEST, _ -> 1)).isOne();
    assertThat(done).containsExactly("build bench", "up", "down");
  }

  @Test
  void theResultsOfEachRunHaveAFolderOfTheirCommand() throws Exception {
    testbed.run(
        REQUEST,
        link -> {
          assertThat(link.results().getParent()).isEqualTo(workspace.state("bench"));
          assertThat(link.results().getFileName().toString()).matches("\\d{8}-\\d{6}");
          return 0;
        });
  }

  @Test
  void withoutAnotherStackNothingIsWarnedOf() throws Exception {
    testbed.run(
        REQUEST,
        link -> {
          assertThat(link.warnings()).isEmpty();
          return 0;
        });
    assertThat(said()).doesNotContain("processor time");
  }

  @Test
  void aStackThatRunsHereIsWarnedOfAndNamedInTheResults() throws Exception {
    var processes =
        new LocalProcesses(workspace.state("local/run"), workspace.state("local/log"), console);
    processes.start("redis", List.of("sleep", "60"), Map.of());
    try {
      testbed.run(
          REQUEST,
          link -> {
            assertThat(link.warnings()).containsExactly("another stack ran on the machine");
            return 0;
          });
    } finally {
      processes
          .pid("redis")
          .ifPresent(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      processes.awaitEnd("redis", Duration.ofSeconds(10));
    }
    assertThat(said())
        .contains(
            "a stack runs here (local mode) and uses processor time during the measurement; better: ./sugang down");
  }

  @Test
  void noOtherCommandRunsMeanwhile() throws Exception {
    testbed.run(
        REQUEST,
        _ -> {
          assertThatExceptionOfType(Failure.class)
              .isThrownBy(() -> CommandLock.take(workspace))
              .satisfies(failure ->
                  assertThat(failure.message())
                      .contains(
                          "another ./sugang command is at work here (pid "
                              + ProcessHandle.current().pid()));
          return 0;
        });
    CommandLock.take(workspace).close();
  }

  @Test
  void whileAnotherCommandRunsNothingIsBuiltOrStarted() {
    try (var _ = CommandLock.take(workspace)) {
      assertThatExceptionOfType(Failure.class).isThrownBy(() -> testbed.run(REQUEST, _ -> 0));
    }
    assertThat(done).isEmpty();
  }

  @Test
  void aMeasurementThatFailsIsStoppedAndGivesTheLockBack() {
    assertThatIOException()
        .isThrownBy(() ->
            session
                .signals()
                .guard(
                    console,
                    () ->
                        testbed.run(
                            REQUEST,
                            _ -> {
                              throw new IOException("no seats are left");
                            })))
        .withMessage("no seats are left");
    assertThat(done).containsExactly("build bench", "up", "down");
    CommandLock.take(workspace).close();
  }
}
