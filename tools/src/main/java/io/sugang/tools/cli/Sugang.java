package io.sugang.tools.cli;

import io.sugang.tools.attack.AttackCommand;
import io.sugang.tools.bench.BenchCommand;
import io.sugang.tools.build.Revisions;
import io.sugang.tools.chaos.ChaosCommand;
import io.sugang.tools.ngrinder.NGrinderCommand;
import io.sugang.tools.options.Ranges;
import io.sugang.tools.rush.RushCommand;
import io.sugang.tools.workspace.Console;
import io.sugang.tools.workspace.Failure;
import io.sugang.tools.workspace.Interruption;
import io.sugang.tools.workspace.Workspace;
import io.sugang.verifier.VerifierCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
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
  private static final String NGRINDER = "load-ngrinder";

  // Commands that change nothing in the folder of the state.
  private static final Set<String> WITHOUT_CHANGES =
      Set.of("status", "logs", "spec", "accounts", "tokens", "help", "generate-completion");

  // Commands without examples of their own.
  private static final Map<String, String> OF_PICOCLI =
      Map.of(
          "help", "./sugang help rush",
          "generate-completion", "./sugang generate-completion >sugang-completion.bash");

  private static final Set<String> HIDDEN = Set.of("generate-completion", "k6-program", NGRINDER);

  private final Session session;
  private final CommandLine commandLine;

  /**
   * @param session the workspace and terminal that all commands share
   */
  Sugang(Session session) {
    this.session = session;
    this.commandLine = commandLine();
  }

  static void main(String[] args) {
    Workspace workspace = Workspace.system();
    var session = new Session(workspace, Console.system(workspace.environment()));
    System.exit(new Sugang(session).execute(args));
  }

  private CommandLine commandLine() {
    IFactory factory = CommandLine.defaultFactory();
    Workspace workspace = session.workspace();
    Map<String, String> environment = workspace.environment();
    var stack = new SessionAccess(session);
    var testbed = new SessionTestbed(session);
    var all =
        new CommandLine(this, factory)
            .addSubcommand(new UpCommand(session))
            .addSubcommand(new RushCommand(environment))
            .addSubcommand(new OpenAtCommand(session))
            .addSubcommand(new LoadCommand(session))
            .addSubcommand(new ChaosCommand(stack, SessionAccess.histories(workspace)))
            .addSubcommand(new AttackCommand(testbed))
            .addSubcommand(new BenchCommand(testbed, new Revisions(workspace)))
            .addSubcommand(new VerifierCommand(environment))
            .addSubcommand(new StatusCommand(session))
            .addSubcommand(new LogsCommand(session))
            .addSubcommand(new ResetCommand(session))
            .addSubcommand(new AccountsCommand(session))
            .addSubcommand(new TokensCommand(session))
            .addSubcommand(new ImportCommand(session))
            .addSubcommand(new PruneEventsCommand(session))
            .addSubcommand(new TestCommand(session))
            .addSubcommand(new SpecCommand(session))
            .addSubcommand(new DownCommand(session))
            .addSubcommand(new K6ProgramCommand(session))
            .addSubcommand(NGRINDER, new NGrinderCommand(environment));
    all.getSubcommands()
        .forEach((name, command) -> {
          var usage = command.getCommandSpec().usageMessage();
          usage.hidden(HIDDEN.contains(name));
          if (OF_PICOCLI.containsKey(name)) {
            usage.footerHeading("%nExample:%n").footer("  " + OF_PICOCLI.get(name));
          }
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

  CommandLine line() {
    return commandLine;
  }

  int execute(String... args) {
    return commandLine.execute(rewritten(args));
  }

  /** Returns the arguments with {@code load --ngrinder}, a way of its own, as a command. */
  static String[] rewritten(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    if (!words.isEmpty() && words.getFirst().equals("load") && words.remove("--ngrinder")) {
      words.set(0, NGRINDER);
    }
    return words.toArray(String[]::new);
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
    String name = leaf.commandSpec().name();
    try {
      if (!WITHOUT_CHANGES.contains(name) && parsed.hasSubcommand()) {
        session.workspace().requireWritable();
      }
      return session.signals().guard(session.console(), () -> run(parsed, leaf, name));
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

  private int run(ParseResult parsed, ParseResult leaf, String name) throws Exception {
    List<String> words = parsed.originalArgs();
    List<String> arguments = words.isEmpty() ? words : words.subList(1, words.size());
    var tools = new StackTools(session);
    return switch (name) {
      case "verify" -> tools.verify(arguments);
      case "rush" -> tools.rush((RushCommand) leaf.commandSpec().userObject(), arguments);
      // The name of the command itself, as in its help.
      case "load --ngrinder" -> new NGrinderTool(session).run(leaf, arguments);
      default -> new CommandLine.RunLast().execute(parsed);
    };
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
