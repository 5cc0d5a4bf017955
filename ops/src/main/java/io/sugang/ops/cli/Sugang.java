package io.sugang.ops.cli;

import io.sugang.ops.options.Ranges;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Workspace;
import io.sugang.verifier.VerifierCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code ./sugang}: the one command of Sugang. */
@Command(
    name = "./sugang",
    mixinStandardHelpOptions = true,
    version = "1.0.0",
    headerHeading = "",
    header = {
      "Sugang: course enrollment that never oversells, with three instances behind NGINX, MySQL and Redis.",
      ""
    },
    synopsisHeading = "Usage: ",
    customSynopsis = "./sugang COMMAND [OPTIONS]%n",
    commandListHeading = "Commands:%n",
    subcommands = {CommandLine.HelpCommand.class, AutoComplete.GenerateCompletion.class},
    footer = {
      "",
      "Examples:",
      "  ./sugang up            starts everything, in Docker or in local mode",
      "  ./sugang rush --help   describes the options of one command",
      "",
      "./sugang COMMAND --help describes the options of a command.",
      "Repeating a command is harmless. Settings and secrets are in .env, written by the first up;",
      "every other file that a command makes is in .sugang/."
    })
public final class Sugang implements Runnable {
  private static final int USAGE = 2;

  private static final String COMPLETION = "generate-completion";

  // Commands without examples of their own.
  private static final Map<String, String> OF_PICOCLI =
      Map.of(
          "help",
          "./sugang help rush",
          COMPLETION,
          "./sugang generate-completion >sugang-completion.bash");

  private final Session session;
  private final CommandTable commands;
  private final CommandLine commandLine;

  /**
   * @param session the workspace and terminal that all commands share
   */
  public Sugang(Session session) {
    this.session = session;
    this.commands = commands(session);
    this.commandLine = commandLine();
  }

  static void main(String[] args) {
    Workspace workspace = Workspace.system();
    var session = new Session(workspace, Console.system(workspace.environment()));
    System.exit(new Sugang(session).execute(args));
  }

  private static CommandTable commands(Session session) {
    var table = new CommandTable();
    var verify = new VerifierCommand(session.workspace().environment());
    var verifier = new StackTools(session);
    table.add(CommandEntry.of("up", new UpCommand(session)));
    table.add(CommandEntry.of("open-at", new OpenAtCommand(session)));
    table.add(
        CommandEntry.of("verify", verify).runBy((_, arguments) -> verifier.verify(arguments)));
    table.add(CommandEntry.of("status", new StatusCommand(session)).withoutChanges());
    table.add(CommandEntry.of("logs", new LogsCommand(session)).withoutChanges());
    table.add(CommandEntry.of("reset", new ResetCommand(session)));
    table.add(CommandEntry.of("accounts", new AccountsCommand(session)).withoutChanges());
    table.add(CommandEntry.of("tokens", new TokensCommand(session)).withoutChanges());
    table.add(CommandEntry.of("import", new ImportCommand(session)));
    table.add(CommandEntry.of("prune-events", new PruneEventsCommand(session)));
    table.add(CommandEntry.of("backup", new BackupCommand(session)));
    table.add(CommandEntry.of("restore", new RestoreCommand(session)));
    table.add(CommandEntry.of("down", new DownCommand(session)));
    ServiceLoader.load(CommandModule.class).forEach(module -> module.addTo(table, session));
    return table;
  }

  private CommandLine commandLine() {
    var all = new CommandLine(this, CommandLine.defaultFactory());
    for (CommandEntry entry : commands.entries()) {
      var command = new CommandLine(entry.command());
      command.getCommandSpec().usageMessage().hidden(entry.hidden());
      all.addSubcommand(entry.name(), command);
    }
    OF_PICOCLI.forEach((name, example) -> {
      var usage =
          Objects.requireNonNull(all.getSubcommands().get(name)).getCommandSpec().usageMessage();
      usage.hidden(name.equals(COMPLETION));
      usage.footerHeading("%nExample:%n").footer("  " + example);
    });
    Ranges.apply(all);
    all.setUsageHelpWidth(100)
        .setUsageHelpLongOptionsMaxWidth(30)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((wrong, _) -> refuse(wrong))
        .setExecutionExceptionHandler((problem, command, _) ->
            report(problem, command.getCommandSpec().exitCodeOnExecutionException()))
        .setExecutionStrategy(this::runGuarded);
    return all;
  }

  /** Returns picocli's description of all commands. */
  public CommandLine line() {
    return commandLine;
  }

  /** Returns the arguments, with the name of the command that an option selects. */
  public String[] rewritten(String... args) {
    return commands.rewritten(args);
  }

  /** Returns the exit status of a command line. */
  public int execute(String... args) {
    return commandLine.execute(commands.rewritten(args));
  }

  /** Prints the overview, without a command. */
  @Override
  public void run() {
    commandLine.usage(commandLine.getOut());
  }

  private int runGuarded(ParseResult parsed) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    ParseResult leaf = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    CommandLine command = leaf.commandSpec().commandLine();
    CommandEntry entry = commands.of(leaf.commandSpec().userObject());
    try {
      if (entry != null && entry.writes()) {
        session.workspace().requireWritable();
      }
      return session.signals().guard(session.console(), () -> run(parsed, leaf, entry));
    } catch (ParameterException wrong) {
      return refuse(wrong);
    } catch (Exception problem) {
      Exception cause =
          problem instanceof CommandLine.ExecutionException
                  && problem.getCause() instanceof Exception inner
              ? inner
              : problem;
      return report(cause, command.getCommandSpec().exitCodeOnExecutionException());
    }
  }

  private static int run(ParseResult parsed, ParseResult leaf, @Nullable CommandEntry entry)
      throws Exception {
    if (entry == null || entry.body() == null) {
      return new CommandLine.RunLast().execute(parsed);
    }
    List<String> words = parsed.originalArgs();
    return entry.body().run(leaf, words.subList(1, words.size()));
  }

  private int refuse(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    String name = command.getCommandSpec().qualifiedName(" ").replace("./sugang", "sugang");
    boolean root = command == commandLine;
    String message = message(wrong, root);
    session
        .console()
        .fail(
            name.substring("sugang".length()).isEmpty()
                ? message
                : "%s: %s (./%s --help)"
                    .formatted(name.substring("sugang ".length()), message, name),
            null);
    return USAGE;
  }

  private static String message(ParameterException wrong, boolean root) {
    if (wrong.getCause() instanceof TypeConversionException own && own.getMessage() != null) {
      return own.getMessage();
    }
    if (wrong instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().getFirst();
      if (word.startsWith("-")) {
        return "there is no option '" + word + "'";
      }
      return root
          ? "there is no command '" + word + "'; ./sugang help lists them"
          : "unexpected argument '" + word + "'";
    }
    return String.valueOf(wrong.getMessage())
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^Error: ", "");
  }

  private int report(Exception problem, int status) {
    switch (problem) {
      case Interruption signal -> {
        return 130;
      }
      case Failure failure -> {
        session.console().fail(failure.message(), failure.log());
        return failure.status() != 0 ? failure.status() : status;
      }
      default -> {
        session.console().fail(unforeseen(problem), null);
        return status;
      }
    }
  }

  /** Keeps the trace of an unforeseen error; on the terminal it would push the message away. */
  private String unforeseen(Exception problem) {
    var trace = new StringWriter();
    problem.printStackTrace(new PrintWriter(trace));
    Path log = session.workspace().log("error.log");
    String message = problem.getMessage() == null ? problem.toString() : problem.getMessage();
    try {
      Files.createDirectories(session.workspace().logs());
      Files.writeString(log, trace.toString());
      return "%s (trace: %s)".formatted(message, log);
    } catch (IOException denied) {
      return message;
    }
  }
}
