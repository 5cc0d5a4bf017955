package io.sugang.lab.bench;

import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.TestbedRequest;
import io.sugang.lab.loadgen.LoadDriver;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import io.sugang.verifier.QuietLogging;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/** A measurement on a testbed: its start and its end. */
final class TestbedRun {
  /** File in the folder of the results with the stack trace of an error that ended the run. */
  static final String TRACE = "error.log";

  private static final Duration DRIVER_WARM_UP = Duration.ofSeconds(4);

  private final String name;
  private final TestbedAccess access;
  private final PrintWriter out;
  private final List<String> warnings = new ArrayList<>();
  private @Nullable Path folder;

  /**
   * @param name of the command in messages, and of the default folder
   * @param folder of the results; null: a new one
   */
  TestbedRun(String name, TestbedAccess access, @Nullable Path folder, PrintWriter out) {
    this.name = name;
    this.access = access;
    this.folder = folder;
    this.out = out;
  }

  /** Checks the options and calls {@link TestbedRun#measure}. */
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  /**
   * Returns the exit status. 0: measured, 1: the verifier did not say valid after a load, 2: could
   * not be measured.
   */
  int status(Body body) {
    try {
      body.run();
      return 0;
    } catch (Stack.NotValid notValid) {
      out.println("The " + name + " ended: " + ErrorText.of(notValid));
      return 1;
    } catch (ParameterException | Failure | Interruption passed) {
      throw passed;
    } catch (InterruptedException signal) {
      Thread.currentThread().interrupt();
      throw new Interruption();
    } catch (Exception cannot) {
      // Libraries report an interruption by exceptions of their own.
      Interruption.check();
      out.println("The " + name + " ended: " + ErrorText.of(cannot));
      keepTrace(cannot);
      return 2;
    }
  }

  /** Keeps the trace in a file; on the terminal it would push the message away. */
  private void keepTrace(Exception cannot) {
    StringWriter trace = new StringWriter();
    cannot.printStackTrace(new PrintWriter(trace));
    Path file = folder().resolve(TRACE);
    try {
      Files.createDirectories(folder());
      Files.writeString(file, trace.toString());
      out.println("Where: " + file);
    } catch (IOException notWritten) {
      out.println(trace);
    }
  }

  /** The measurement on a prepared testbed. */
  @FunctionalInterface
  interface Procedure {
    void on(Testbed testbed, Stack stack, RunContext context)
        throws IOException, SQLException, InterruptedException, Stack.NotValid;
  }

  /**
   * Prepares the testbed for these builds, and measures.
   *
   * @param cpus the cores that everything is pinned to, or ""
   * @param comparison what the working tree is compared with
   * @param loads that take seats from one reset to the next at most
   */
  void measure(
      String cpus,
      TestbedAccess.Comparison comparison,
      List<String> builds,
      DatasetSize size,
      LoadShape shape,
      int loads,
      Procedure procedure)
      throws Exception {
    access.run(
        new TestbedRequest(name, size.students(), size.courses(), cpus, comparison),
        link -> {
          if (folder == null) {
            folder = link.results();
          }
          warnings.addAll(link.warnings());
          QuietLogging.apply();
          RunContext context =
              new RunContext(
                  Machine.here(), Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
          out.println(context.machine().words());
          Stack stack = new Stack(link.operator(), size);
          stack.prepare(builds);
          LoadDriver.warmUp(DRIVER_WARM_UP);
          try (Testbed testbed = new Testbed(link.environment(), shape, loads, stack)) {
            procedure.on(testbed, stack, context);
          }
          return 0;
        });
  }

  /** Where the results go. */
  Path folder() {
    return folder == null ? Path.of(name) : folder;
  }

  /** What is known to disturb before anything is measured. */
  List<String> warnings() {
    return warnings;
  }
}
