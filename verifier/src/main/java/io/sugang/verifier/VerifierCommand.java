package io.sugang.verifier;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ./sugang verify}: checks MySQL and Redis from outside, without Spring, so that it starts
 * at once and shares no code with what it judges.
 */
@Command(
    name = "verify",
    description = {
      "States whether MySQL and Redis hold what the service promises, by reading both past it.",
      "Each check is valid, violated or unknown; an error is never a pass."
    },
    mixinStandardHelpOptions = true,
    version = "1.0.0",
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:everything is valid",
      "1:something is violated",
      "2:something could not be decided, or the call was wrong"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang verify",
      "  ./sugang verify --acks .sugang/acks/latest.jsonl    the answers of the last rush too",
      "  ./sugang verify --json                              for a program",
      "",
      "Environment:",
      "  MYSQL_HOST, MYSQL_PORT, MYSQL_DATABASE, MYSQL_USER, MYSQL_PASSWORD",
      "  REDIS_HOST, REDIS_PORT, REDIS_PASSWORD",
      "  SUGANG_SEAT_CONTROL  redis, or lock: then Redis holds no seats and its checks are skipped",
      "  SUGANG_RULES         on, or off: then windows and plans have no rules and their checks are skipped",
      "  SUGANG_AUDIT_TRAIL   off: rows were made by another program, and the check of events is skipped"
    })
public final class VerifierCommand implements Callable<Integer> {
  private static final int UNDECIDED = 2;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Option(
      names = "--acks",
      paramLabel = "FILE",
      description =
          "Also check that every acknowledged enrollment is a row and every row was acknowledged; FILE is what the rush wrote.")
  private @Nullable Path acks;

  @Option(names = "--json", description = "Print the report as JSON instead of a table.")
  private boolean json;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "15s",
      converter = Time.class,
      description =
          "How long to wait until nothing is pending and Redis agrees with MySQL, 1s to 10m (default: ${DEFAULT-VALUE}). Only what still differs then is a violation.")
  private Duration timeout = Duration.ofSeconds(15);

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  public VerifierCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(execute(System.getenv(), args));
  }

  /**
   * Runs the command within another one, printing to the terminal.
   *
   * @param environment where {@code MYSQL_*}, {@code REDIS_*} and {@code SUGANG_SEAT_CONTROL} are
   * @return the exit status
   */
  public static int execute(Map<String, String> environment, String... args) {
    return execute(
        environment, new PrintWriter(System.out, true), new PrintWriter(System.err, true), args);
  }

  /** Verifies as {@link #execute(Map, String...)} does, printing elsewhere. */
  public static int execute(
      Map<String, String> environment, PrintWriter out, PrintWriter err, String... args) {
    QuietLogging.apply();
    return new CommandLine(new VerifierCommand(environment))
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((wrong, _) -> {
          err.println(wrong.getMessage() + " (./sugang verify --help)");
          return UNDECIDED;
        })
        .setExecutionExceptionHandler((problem, command, _) -> {
          command.getErr().println(problem.getMessage());
          return UNDECIDED;
        })
        .execute(args);
  }

  /**
   * The findings of the verifier.
   *
   * @param exitStatus 0: valid, 1: something is violated, 2: something could not be decided
   * @param violations how many things are not as promised
   * @param table what it prints
   */
  public record Verified(int exitStatus, long violations, String table) {}

  /** Verifies within another program, waiting for {@code timeout} as {@code --timeout} does. */
  public static Verified verify(Map<String, String> environment, Duration timeout) {
    QuietLogging.apply();
    var report = new Verifier(Addresses.from(environment), timeout, null).run();
    var table = new StringWriter();
    TableOutput.print(report, new PrintWriter(table));
    return new Verified(report.exitStatus(), report.violations(), table.toString());
  }

  @Override
  public Integer call() {
    if (acks != null && !Files.isReadable(acks)) {
      throw new UsageError(
          "There is no file %s that can be read; --acks takes the file that ./sugang rush wrote."
              .formatted(acks));
    }
    var report = new Verifier(Addresses.from(environment), timeout, acks).run();
    var out = Objects.requireNonNull(spec).commandLine().getOut();
    if (json) {
      JsonOutput.print(report, out);
    } else {
      TableOutput.print(report, out);
    }
    return report.exitStatus();
  }

  /** Takes times as people write them. */
  static final class Time implements ITypeConverter<Duration> {
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,6})(ms|s|m)");
    private static final Map<String, ChronoUnit> UNITS =
        Map.of("ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES);

    @Override
    public Duration convert(String text) {
      var written = WRITTEN.matcher(text);
      if (written.matches()) {
        var time = Duration.of(Integer.parseInt(written.group(1)), UNITS.get(written.group(2)));
        if (time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0) {
          return time;
        }
      }
      throw new CommandLine.TypeConversionException(
          "\"%s\" is not a time from 1s to 10m".formatted(text));
    }
  }
}
