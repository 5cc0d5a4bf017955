package io.sugang.tools.chaos;

import io.sugang.tools.chaos.ScenarioOutcome.Verdict;
import io.sugang.tools.control.Operator;
import io.sugang.tools.control.PipedOperator;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    description =
        "Kills, pauses and cuts off parts of the stack during a load, and judges by what the clients saw.",
    footer = {"", "Exit status: 0 all passed, 1 violated, 2 unknown or not to be run."})
public final class ChaosCommand implements Callable<Integer> {
  private static final int MOST_REQUESTS = 1_000_000;
  private static final int MOST_CLIENTS = 5_000;
  private static final Set<String> ASKED = Set.of("--count", "--clients", "--around");

  @Parameters(arity = "0..*", paramLabel = "SCENARIO", description = "Which ones (default: all).")
  private List<String> names = List.of();

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Requests per scenario (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "300",
      description = "Clients at once (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--around",
      paramLabel = "SECONDS",
      defaultValue = "8",
      description = "ScenarioLoad before the fault, at most, and after it (default: ${DEFAULT-VALUE}).")
  private int around;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Repeats the wishes and the times of an earlier run (default: a new one).")
  private @Nullable Long seed;

  @Option(names = "--json", description = "Print the outcome as JSON, everything else to stderr.")
  private boolean json;

  @Option(names = "--target", hidden = true, defaultValue = "http://127.0.0.1:8080")
  private URI target = URI.create("http://127.0.0.1:8080");

  @Option(names = "--instances", hidden = true, defaultValue = "app-1,app-2,app-3")
  private String instances = "";

  @Option(names = "--histories", hidden = true, defaultValue = "chaos")
  private Path histories = Path.of("chaos");

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  private ChaosCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(new CommandLine(new ChaosCommand(System.getenv())).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = new PrintWriter(json ? System.err : System.out, true, StandardCharsets.UTF_8);
    List<Scenario> scenarios = chosen();
    if (count < 100 || count > MOST_REQUESTS) {
      throw wrong("--count must be from 100 to " + MOST_REQUESTS + ", not " + count);
    }
    if (around < 1 || around > 600) {
      throw wrong("--around must be from 1 to 600 seconds, not " + around);
    }
    if (clients < 1 || clients > MOST_CLIENTS) {
      throw wrong("--clients must be from 1 to " + MOST_CLIENTS + ", not " + clients);
    }
    long used = seed != null ? seed : System.currentTimeMillis() % 1_000_000;
    BufferedReader replies =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Operator operator = new PipedOperator(System.out, replies);
    List<ScenarioOutcome> outcomes = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      ScenarioOutcome outcome =
          new ScenarioRun(
                  scenario,
                  used,
                  count,
                  clients,
                  Duration.ofSeconds(around),
                  target,
                  histories,
                  environment,
                  operator,
                  Arrays.asList(instances.split(",")),
                  out)
              .execute();
      ScenarioReport.details(outcome, out);
      outcomes.add(outcome);
    }
    ScenarioReport.table(outcomes, out);
    if (json) {
      System.out.println(ScenarioReport.json(outcomes));
    }
    return verdict(outcomes, used, out);
  }

  // The draws depend on all of them.
  private String asked() {
    var asked = new StringBuilder();
    names.forEach(name -> asked.append(' ').append(name));
    for (OptionSpec option : Objects.requireNonNull(spec).options()) {
      String value = String.valueOf(option.<Object>getValue());
      if (ASKED.contains(option.longestName()) && !value.equals(option.defaultValue())) {
        asked.append(' ').append(option.longestName()).append(' ').append(value);
      }
    }
    return asked.toString();
  }

  private int verdict(List<ScenarioOutcome> outcomes, long seed, PrintWriter out) {
    long violated = number(outcomes, Verdict.VIOLATED);
    long unknown = number(outcomes, Verdict.UNKNOWN);
    long passed = number(outcomes, Verdict.PASSED);
    out.printf(
        "%n%d passed, %d violated, %d unknown, %d left out; again with: ./sugang chaos%s --seed %d%n",
        passed, violated, unknown, number(outcomes, Verdict.LEFT_OUT), asked(), seed);
    if (violated > 0) {
      return 1;
    }
    return unknown > 0 || passed == 0 ? 2 : 0;
  }

  private static long number(List<ScenarioOutcome> outcomes, Verdict verdict) {
    return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
  }

  private List<Scenario> chosen() {
    if (names.isEmpty()) {
      return Scenarios.ALL;
    }
    return names.stream().map(this::scenario).toList();
  }

  private Scenario scenario(String name) {
    Scenario found = ScenarioRun.named(name);
    if (found == null) {
      throw wrong("there is no scenario \"" + name + "\"; ./sugang chaos --list tells them");
    }
    return found;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
