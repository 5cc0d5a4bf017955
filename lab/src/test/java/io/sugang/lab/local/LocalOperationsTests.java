package io.sugang.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sugang.lab.control.Operation.FillBinlog;
import io.sugang.lab.control.Operation.Kill;
import io.sugang.lab.control.Operation.Pause;
import io.sugang.lab.control.Operation.Resume;
import io.sugang.lab.control.Operation.ShiftRedisClock;
import io.sugang.lab.control.Operation.Stop;
import io.sugang.ops.local.LocalContext;
import io.sugang.ops.local.LocalProcesses;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.local.ProcessBirth;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations on a stack whose parts are programs that sleep. */
class LocalOperationsTests {
  @TempDir private Path root;

  private LocalProcesses processes;
  private LocalOperations operations;

  @BeforeEach
  void stack() {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    Console console = Console.plain(nothing, nothing);
    var workspace = new Workspace(root, Map.of());
    LocalContext context =
        LocalContext.of(
            workspace,
            root.resolve("a stack"),
            new Settings(root.resolve(".env"), Map.of()),
            console,
            0);
    context.state().keep("SCALE", "1");
    processes = context.processes();
    operations = new LocalOperations(new LocalStack(context));
  }

  @AfterEach
  void end() {
    for (String name : processes.recorded()) {
      processes.kill(name, false);
    }
  }

  private void start(String name) {
    processes.start(name, List.of("sleep", "600"), Map.of());
  }

  @Test
  void aPartThatDoesNotRunIsNeitherPausedNorStopped() {
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new Pause("redis")))
        .withMessage("redis does not run");
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new Stop("app-1")))
        .withMessage("app-1 does not run");
  }

  @Test
  void aPausedPartStaysPausedUntilItIsResumed() throws Exception {
    start("redis");
    long pid = processes.pid("redis").orElseThrow();
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new Resume("redis")))
        .withMessageContaining("was not paused");
    operations.perform(new Pause("redis"));
    assertThat(LocalOperations.paused(pid)).isTrue();
    operations.perform(new Resume("redis"));
    assertThat(LocalOperations.paused(pid)).isFalse();
  }

  @Test
  void aKilledPartIsGoneAndForgotten() throws Exception {
    start("redis");
    long pid = processes.pid("redis").orElseThrow();
    operations.perform(new Kill("redis"));
    assertThat(ProcessBirth.of(pid)).isEmpty();
    assertThat(processes.recorded("redis")).isFalse();
  }

  @Test
  void aDiskWithoutABinaryLogIsNotFilled() {
    start("mysql");
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new FillBinlog()))
        .withMessageContaining("no binary log");
  }

  @Test
  void aClockThatWasNotSetIsNotShifted() {
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new ShiftRedisClock(3_600)))
        .withMessage("Redis has the machine's clock");
  }
}
