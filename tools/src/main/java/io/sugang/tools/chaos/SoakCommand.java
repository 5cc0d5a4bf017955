package io.sugang.tools.chaos;

import io.sugang.tools.control.Operator;
import io.sugang.tools.control.PipedOperator;
import io.sugang.tools.rush.Dataset;
import io.sugang.verifier.VerifierCommand;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A mixed load for a long time, with a restart of each part; nothing may grow. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    description =
        "Loads the stack for a long time, restarts each part once and compares what all parts take.",
    footer = {"", "Exit status: 0 flat and valid, 1 not so, 2 it could not be run."})
public final class SoakCommand implements Callable<Integer> {
  private static final int SAMPLES = 3;

  // Of the whole time: the load settles, then a window, the restarts, a window, and the last one.
  private static final double BEFORE = 0.15;
  private static final double RESTARTS = 0.25;
  private static final double AFTER = 0.5;
  private static final double LAST = 0.88;

  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final Duration SETTLED = Duration.ofSeconds(12);

  @Option(names = "--minutes", paramLabel = "N", defaultValue = "30", description = "How long.")
  private int minutes;

  @Option(names = "--target", hidden = true, defaultValue = "http://127.0.0.1:8080")
  private URI target = URI.create("http://127.0.0.1:8080");

  @Option(names = "--instances", hidden = true, defaultValue = "app-1,app-2,app-3")
  private String instances = "";

  @Option(names = "--clients", hidden = true, defaultValue = "60")
  private int clients;

  @Option(names = "--rate", hidden = true, defaultValue = "200")
  private int rate;

  private final Map<String, String> environment;
  private final Flatness flatness = new Flatness();
  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  private final Timeline timeline = new Timeline(out);
  private final Operator operator =
      new PipedOperator(
          System.out, new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
  private long begin;

  private SoakCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(
        new CommandLine(new SoakCommand(System.getenv()))
            .setExitCodeExceptionMapper(_ -> 2)
            .execute(args));
  }

  @Override
  public Integer call() throws Exception {
    operator.perform("reset");
    Dataset campus;
    int seats;
    try (Connection mysql = Dataset.connect(environment);
        Statement statement = mysql.createStatement();
        ResultSet sum = statement.executeQuery("SELECT SUM(capacity) FROM course")) {
      sum.next();
      seats = sum.getInt(1);
      campus = Dataset.read(mysql, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }
    // few enough to find free seats, and hot courses are full all the same
    int most = seats / 5;
    begin = System.nanoTime();
    timeline.begin();
    long[] won = new long[3];
    try (SoakLoad load = new SoakLoad(target, campus, most, clients, rate)) {
      timeline.say("load begins");
      lastUntil(BEFORE);
      sample(load, Flatness.Window.BEFORE, RESTARTS);
      won[0] = load.answers("POST 201");
      restartAll();
      lastUntil(AFTER);
      sample(load, Flatness.Window.AFTER, AFTER + 0.1);
      won[1] = load.answers("POST 201");
      lastUntil(LAST);
      sample(load, Flatness.Window.LAST, 1);
      won[2] = load.answers("POST 201");
      timeline.say("load is over");
      out.println("  answers: " + load.answers());
    }
    VerifierCommand.Verified verified = VerifierCommand.verify(environment, SETTLED);
    return verdict(won, verified);
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

  private void restartAll() throws Exception {
    for (String instance : List.of(instances.split(","))) {
      perform("stop " + instance);
      perform("start " + instance);
    }
    for (String part : List.of("redis", "mysql")) {
      perform("stop " + part);
      perform("start " + part);
    }
    perform("reload nginx");
  }

  private void perform(String operation) throws Exception {
    operator.perform(operation);
    timeline.say(operation);
  }

  // What is under way is no growth, so the load rests meanwhile.
  private void sample(SoakLoad load, Flatness.Window window, double until) throws Exception {
    long left = nanos(until) - (System.nanoTime() - begin);
    for (int i = 0; i < SAMPLES; i++) {
      load.hold();
      Thread.sleep(QUIET);
      flatness.add(window, Flatness.read(operator.perform("figures " + instances)));
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
