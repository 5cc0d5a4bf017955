package io.sugang.startup.warmup;

import java.time.Duration;

/** Step of the warm-up, which ends before readiness. */
interface WarmupStep {

  /** Returns the name, one word, for the log and the metric. */
  String name();

  /**
   * Returns the time limit, after which the thread of the step is interrupted and the next step
   * begins.
   */
  Duration timeLimit();

  /** Runs the step and returns a short description of the result, for the log. */
  String run() throws Exception;
}
