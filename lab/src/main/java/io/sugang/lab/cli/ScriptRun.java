package io.sugang.lab.cli;

import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A script of tests that ended.
 *
 * @param script relative to the root of the workspace
 * @param lines all that it printed; the last line has the counts
 */
record ScriptRun(String script, int status, List<String> lines, long seconds) {
  private static final File NOTHING = new File("/dev/null");
  private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(5);

  String lastLine() {
    return lines.isEmpty() ? "" : lines.getLast();
  }

  /**
   * Runs a script. When this thread is interrupted, the script and its children end.
   *
   * @param background whether everything else on the machine goes first
   * @param live receives each line at once; a log keeps them too
   */
  static ScriptRun of(
      Workspace workspace,
      String script,
      List<String> arguments,
      Map<String, String> variables,
      boolean background,
      Consumer<String> live)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    var command = new ArrayList<String>();
    if (background && Job.onPath("nice")) {
      command.addAll(List.of("nice", "-n", "10"));
    }
    command.add(workspace.file(script).toString());
    command.addAll(arguments);
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    builder.redirectErrorStream(true).redirectInput(NOTHING);
    var lines = new CopyOnWriteArrayList<String>();
    Process process = builder.start();
    try {
      Thread reading =
          Thread.startVirtualThread(() -> read(process, log(workspace, script), lines, live));
      int status = process.waitFor();
      // A child that keeps the pipe open is not awaited for ever.
      reading.join(OUTPUT_LIMIT);
      long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
      return new ScriptRun(script, status, List.copyOf(lines), seconds);
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private static void read(Process process, Path log, List<String> lines, Consumer<String> live) {
    try (var output =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var copy = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        live.accept(line);
        copy.println(line);
        lines.add(line);
      }
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  private static Path log(Workspace workspace, String script) {
    return workspace.log(
        "test-%s.log".formatted(script.replaceFirst("/test$", "").replace('/', '-')));
  }
}
