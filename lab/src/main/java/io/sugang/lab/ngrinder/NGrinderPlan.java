package io.sugang.lab.ngrinder;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is asked of nGrinder.
 *
 * @param target where the agents find the service
 * @param tps requests per second of all agents together, after the ramp
 * @param constant how long at that rate
 * @param posts share of enrollments in the mixed scenario, 0 to 1
 * @param processes per agent
 * @param threads per process
 * @param tokens the session of each student, from student 1 on; none where none is needed
 */
record NGrinderPlan(
    NGrinderScenario scenario,
    URI target,
    double tps,
    Duration ramp,
    Duration constant,
    int students,
    int courses,
    double posts,
    int agents,
    int processes,
    int threads,
    List<String> tokens) {

  /** The one script; its parameter names the scenario. */
  static final String SCRIPT = "sugang.groovy";

  /** Where the script finds the tokens, in its folder. */
  static final String TOKENS = "resources/tokens.txt";

  /** nGrinder keeps it in a column of 255 characters. */
  private static final int LONGEST_PARAM = 255;

  /**
   * nGrinder counts the duration of a test from the order to start its workers. On two busy cores
   * they sent their first request 7 to 19 s later.
   */
  static final Duration START = Duration.ofSeconds(20);

  enum NGrinderScenario {
    students,
    enrollments,
    mixed
  }

  NGrinderPlan {
    if (param(scenario, target, tps, ramp, students, courses, posts, tokens).length()
        > LONGEST_PARAM) {
      throw new IllegalArgumentException("--target is too long for nGrinder: " + target);
    }
  }

  String param() {
    return param(scenario, target, tps, ramp, students, courses, posts, tokens);
  }

  /** Duration of the test in nGrinder: the start of the workers, the ramp and the constant rate. */
  Duration length() {
    return START.plus(ramp).plus(constant);
  }

  String testName() {
    return "sugang-" + scenario;
  }

  /** The body of {@code POST /perftest/api}. */
  Map<String, Object> test(String scriptPath) {
    Map<String, Object> test = new LinkedHashMap<>();
    test.put("testName", testName());
    test.put("description", "./sugang load --ngrinder " + scenario);
    test.put("tagString", "sugang");
    test.put("status", "READY");
    test.put("scriptName", scriptPath);
    test.put("param", param());
    test.put("threshold", "D");
    test.put("duration", length().toMillis());
    test.put("agentCount", agents);
    test.put("processes", processes);
    test.put("threads", threads);
    test.put("vuserPerAgent", processes * threads);
    // The ramp is the script's: nGrinder's own starts threads, not requests per second.
    test.put("useRampUp", false);
    test.put("samplingInterval", 1);
    test.put("ignoreSampleCount", 0);
    test.put("ignoreTooManyError", false);
    // Otherwise every request has a connection of its own.
    test.put("connectionReset", false);
    test.put("region", "NONE");
    test.put("targetHosts", target.getHost());
    return test;
  }

  private static String param(
      NGrinderScenario scenario,
      URI target,
      double tps,
      Duration ramp,
      int students,
      int courses,
      double posts,
      List<String> tokens) {
    return String.format(
        Locale.ROOT,
        "scenario=%s;target=%s;tps=%s;ramp=%d;students=%d;courses=%d;posts=%s%s",
        scenario,
        target,
        plain(tps),
        ramp.toSeconds(),
        students,
        courses,
        plain(posts),
        tokens.isEmpty() ? "" : ";tokens=" + TOKENS);
  }

  static String plain(double number) {
    BigDecimal plain = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    return plain.toPlainString();
  }
}
