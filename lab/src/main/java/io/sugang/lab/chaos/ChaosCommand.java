package io.sugang.lab.chaos;

import io.sugang.lab.chaos.ScenarioOutcome.ScenarioVerdict;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.PipedOperator;
import io.sugang.lab.control.StackAccess;
import io.sugang.lab.control.StackLink;
import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.lab.signin.LoadSessions;
import io.sugang.ops.options.Range;
import io.sugang.ops.options.Ranges;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Causes faults during a load and judges what became of the seats. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    description = {
      "Deletes all enrollments, then runs each scenario: a load, a fault in the middle of it, the end of the fault.",
      "An office works during the load: pools merge, students press several courses at once and confirm overrides,",
      "a registrar changes seats, closes a course and makes windows.",
      "The verdict compares the answers of the clients with the rows and events in MySQL.",
      "The scenario soak restarts every part in turn and compares memory, threads, files, connections and keys.",
      "On a terminal it asks first when there are enrollments; without a terminal it does not."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all scenarios passed",
      "1:a promise was violated",
      "2:unknown, or it could not be run"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang chaos --list",
      "  ./sugang chaos redis-killed app-killed --count 2000 --around 2",
      "  ./sugang chaos soak --minutes 2"
    })
public final class ChaosCommand implements Callable<Integer> {
  private static final Set<String> ASKED = Set.of("--count", "--clients", "--around", "--minutes");
  private static final int CONTAINER_ARGUMENTS = 3;

  @Parameters(
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "The scenarios to run (default: all but soak).")
  private List<String> names = List.of();

  @Option(names = "--list", description = "Lists the scenarios and runs none.")
  private boolean list;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Requests per scenario, 100 to 1000000 (default: ${DEFAULT-VALUE}).")
  @Range(from = 100, to = 1_000_000)
  private int count;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "300",
      description = "Concurrent clients, 1 to 5000 (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 5_000)
  private int clients;

  @Option(
      names = "--around",
      paramLabel = "SECONDS",
      defaultValue = "8",
      description =
          "Longest load before the fault, and its length after it, 1 to 600 (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 600)
  private int around;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "Length of the scenario soak, 1 to 1440 (default: 30).")
  @Range(from = 1, to = 1_440)
  private @Nullable Integer minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Repeats the requests and the times of an earlier run (default: a new seed).")
  @Range(from = 0, to = 999_999_999)
  private @Nullable Long seed;

  @Option(
      names = "--json",
      description = "Prints the outcome as JSON, and all other output to standard error.")
  private boolean json;

  @Option(
      names = {"-y", "--yes"},
      description = "Does not ask.")
  private boolean yes;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final StackAccess access;
  private final Path histories;

  /**
   * @param histories the folder for what each client saw
   */
  public ChaosCommand(StackAccess access, Path histories) {
    this.access = access;
    this.histories = histories;
  }

  /**
   * Runs the scenarios in a container: the first arguments are the address of NGINX, the instances
   * and the folder of the histories. {@code ./sugang} performs the operations.
   */
  static void main(String[] args) {
    var replies = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var link =
        new StackLink(
            URI.create(args[0]),
            List.of(args[1].split(",")),
            System.getenv(),
            new PipedOperator(System.out, replies),
            null);
    var command = new CommandLine(new ChaosCommand((_, body) -> body.run(link), Path.of(args[2])));
    Ranges.apply(command);
    System.exit(command.execute(Arrays.copyOfRange(args, CONTAINER_ARGUMENTS, args.length)));
  }

  @Override
  public Integer call() throws Exception {
    if (list) {
      System.out.print(Scenarios.list());
      return 0;
    }
    List<Scenario> scenarios = chosen();
    return access.run(
        new StackAccess.StackRequest("chaos", yes, arguments()), stack -> run(scenarios, stack));
  }

  private int run(List<Scenario> scenarios, StackLink stack) {
    PrintWriter out = new PrintWriter(json ? System.err : System.out, true, StandardCharsets.UTF_8);
    long used = seed != null ? seed : System.currentTimeMillis() % 1_000_000;
    List<ScenarioOutcome> outcomes = new ArrayList<>();
    KeepAliveConnection.signIn(new LoadSessions(stack.environment()));
    removeLeft(stack.operator(), out);
    for (Scenario scenario : scenarios) {
      ScenarioOutcome outcome =
          new ScenarioRun(
                  scenario, used, count, clients, Duration.ofSeconds(around), stack, histories, out)
              .execute();
      ScenarioReport.details(outcome, out);
      outcomes.add(outcome);
    }
    cleanUp(stack.operator(), outcomes, out);
    ScenarioReport.table(outcomes, out);
    if (json) {
      System.out.println(ScenarioReport.json(outcomes));
    }
    return verdict(outcomes, used, out);
  }

  // What a violation left stays to be looked at; the next run removes it.
  private static void cleanUp(Operator operator, List<ScenarioOutcome> outcomes, PrintWriter out) {
    if (number(outcomes, ScenarioVerdict.VIOLATED) > 0) {
      return;
    }
    try {
      OfficeCourses.remove(operator);
    } catch (IOException | Operator.Unsupported left) {
      out.println("pools and windows of the scenarios are left: " + left.getMessage());
    }
  }

  private static void removeLeft(Operator operator, PrintWriter out) {
    try {
      OfficeCourses.removeLeft(operator);
    } catch (IOException | Operator.Unsupported left) {
      out.println("what an earlier run left could not be removed: " + left.getMessage());
    }
  }

  /** Returns the command line for the container. */
  private List<String> arguments() {
    var arguments = new ArrayList<>(names);
    arguments.addAll(List.of("--count=" + count, "--clients=" + clients, "--around=" + around));
    if (minutes != null) {
      arguments.add("--minutes=" + minutes);
    }
    if (seed != null) {
      arguments.add("--seed=" + seed);
    }
    if (json) {
      arguments.add("--json");
    }
    return arguments;
  }

  // The draws depend on all of them.
  private String asked() {
    var asked = new StringBuilder();
    names.forEach(name -> asked.append(' ').append(name));
    for (OptionSpec option : spec.options()) {
      Object value = option.getValue();
      if (ASKED.contains(option.longestName())
          && value != null
          && !value.toString().equals(option.defaultValue())) {
        asked.append(' ').append(option.longestName()).append(' ').append(value);
      }
    }
    return asked.toString();
  }

  private int verdict(List<ScenarioOutcome> outcomes, long used, PrintWriter out) {
    long violated = number(outcomes, ScenarioVerdict.VIOLATED);
    long unknown = number(outcomes, ScenarioVerdict.UNKNOWN);
    long passed = number(outcomes, ScenarioVerdict.PASSED);
    out.printf(
        "%n%d passed, %d violated, %d unknown, %d left out; again with: ./sugang chaos%s --seed %d%n",
        passed, violated, unknown, number(outcomes, ScenarioVerdict.LEFT_OUT), asked(), used);
    if (violated > 0) {
      return 1;
    }
    return unknown > 0 || passed == 0 ? 2 : 0;
  }

  private static long number(List<ScenarioOutcome> outcomes, ScenarioVerdict verdict) {
    return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
  }

  private List<Scenario> chosen() {
    if (minutes != null && !names.contains(Soak.NAME)) {
      throw new ParameterException(
          spec.commandLine(), "--minutes is the length of the scenario " + Soak.NAME);
    }
    if (names.isEmpty()) {
      return Scenarios.ALL;
    }
    return names.stream().map(this::scenario).toList();
  }

  private Scenario scenario(String name) {
    if (name.equals(Soak.NAME)) {
      return Soak.scenario(minutes == null ? Soak.USUAL_MINUTES : minutes);
    }
    return Scenarios.ALL.stream()
        .filter(scenario -> scenario.name().equals(name))
        .findAny()
        .orElseThrow(() ->
            new ParameterException(
                spec.commandLine(),
                "there is no scenario '" + name + "'; ./sugang chaos --list shows them"));
  }
}
