package io.sugang.tools.bench;

import java.util.List;

/**
 * What a call of the command measures.
 *
 * @param builds one, or two of which the second is compared with the first
 * @param variants of each build, at least one
 * @param demands at least one
 * @param seconds of each load
 * @param rate requests per second in the open loop
 * @param connections of the closed loop
 * @param hotPercent of the enrollments want one course
 * @param warmUp requests for each instance before it is measured, at least
 */
record BenchPlan(
    List<Build> builds,
    List<Variant> variants,
    List<Demand> demands,
    int repetitions,
    int seconds,
    int rate,
    int connections,
    int hotPercent,
    DatasetSize dataset,
    int warmUp,
    long seed) {

  boolean compares() {
    return builds.size() == 2;
  }

  /**
   * The builds in the order of a repetition. The second build runs on a machine warmed by the
   * first, so the order alternates.
   */
  List<Build> order(int repetition) {
    return repetition % 2 == 0 ? builds.reversed() : builds;
  }
}
