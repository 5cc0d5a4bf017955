package io.sugang.chaos;

import java.time.Duration;

/**
 * A fault and how it ends.
 *
 * @param length how long the fault lasts, about: the load is stretched to last longer
 * @param recovery after the fault the first seat must be won within this time
 * @param flawless no request may fail: planned work, not a fault
 */
record Scenario(
    String name,
    String summary,
    Duration length,
    Duration recovery,
    boolean flawless,
    Step prepare,
    Step fault) {
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  /** Acts on the stack. */
  @FunctionalInterface
  interface Step {
    void run(Stage stage) throws Exception;
  }

  static Scenario of(String name, String summary, int seconds, Step fault) {
    return new Scenario(
        name, summary, Duration.ofSeconds(seconds), RECOVERY, false, _ -> {}, fault);
  }

  Scenario prepared(Step step) {
    return new Scenario(name, summary, length, recovery, flawless, step, fault);
  }

  Scenario withoutFailure() {
    return new Scenario(name, summary, length, recovery, true, prepare, fault);
  }

  Scenario recoveringWithin(Duration longest) {
    return new Scenario(name, summary, length, longest, flawless, prepare, fault);
  }
}
