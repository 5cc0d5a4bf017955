package io.sugang.tools.loadreport;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The part of {@code ./sugang load} that is not k6. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = "Follows a load of k6 and writes its report.")
public final class LoadCommand {

  private LoadCommand() {}

  static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(
        new CommandLine(new LoadCommand())
            .addSubcommand(new WatchCommand(System.in, out))
            .addSubcommand(new ReportCommand(out))
            // whatever keeps it from working is no verdict about the service
            .setExecutionExceptionHandler((unable, commandLine, parsed) -> {
              commandLine.getErr().println("load: " + unable.getMessage());
              return 2;
            })
            .execute(args));
  }
}
