package io.sugang.tools.chaos;

import io.sugang.tools.control.Operator;
import io.sugang.tools.control.StackAccess;
import io.sugang.tools.control.StackLink;
import io.sugang.tools.http.KeepAliveConnection;
import io.sugang.tools.options.Range;
import io.sugang.tools.rush.Dataset;
import io.sugang.tools.signin.LoadSessions;
import io.sugang.verifier.VerifierCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A mixed load for a long time, with a restart of each part; nothing may grow. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    description = {
      "Deletes all enrollments, then sends a mixed load: reads, enrollments with and without keys, cancellations, clients that hang up.",
      "Meanwhile it restarts each instance, Redis and MySQL in turn and reloads NGINX.",
      "It compares memory, heap, threads, open files, connections, keys of Redis and open entries of three windows.",
      "Local mode only. On a terminal it asks first when there are enrollments; without a terminal it does not."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:nothing grows, and the verifier says valid",
      "1:something grows, or the verifier does not say valid",
      "2:it could not be run"
    },
    footerHeading = "%nExample:%n",
    footer = "  ./sugang soak --minutes 2     a smoke run")
public final class SoakCommand implements Callable<Integer> {
  private static final int SAMPLES = 3;
  private static final int CLIENTS = 60;
  private static final int RATE = 200;

  // Of the whole time: the load settles, then a window, the restarts, a window, and the last one.
  private static final double BEFORE = 0.15;
  private static final double RESTARTS = 0.25;
  private static final double AFTER = 0.5;
  private static final double LAST = 0.88;

  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final Duration SETTLED = Duration.ofSeconds(12);

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "30",
      description = "Length of the load in minutes, 1 to 1440 (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 1_440)
  private int minutes;

  @Option(
      names = {"-y", "--yes"},
      description = "Does not ask.")
  private boolean yes;

  private final StackAccess access;
  private final Flatness flatness = new Flatness();
  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  private final Timeline timeline = new Timeline(out);
  private long begin;

  public SoakCommand(StackAccess access) {
    this.access = access;
  }

  @Override
  public Integer call() throws Exception {
    return access.run(
        new StackAccess.StackRequest("soak", "restart its parts", yes, false, List.of()),
        this::run);
  }

  private int run(StackLink stack) throws Exception {
    Operator operator = stack.operator();
    operator.perform("reset");
    KeepAliveConnection.signIn(new LoadSessions(stack.environment()));
    Dataset dataset;
    int seats;
    try (Connection mysql = Dataset.connect(stack.environment());
        Statement statement = mysql.createStatement();
        ResultSet sum = statement.executeQuery("SELECT SUM(capacity) FROM course")) {
      sum.next();
      seats = sum.getInt(1);
      dataset = Dataset.read(mysql, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }
    // few enough to find free seats, although hot courses are full
    int most = seats / 5;
    begin = System.nanoTime();
    timeline.begin();
    long[] won = new long[3];
    try (SoakLoad load = new SoakLoad(stack.target(), dataset, most, CLIENTS, RATE)) {
      timeline.say("load begins");
      lastUntil(BEFORE);
      sample(stack, load, Flatness.Window.BEFORE, RESTARTS);
      won[0] = load.answers("POST 201");
      restartAll(stack);
      lastUntil(AFTER);
      sample(stack, load, Flatness.Window.AFTER, AFTER + 0.1);
      won[1] = load.answers("POST 201");
      lastUntil(LAST);
      sample(stack, load, Flatness.Window.LAST, 1);
      won[2] = load.answers("POST 201");
      timeline.say("load is over");
      out.println("  answers: " + load.answers());
    }
    VerifierCommand.Verified verified = VerifierCommand.verify(stack.environment(), SETTLED);
    int status = verdict(won, verified);
    if (status != 0) {
      operator.perform("heal");
    }
    return status;
  }

  private int verdict(long[] won, VerifierCommand.Verified verified) {
    out.println();
    out.print(flatness.table());
    boolean goesOn = won[0] > 0 && won[1] > won[0] && won[2] > won[1];
    boolean valid = verified.exitStatus() == 0;
    if (!valid) {
      out.print(verified.table());
    }
    boolean passed = flatness.flat() && goesOn && valid;
    out.printf(
        "%nsoak of %d minutes: %s, verifier %s, %,d enrolled%s%n",
        minutes,
        flatness.flat() ? "flat" : "NOT FLAT",
        valid ? "valid" : "NOT VALID",
        won[2],
        goesOn ? "" : ", and at last NONE");
    return passed ? 0 : 1;
  }

  private void restartAll(StackLink stack) throws Exception {
    for (String instance : stack.instances()) {
      perform(stack, "stop " + instance);
      perform(stack, "start " + instance);
    }
    for (String part : List.of("redis", "mysql")) {
      perform(stack, "stop " + part);
      perform(stack, "start " + part);
    }
    perform(stack, "reload nginx");
  }

  private void perform(StackLink stack, String operation) throws Exception {
    stack.operator().perform(operation);
    timeline.say(operation);
  }

  // Requests in flight are no growth, so the load pauses meanwhile.
  private void sample(StackLink stack, SoakLoad load, Flatness.Window window, double until)
      throws Exception {
    long left = nanos(until) - (System.nanoTime() - begin);
    for (int i = 0; i < SAMPLES; i++) {
      load.hold();
      Thread.sleep(QUIET);
      flatness.add(
          window,
          Flatness.read(
              stack.operator().perform("figures " + String.join(",", stack.instances()))));
      load.resume();
      Thread.sleep(Duration.ofNanos(Math.clamp(left / SAMPLES, 1_000_000_000L, 60_000_000_000L)));
    }
    timeline.say("measured: " + window);
  }

  private void lastUntil(double share) throws InterruptedException {
    long left = nanos(share) - (System.nanoTime() - begin);
    if (left > 0) {
      Thread.sleep(Duration.ofNanos(left));
    }
  }

  private long nanos(double share) {
    return (long) (share * Duration.ofMinutes(minutes).toNanos());
  }
}
