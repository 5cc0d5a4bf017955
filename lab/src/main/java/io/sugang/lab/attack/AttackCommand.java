package io.sugang.lab.attack;

import io.sugang.lab.attack.Attack.AttackResult;
import io.sugang.lab.attack.Others.Seen;
import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.lab.control.TestbedAccess.Link;
import io.sugang.lab.control.TestbedAccess.TestbedRequest;
import io.sugang.lab.control.TestbedOperator;
import io.sugang.lab.rush.Dataset;
import io.sugang.ops.options.Range;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./sugang attack}: whether the others notice a client that means harm. */
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    description = {
      "Attacks the service as one client or one account can, while other students enroll, cancel, search and sign in.",
      "It runs on a local stack of its own with required sign-in: its data and ports are not those of up.",
      "For each attack it compares the errors and the latency of the others with those without an attack."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the others noticed nothing, and the verifier says VALID",
      "1:the others noticed an attack, it got what no client should get, or the verifier does not say VALID",
      "2:an attack could not be tried"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang attack                        all attacks, about five minutes",
      "  ./sugang attack sign-ins --seconds 20  one of them"
    })
public final class AttackCommand implements Callable<Integer> {
  private static final int INSTANCES = 3;
  private static final int STUDENTS = 5_000;
  private static final int COURSES = 500;
  private static final String BUILD = "present";
  private static final int FULL_COURSES = 20;
  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final String NUMBERS =
      "SELECT student_id, student_number FROM student WHERE student_id <= " + STUDENTS;
  private static final String AUDIT_ROWS =
      "SELECT COUNT(*) FROM audit_event WHERE outcome = 'NOT_YOURS' AND actor = 'student:%d'"
          .formatted(Accounts.ATTACKER);

  @Parameters(
      arity = "0..*",
      paramLabel = "ATTACK",
      description =
          "Which ones (default: all): sign-ins, refusals, token-spellings, searches, provider-calls, refused-attempts, slow-bodies, override-requests.")
  private List<String> names = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "8",
      description =
          "Length of each attack, and of the time without one before it (default: ${DEFAULT-VALUE}).")
  @Range(from = 3, to = 120)
  private int seconds;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "400",
      description = "Requests per second of an attack (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 2_000)
  private int rate;

  @Option(
      names = "--others",
      paramLabel = "N",
      defaultValue = "50",
      description = "Requests per second of the others (default: ${DEFAULT-VALUE}).")
  @Range(from = 10, to = 500)
  private int othersRate;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final TestbedAccess testbeds;

  /**
   * @param testbeds starts and stops the attacked stack
   */
  public AttackCommand(TestbedAccess testbeds) {
    this.testbeds = testbeds;
  }

  @Override
  public Integer call() throws Exception {
    for (String name : names) {
      if (!Attacks.NAMES.contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "no attack is called '%s'; there are %s"
                .formatted(name, String.join(", ", Attacks.NAMES)));
      }
    }
    try (var provider = new ProviderStub()) {
      Map<String, String> settings = new HashMap<>(provider.settings());
      settings.put("SUGANG_SIGN_IN", "required");
      settings.put("SUGANG_RATE_LIMIT_EXEMPT", "none");
      settings.put("SUGANG_TOKEN_LIMIT", "10");
      return testbeds.run(
          new TestbedRequest("attack", STUDENTS, COURSES, "", Comparison.NONE, settings),
          stack -> attack(stack, provider));
    }
  }

  private int attack(Link stack, ProviderStub provider) throws Exception {
    TestbedOperator operator = stack.operator();
    operator.prepare(FULL_COURSES, STUDENTS, List.of(BUILD));
    operator.start(BUILD, INSTANCES, Map.of("SUGANG_RULES", "on"));
    URI base = operator.parts().url();
    var accounts = new Accounts(stack.environment(), numbers(stack.environment()));
    Duration time = Duration.ofSeconds(seconds);
    int noticed = 0;
    try (var others = new Others(base, accounts, othersRate);
        var attacks =
            new Attacks(base, accounts, provider, () -> auditRows(stack), rate, INSTANCES, time)) {
      print("the others from 8 addresses: %d requests a second", othersRate);
      others.during(WARM_UP);
      for (String name : names.isEmpty() ? Attacks.NAMES : names) {
        if (!unnoticed(attacks.of(name), others, time)) {
          noticed++;
        }
      }
    }
    print("%d attacks, %d noticed", names.isEmpty() ? Attacks.NAMES.size() : names.size(), noticed);
    return valid(operator) && noticed == 0 ? 0 : 1;
  }

  private boolean valid(TestbedOperator operator) {
    try {
      operator.verify("redis");
    } catch (IOException notValid) {
      print("the verifier does not say VALID: %s", String.valueOf(notValid.getMessage()));
      return false;
    }
    print("the verifier says VALID");
    return true;
  }

  private boolean unnoticed(Attack attack, Others others, Duration time)
      throws InterruptedException, ExecutionException {
    Seen without = others.during(time);
    FutureTask<AttackResult> running = new FutureTask<>(() -> attack.run(time));
    Thread.startVirtualThread(running);
    Seen during = others.during(time);
    AttackResult outcome = running.get();
    boolean noticed = during.noticedAgainst(without);
    print("");
    print("%s: %s", attack.name(), attack.what());
    print("  the attack   %d sent, answered %s", outcome.sent(), outcome.statuses());
    print("  without it   %s", without.text());
    print("  with it      %s", during.text());
    String finding = outcome.finding();
    print(
        "  %s",
        finding != null ? "GOT: " + finding : noticed ? "NOTICED by the others" : "unnoticed");
    return finding == null && !noticed;
  }

  private static Map<Long, String> numbers(Map<String, String> environment) throws SQLException {
    Map<Long, String> numbers = new HashMap<>();
    try (Connection mysql = Dataset.connect(environment);
        Statement statement = mysql.createStatement();
        ResultSet rows = statement.executeQuery(NUMBERS)) {
      while (rows.next()) {
        numbers.put(rows.getLong(1), rows.getString(2));
      }
    }
    return numbers;
  }

  private static int auditRows(Link stack) {
    try (Connection mysql = Dataset.connect(stack.environment());
        Statement statement = mysql.createStatement();
        ResultSet rows = statement.executeQuery(AUDIT_ROWS)) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException away) {
      throw new IllegalStateException("the audit cannot be read", away);
    }
  }

  private void print(String line, Object... arguments) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("  " + line.formatted(arguments));
    out.flush();
  }
}
