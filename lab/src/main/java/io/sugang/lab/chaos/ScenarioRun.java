package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.Heal;
import io.sugang.lab.control.Operation.ResetSeats;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.StackLink;
import io.sugang.lab.rush.Dataset;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.Interruption;
import io.sugang.verifier.Ids;
import io.sugang.verifier.PlanFacts;
import io.sugang.verifier.VerifierCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One scenario on the running stack: reset, load, fault, end of the fault, quiet, judgement. */
final class ScenarioRun {
  private static final String ROWS =
      "SELECT enrollment_id, student_id, course_id, COALESCE(FIND_IN_SET('CAPACITY', lifted), 0) > 0"
          + " FROM enrollment WHERE course_id < "
          + Ids.RESERVED_FROM;
  private static final Duration LEAKED_AFTER = Duration.ofSeconds(10);
  // A request of the last instant may leave an entry without an owner, which stays for 6 s at most
  // (docs/architecture.md, bounds); and the verifier has to find it settled.
  private static final Duration SETTLED = Duration.ofSeconds(8);

  private final Scenario scenario;
  private final long seed;
  private final int count;
  private final int kept;
  private final int clients;
  private final Duration around;
  private final StackLink stack;
  private final URI target;
  private final Path histories;
  private final Map<String, String> environment;
  private final Operator operator;
  private final List<String> instances;
  private final PrintWriter out;
  private final Timeline timeline;

  /**
   * @param around how long the load lasts before the fault, at most, and after it
   */
  ScenarioRun(
      Scenario scenario,
      long seed,
      int count,
      int clients,
      Duration around,
      StackLink stack,
      Path histories,
      PrintWriter out) {
    this.scenario = scenario;
    this.seed = seed;
    Scenario.OwnLoad own = scenario.load();
    this.count = own == null ? count : own.requests();
    this.kept = own == null ? count : own.kept();
    this.clients = clients;
    this.around = around;
    this.stack = stack;
    this.target = stack.target();
    this.histories = histories;
    this.environment = stack.environment();
    this.operator = stack.operator();
    this.instances = stack.instances();
    this.out = out;
    this.timeline = new Timeline(out);
  }

  private record FaultTimes(
      long loadBegin,
      long faultBegin,
      long faultEnd,
      long loadEnd,
      List<ExpectedOutage> outages,
      List<String> broken) {}

  ScenarioOutcome execute() {
    out.printf("%n%s: %s (seed %d)%n", scenario.name(), scenario.summary(), seed);
    out.flush();
    if (instances.size() < scenario.instances()) {
      return without(
          ScenarioOutcome.ScenarioVerdict.LEFT_OUT,
          "needs %d instances (./sugang up --scale %1$d)".formatted(scenario.instances()));
    }
    History history = new History();
    SplittableRandom random = new SplittableRandom(seed ^ scenario.name().hashCode());
    String id = scenario.name() + "-" + Long.toString(System.currentTimeMillis(), 36);
    try {
      OfficeCourses.stopMerges(operator);
      operator.perform(new ResetSeats());
      Dataset dataset;
      Capacities capacities;
      try (Connection mysql = Dataset.connect(environment)) {
        dataset = Dataset.read(mysql, Integer.MAX_VALUE, Integer.MAX_VALUE);
        capacities = new Capacities(capacities(mysql));
      }
      List<PlannedRequest> plannedRequests =
          PlannedRequests.draw(
              random.nextLong(), count, kept, dataset.students(), dataset.courses());
      // those for afterwards have to find what they ask for, so that the recovery shows
      try (Clients clients = new Clients(target, history, id, count);
          ScenarioContext context =
              new ScenarioContext(
                  stack,
                  timeline,
                  random,
                  new Flood(clients, Pacer.beforehand(plannedRequests)),
                  clients,
                  dataset,
                  capacities,
                  around.toMillis() / 1e3)) {
        scenario.prepare().run(context);
        Office office =
            scenario.load() == null
                ? office(history, id, dataset, capacities, random.nextLong())
                : null;
        if (office == null && scenario.load() == null) {
          context.say("without an office: too few courses, or no SUGANG_SESSION_KEY");
        } else if (office != null) {
          context.use(office);
        }
        Pacer pacer =
            new Pacer(plannedRequests, scenario.length().plus(around.multipliedBy(2)), around);
        try (ScenarioLoad load = new ScenarioLoad(target, pacer, history, id)) {
          FaultTimes times = underLoad(context, load, office);
          return judge(history, capacities, times, load, office, context.moved(), id);
        }
      } catch (InterruptedException signal) {
        Thread.currentThread().interrupt();
        throw new Interruption();
      } finally {
        // A signal ends the command, which heals when the load is over.
        if (!Thread.currentThread().isInterrupted()) {
          operator.perform(new Heal());
        }
      }
    } catch (Operator.Unsupported reason) {
      return without(ScenarioOutcome.ScenarioVerdict.LEFT_OUT, String.valueOf(reason.getMessage()));
    } catch (ScenarioContext.NotFelt reason) {
      return without(ScenarioOutcome.ScenarioVerdict.UNKNOWN, String.valueOf(reason.getMessage()));
    } catch (Interruption signal) {
      throw signal;
    } catch (Exception unknown) {
      Interruption.check();
      return without(ScenarioOutcome.ScenarioVerdict.UNKNOWN, String.valueOf(unknown));
    }
  }

  private ScenarioOutcome without(ScenarioOutcome.ScenarioVerdict verdict, String reason) {
    return ScenarioOutcome.without(scenario.name(), seed, verdict, reason, timeline.moments());
  }

  private @Nullable Office office(
      History history, String id, Dataset dataset, Capacities capacities, long officeSeed)
      throws SQLException, IOException, Operator.Unsupported, InterruptedException {
    return Office.open(operator, target, history, id, dataset, capacities, environment, officeSeed);
  }

  private FaultTimes underLoad(ScenarioContext context, ScenarioLoad load, @Nullable Office office)
      throws Exception {
    long loadBegin = System.nanoTime();
    timeline.begin();
    load.start(clients);
    context.loadedBy(load);
    if (office != null) {
      office.start();
    }
    context.say("load begins");
    context.lastBetween(0.3 * around.toMillis() / 1e3, 0.9 * around.toMillis() / 1e3);
    long faultBegin = System.nanoTime();
    context.say("fault begins");
    try {
      scenario.fault().run(context);
    } finally {
      long giveUp = load.faultOver();
      if (office != null) {
        office.faultOver(giveUp);
      }
    }
    long faultEnd = System.nanoTime();
    context.say("fault is over");
    load.await();
    if (office != null) {
      office.await(context);
    }
    context.say("load is over");
    scenario.afterwards().run(context);
    return new FaultTimes(
        loadBegin,
        faultBegin,
        faultEnd,
        System.nanoTime(),
        List.copyOf(context.outages()),
        context.broken());
  }

  private ScenarioOutcome judge(
      History history,
      Capacities capacities,
      FaultTimes times,
      ScenarioLoad load,
      @Nullable Office office,
      Set<Long> moved,
      String id)
      throws SQLException, IOException {
    VerifierCommand.Verified verified =
        VerifierCommand.verify(environment, settling(times.faultEnd()));
    PooledCourses pools = office == null ? PooledCourses.NONE : office.courses().pooled();
    List<EnrollmentRow> rows;
    try (Connection mysql = Dataset.connect(environment)) {
      rows = rows(mysql, pools);
    }
    load.repeatUnanswered(
        rows,
        attempt ->
            attempt.plannedRequest().lift() == null
                ? Credentials.headers(environment)
                : Map.of(
                    "Authorization",
                    "Bearer "
                        + Credentials.studentToken(
                            environment.getOrDefault("SUGANG_SESSION_KEY", ""),
                            attempt.studentId())));
    history.write(histories.resolve(id + ".jsonl"), times.loadBegin());
    List<Attempt> attempts = history.attempts();
    RuleRefusals rules;
    RunFacts facts;
    try (Connection mysql = Dataset.connect(environment)) {
      rules =
          new RuleRefusals(
              PlanFacts.read(mysql), HistoryFacts.read(mysql, attempts), attempts, moved);
      facts =
          new RunFacts(
              pools,
              office == null ? new ClosedTimes() : office.closed(),
              EnrollmentEvents.read(mysql, pools));
    }
    long limited = attempts.stream().filter(attempt -> attempt.status() == 429).count();
    if (limited > 0) {
      throw new IllegalStateException(
          "the limits of NGINX refused %d requests: set SUGANG_RATE_LIMIT=off and SUGANG_TOKEN_LIMIT=off, or name this machine in SUGANG_RATE_LIMIT_EXEMPT"
              .formatted(limited));
    }
    HistoryChecker.Findings findings =
        new HistoryChecker(
                attempts,
                rows,
                capacities,
                rules,
                facts,
                scenario.faultless() ? null : new TimeWindow(times.faultBegin(), times.faultEnd()))
            .judge();
    Map<String, Integer> counts = new LinkedHashMap<>(findings.counts());
    Map<String, List<String>> examples = new HashMap<>(findings.examples());
    counts.put("undecided", load.undecided() + (office == null ? 0 : office.undecided()));
    counts.put("failed", scenario.flawless() ? failed(attempts, examples) : 0);
    counts.put("broken", times.broken().size());
    if (!times.broken().isEmpty()) {
      examples.put("broken", times.broken());
    }
    counts.put("leaked", Math.toIntExact(verified.violations()));
    long recovery = recovery(attempts, times.faultEnd());
    counts.put("unrecovered", recovery > Scenario.RECOVERY.toMillis() ? 1 : 0);
    Map<String, Integer> answers = new TreeMap<>();
    attempts.forEach(attempt -> answers.merge(attempt.outcome(), 1, Integer::sum));
    boolean valid = counts.values().stream().allMatch(n -> n == 0);
    String doubt = doubt(attempts, times.outages(), verified);
    ScenarioOutcome.ScenarioVerdict verdict =
        !valid
            ? ScenarioOutcome.ScenarioVerdict.VIOLATED
            : doubt == null
                ? ScenarioOutcome.ScenarioVerdict.PASSED
                : ScenarioOutcome.ScenarioVerdict.UNKNOWN;
    return new ScenarioOutcome(
        scenario.name(),
        seed,
        verdict,
        doubt,
        attempts.size(),
        (int) attempts.stream().filter(Attempt::won).count(),
        enrolledDuring(attempts, new TimeWindow(times.faultBegin(), times.faultEnd())),
        counts,
        examples,
        answers,
        outage(attempts, times),
        recovery,
        attempts.stream()
                .filter(Attempt::definitive)
                .mapToLong(attempt -> attempt.end() - attempt.start())
                .max()
                .orElse(0)
            / 1_000_000,
        verified.exitStatus() == 0 ? null : verified.table(),
        timeline.moments());
  }

  // What keeps a run without violations from being a pass.
  private static @Nullable String doubt(
      List<Attempt> attempts, List<ExpectedOutage> outages, VerifierCommand.Verified verified) {
    for (ExpectedOutage outage : outages) {
      String doubt = outage.doubt(attempts);
      if (doubt != null) {
        return "the fault was not observed: " + doubt;
      }
    }
    return verified.exitStatus() != 0 ? "the verdict of the verifier is unknown" : null;
  }

  private static int enrolledDuring(List<Attempt> attempts, TimeWindow fault) {
    return (int) attempts.stream().filter(Attempt::won).filter(fault::contains).count();
  }

  private static List<EnrollmentRow> rows(Connection mysql, PooledCourses pools)
      throws SQLException {
    List<EnrollmentRow> rows = new ArrayList<>();
    try (Statement statement = mysql.createStatement();
        ResultSet row = statement.executeQuery(ROWS)) {
      while (row.next()) {
        rows.add(
            new EnrollmentRow(
                row.getLong(1), row.getLong(2), pools.courseOf(row.getLong(3)), row.getBoolean(4)));
      }
    }
    return rows;
  }

  // Until ten seconds after the fault, seats may be occupied without an enrollment; after that only
  // by requests that have just ended.
  private static Duration settling(long faultEnd) {
    Duration left = LEAKED_AFTER.minusNanos(System.nanoTime() - faultEnd);
    return left.compareTo(SETTLED) > 0 ? left : SETTLED;
  }

  // An impatient client's own hanging up is no failure of the service.
  private static int failed(List<Attempt> attempts, Map<String, List<String>> examples) {
    List<String> failed =
        attempts.stream()
            .filter(Attempt::inDoubt)
            .filter(attempt -> !String.valueOf(attempt.reason()).startsWith("gave up after 40 ms"))
            .map(Attempt::outcome)
            .toList();
    if (!failed.isEmpty()) {
      examples.put("failed", failed.subList(0, Math.min(5, failed.size())));
    }
    return failed.size();
  }

  private static long outage(List<Attempt> attempts, FaultTimes times) {
    long longest = 0;
    long last = times.loadBegin();
    long[] ends =
        attempts.stream().filter(Attempt::definitive).mapToLong(Attempt::end).sorted().toArray();
    for (long end : ends) {
      longest = Math.max(longest, end - last);
      last = end;
    }
    return longest / 1_000_000;
  }

  private static long recovery(List<Attempt> attempts, long faultEnd) {
    return attempts.stream()
            .filter(attempt -> attempt.status() == 201)
            .filter(attempt -> attempt.start() >= faultEnd)
            .mapToLong(attempt -> attempt.end() - faultEnd)
            .min()
            .orElse(Long.MAX_VALUE)
        / 1_000_000;
  }

  private static Map<Long, Integer> capacities(Connection mysql) throws SQLException {
    Map<Long, Integer> capacities = new HashMap<>();
    try (Statement statement = mysql.createStatement();
        ResultSet rows = statement.executeQuery("SELECT course_id, capacity FROM course")) {
      while (rows.next()) {
        capacities.put(rows.getLong(1), rows.getInt(2));
      }
    }
    return capacities;
  }
}
