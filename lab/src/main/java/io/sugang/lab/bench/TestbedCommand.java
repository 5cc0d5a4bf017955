package io.sugang.lab.bench;

import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.lab.loadgen.LoadDriver;
import io.sugang.ops.options.Range;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import io.sugang.verifier.QuietLogging;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that measures on a testbed: its start and its end. Exit status 0: measured, 1: the
 * verifier did not say valid after a load, 2: could not be measured.
 */
abstract class TestbedCommand implements Callable<Integer> {
  /** What {@code ./sugang up} begins with. */
  protected static final DatasetSize USUAL = new DatasetSize(5_000, 500);

  /** File in the folder of the results with the stack trace of an error that ended the command. */
  static final String TRACE = "error.log";

  private static final Duration DRIVER_WARM_UP = Duration.ofSeconds(4);

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many times everything runs (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "6",
      description = "Length of each load in seconds (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20260301",
      description = "Seed of the requests (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 999_999_999)
  private long seed;

  @Option(names = "--out", hidden = true)
  private @Nullable Path folder;

  private final List<String> warnings = new ArrayList<>();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final String name;
  private final TestbedAccess access;

  /**
   * @param name of the command in messages, and of the default folder
   */
  protected TestbedCommand(String name, TestbedAccess access) {
    this.name = name;
    this.access = access;
  }

  @Override
  public final Integer call() {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try {
      execute(out);
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
      keepTrace(cannot, out);
      return 2;
    }
  }

  /** Keeps the trace in a file; on the terminal it would push the message away. */
  private void keepTrace(Exception cannot, PrintWriter out) {
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

  /** Checks the options and calls {@link #measure}. */
  protected abstract void execute(PrintWriter out) throws Exception;

  /** The measurement on a prepared testbed. */
  @FunctionalInterface
  protected interface Procedure {
    void on(Testbed testbed, Stack stack, RunContext context)
        throws IOException, SQLException, InterruptedException, Stack.NotValid;
  }

  /**
   * Prepares the testbed for these builds, and measures.
   *
   * @param loads that take seats from one reset to the next at most
   */
  protected final void measure(
      List<String> builds,
      DatasetSize size,
      LoadShape shape,
      int loads,
      Procedure procedure,
      PrintWriter out)
      throws Exception {
    access.run(
        new TestbedAccess.TestbedRequest(
            name, size.students(), size.courses(), cpus(), comparison()),
        link -> {
          if (folder == null) {
            folder = link.results();
          }
          warnings.addAll(link.warnings());
          measure(builds, size, shape, loads, procedure, link, out);
          return 0;
        });
  }

  private static void measure(
      List<String> builds,
      DatasetSize size,
      LoadShape shape,
      int loads,
      Procedure procedure,
      TestbedAccess.Link link,
      PrintWriter out)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    QuietLogging.apply();
    RunContext context =
        new RunContext(Machine.here(), Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    out.println(context.machine().words());
    Stack stack = new Stack(link.operator(), size);
    stack.prepare(builds);
    LoadDriver.warmUp(DRIVER_WARM_UP);
    try (Testbed testbed = new Testbed(link.environment(), shape, loads, stack)) {
      procedure.on(testbed, stack, context);
    }
  }

  /** Returns the cores that everything is pinned to, or "". */
  protected String cpus() {
    return "";
  }

  /** Returns what the working tree is compared with. */
  protected Comparison comparison() {
    return Comparison.NONE;
  }

  protected final int repetitions() {
    return repetitions;
  }

  protected final int seconds() {
    return seconds;
  }

  /** {@link #seconds}. */
  protected final Duration length() {
    return Duration.ofSeconds(seconds);
  }

  protected final long seed() {
    return seed;
  }

  /** Where the results go. */
  protected final Path folder() {
    return folder == null ? Path.of(name) : folder;
  }

  /** What is known to disturb before anything is measured. */
  protected final List<String> warnings() {
    return warnings;
  }

  protected final void between(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw wrong(
          "%s takes a number from %d to %d, not '%d'".formatted(option, least, most, value));
    }
  }

  protected final ParameterException wrong(@Nullable String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
