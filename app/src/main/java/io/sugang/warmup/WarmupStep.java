package io.sugang.warmup;

import java.time.Duration;

/** One thing that is done before the instance takes part. */
interface WarmupStep {

  /** In one word, for the log and the metric. */
  String name();

  /** When it is given up: its thread is interrupted and the next step begins. */
  Duration timeLimit();

  /** Does it and returns in a few words what was done. */
  String run() throws Exception;
}
