package io.sugang.lab.chaos;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A fault and how it ends.
 *
 * @param length how long the fault lasts, about: the load is stretched to last longer
 * @param flawless no request may fail: planned work, not a fault
 * @param instances without so many it says nothing
 * @param faultless no part fails, so the strong promise holds throughout
 * @param load instead of the usual one; null: as many requests as are asked for, and an office
 * @param afterwards checks the stack after every request of the load was answered
 */
record Scenario(
    String name,
    String summary,
    Duration length,
    boolean flawless,
    int instances,
    boolean faultless,
    @Nullable OwnLoad load,
    ScenarioStep prepare,
    ScenarioStep fault,
    ScenarioStep afterwards) {
  /** After the fault the first seat must be won within this time. */
  static final Duration RECOVERY = Duration.ofSeconds(30);

  /**
   * A load without an office.
   *
   * @param kept of its requests keep the seat; later winners give it back
   */
  record OwnLoad(int requests, int kept) {}

  /** Acts on the stack. */
  @FunctionalInterface
  interface ScenarioStep {
    void run(ScenarioContext context) throws Exception;
  }

  static Scenario of(String name, String summary, int seconds, ScenarioStep fault) {
    return new Scenario(
        name, summary, Duration.ofSeconds(seconds), false, 1, false, null, _ -> {}, fault, _ -> {});
  }

  Scenario loadedWith(OwnLoad own) {
    return new Scenario(
        name, summary, length, flawless, instances, faultless, own, prepare, fault, afterwards);
  }

  Scenario prepared(ScenarioStep step) {
    return new Scenario(
        name, summary, length, flawless, instances, faultless, load, step, fault, afterwards);
  }

  Scenario followedBy(ScenarioStep step) {
    return new Scenario(
        name, summary, length, flawless, instances, faultless, load, prepare, fault, step);
  }

  Scenario withoutFailure() {
    return new Scenario(
        name, summary, length, true, instances, faultless, load, prepare, fault, afterwards);
  }

  Scenario needing(int least) {
    return new Scenario(
        name, summary, length, flawless, least, faultless, load, prepare, fault, afterwards);
  }

  Scenario withoutFault() {
    return new Scenario(
        name, summary, length, flawless, instances, true, load, prepare, fault, afterwards);
  }
}
