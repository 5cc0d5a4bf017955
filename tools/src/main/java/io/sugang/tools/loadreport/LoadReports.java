package io.sugang.tools.loadreport;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/** The part of {@code ./sugang load} that is not k6: the progress, and the report. */
public final class LoadReports {
  private LoadReports() {}

  /** Follows the samples of k6 until they end; returns 0, or 2 if they cannot be read. */
  public static int watch(InputStream samples, PrintWriter out, List<String> arguments) {
    return run(new CommandLine(new WatchCommand(samples, out)), arguments);
  }

  /** Writes the report of a load; returns 0 passed, 1 failed, 2 unknown. */
  public static int report(PrintWriter out, List<String> arguments) {
    return run(new CommandLine(new ReportCommand(out)), arguments);
  }

  private static int run(CommandLine command, List<String> arguments) {
    // An error of the report is no verdict about the service.
    return command
        .setExecutionExceptionHandler((problem, line, _) -> {
          line.getErr().println("load: " + problem.getMessage());
          return 2;
        })
        .execute(arguments.toArray(String[]::new));
  }
}
