package io.sugang.tools.chaos;

import java.time.Duration;

/**
 * A fault and how it ends.
 *
 * @param length how long the fault lasts, about: the load is stretched to last longer
 * @param flawless no request may fail: planned work, not a fault
 * @param instances without so many it says nothing
 * @param faultless no part fails, so the strong promise holds throughout
 * @param afterwards checks the stack after every request of the load was answered
 */
record Scenario(
    String name,
    String summary,
    Duration length,
    boolean flawless,
    int instances,
    boolean faultless,
    ScenarioStep prepare,
    ScenarioStep fault,
    ScenarioStep afterwards) {
  /** After the fault the first seat must be won within this time. */
  static final Duration RECOVERY = Duration.ofSeconds(30);

  /** Acts on the stack. */
  @FunctionalInterface
  interface ScenarioStep {
    void run(ScenarioContext context) throws Exception;
  }

  static Scenario of(String name, String summary, int seconds, ScenarioStep fault) {
    return new Scenario(
        name, summary, Duration.ofSeconds(seconds), false, 1, false, _ -> {}, fault, _ -> {});
  }

  Scenario prepared(ScenarioStep step) {
    return new Scenario(
        name, summary, length, flawless, instances, faultless, step, fault, afterwards);
  }

  Scenario followedBy(ScenarioStep step) {
    return new Scenario(
        name, summary, length, flawless, instances, faultless, prepare, fault, step);
  }

  Scenario withoutFailure() {
    return new Scenario(
        name, summary, length, true, instances, faultless, prepare, fault, afterwards);
  }

  Scenario needing(int least) {
    return new Scenario(
        name, summary, length, flawless, least, faultless, prepare, fault, afterwards);
  }

  Scenario withoutFault() {
    return new Scenario(
        name, summary, length, flawless, instances, true, prepare, fault, afterwards);
  }
}
