package io.sugang.chaos;

import java.time.Duration;

/**
 * A fault and how it ends.
 *
 * @param length how long the fault lasts, about: the load is stretched to last longer
 * @param flawless no request may fail: planned work, not a fault
 */
record Scenario(
    String name, String summary, Duration length, boolean flawless, Step prepare, Step fault) {

  /** Acts on the stack. */
  @FunctionalInterface
  interface Step {
    void run(Stage stage) throws Exception;
  }

  static Scenario of(String name, String summary, int seconds, Step fault) {
    return new Scenario(name, summary, Duration.ofSeconds(seconds), false, _ -> {}, fault);
  }

  Scenario prepared(Step step) {
    return new Scenario(name, summary, length, flawless, step, fault);
  }

  Scenario withoutFailure() {
    return new Scenario(name, summary, length, true, prepare, fault);
  }
}
