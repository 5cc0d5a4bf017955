package io.sugang.ops.workspace;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program that a command runs and awaits. */
public final class Job {
  /** The status of a job whose time was over. */
  public static final int TIMED_OUT = 124;

  private static final File NOTHING = new File("/dev/null");

  private final List<String> command;
  private final Map<String, String> environment = new HashMap<>();
  private @Nullable Path folder;
  private @Nullable String input;
  private Duration limit = Duration.ofDays(1);

  private Job(List<String> command) {
    this.command = List.copyOf(command);
  }

  public static Job of(String... command) {
    return new Job(List.of(command));
  }

  public static Job of(List<String> command) {
    return new Job(command);
  }

  /** Adds variables to the environment of this process. */
  public Job with(Map<String, String> variables) {
    environment.putAll(variables);
    return this;
  }

  public Job in(Path workingFolder) {
    folder = workingFolder;
    return this;
  }

  public Job input(String text) {
    input = text;
    return this;
  }

  /** Ends the job when the time is over; its status is then {@link #TIMED_OUT}. */
  public Job within(Duration time) {
    limit = time;
    return this;
  }

  /**
   * The result of a job.
   *
   * @param output both streams, or standard output alone
   */
  public record Result(int status, String output) {
    public boolean succeeded() {
      return status == 0;
    }

    /** Returns the output, or throws a failure with what was printed. */
    public String orFailure() {
      if (!succeeded()) {
        throw new Failure(output.strip());
      }
      return output;
    }
  }

  /** Runs it with its output in a log and a clock on the terminal; returns its status. */
  public int logged(Console console, String label, Path log) {
    Path parent = log.getParent();
    if (parent != null) {
      Workspace.folder(parent);
    }
    if (!console.live()) {
      console.say("  " + label + " ...");
    }
    long begin = System.nanoTime();
    ProcessBuilder builder = builder();
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    Process process = start(builder);
    try {
      while (!process.waitFor(200, TimeUnit.MILLISECONDS)) {
        long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        console.clock(label + " ... " + seconds + " s");
        if (seconds > limit.toSeconds()) {
          end(process);
          return TIMED_OUT;
        }
      }
    } catch (InterruptedException signal) {
      end(process);
      Thread.currentThread().interrupt();
      throw new Interruption();
    } finally {
      console.clearClock();
    }
    return process.exitValue();
  }

  /** Runs it and returns both streams together. */
  public Result run() {
    return captured(true);
  }

  /** Runs it and returns its standard output; standard error is dropped. */
  public Result runQuietly() {
    return captured(false);
  }

  /** Starts it with pipes for standard input and output; standard error is the command's. */
  public Process begin() {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    try {
      return builder.start();
    } catch (IOException missing) {
      throw new Failure("%s cannot be run: %s".formatted(command.getFirst(), missing.getMessage()));
    }
  }

  /** Runs it on the terminal of the command; returns its status. */
  public int onTerminal() {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    Process process = start(builder);
    try {
      return process.waitFor();
    } catch (InterruptedException signal) {
      end(process);
      Thread.currentThread().interrupt();
      throw new Interruption();
    }
  }

  private Result captured(boolean errors) {
    ProcessBuilder builder = builder();
    if (errors) {
      builder.redirectErrorStream(true);
    } else {
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    }
    Process process;
    try {
      process = start(builder);
    } catch (Failure missing) {
      return new Result(127, missing.message());
    }
    var output = new Output(process);
    output.start();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        end(process);
        return new Result(TIMED_OUT, output.text());
      }
      return new Result(process.exitValue(), output.text());
    } catch (InterruptedException signal) {
      end(process);
      Thread.currentThread().interrupt();
      throw new Interruption();
    }
  }

  private ProcessBuilder builder() {
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    if (input == null) {
      builder.redirectInput(NOTHING);
    }
    return builder;
  }

  private Process start(ProcessBuilder builder) {
    try {
      Process process = builder.start();
      if (input != null) {
        try (var stream = process.getOutputStream()) {
          stream.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ended) {
          // Its status says why.
        }
      }
      return process;
    } catch (IOException missing) {
      throw new Failure("%s cannot be run: %s".formatted(command.getFirst(), missing.getMessage()));
    }
  }

  private static void end(Process process) {
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroy();
    descendants.forEach(ProcessHandle::destroy);
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException again) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether a program of this name is on PATH. */
  public static boolean onPath(String program) {
    return find(program) != null;
  }

  /** Returns the program on PATH, or null. */
  public static @Nullable Path find(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      Path file = Path.of(folder.isEmpty() ? "." : folder, program);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return file;
      }
    }
    return null;
  }

  /** Reads what a process prints; its pipe would be full otherwise. */
  private static final class Output extends Thread {
    private final Process process;
    private volatile String text = "";

    Output(Process process) {
      super("output of a job");
      this.process = process;
      setDaemon(true);
    }

    @Override
    public void run() {
      try (var stream = process.getInputStream()) {
        text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException ended) {
        throw new UncheckedIOException(ended);
      }
    }

    /** Returns what it printed. A child that keeps the pipe open is not awaited for ever. */
    String text() throws InterruptedException {
      join(Duration.ofSeconds(5));
      return text;
    }
  }
}
