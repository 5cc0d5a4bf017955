package io.sugang.lab.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a call of the command measures.
 *
 * @param builds one, or two of which the second is compared with the first
 * @param variants of each build, at least one
 * @param profiles at least one
 * @param loops each sends all loads
 * @param seconds of each load
 * @param rate requests per second in the open loop
 * @param connections of the closed loops, each number in a loop of its own
 * @param hotPercent of the enrollments want one course
 * @param warmUp requests for each instance before it is measured, at least; 0: cold ones
 */
record BenchPlan(
    List<Build> builds,
    List<Variant> variants,
    List<LoadProfile> profiles,
    List<Loop> loops,
    int repetitions,
    int seconds,
    int rate,
    List<Integer> connections,
    int hotPercent,
    DatasetSize dataset,
    int warmUp,
    long seed) {
  // The warm-up, and free and mixed in both loops: the usual ones have the same courses always.
  private static final int USUAL_LOADS = 5;

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

  /** The loops with a number for each that is repeated. */
  List<Loop.Turn> turns() {
    Map<Loop, Integer> numbers = new EnumMap<>(Loop.class);
    List<Loop.Turn> turns = new ArrayList<>();
    for (Loop loop : loops) {
      int number = numbers.merge(loop, 1, Integer::sum);
      List<Integer> each = loop == Loop.OPEN ? List.of(Loop.OPEN_CONNECTIONS) : connections;
      each.forEach(count -> turns.add(new Loop.Turn(loop, count, number)));
    }
    return turns;
  }

  /** Loads that take seats between two starts, at most. */
  int loadsThatTakeSeats() {
    int each = (int) profiles.stream().filter(LoadProfile::takesSeats).count();
    return Math.max(USUAL_LOADS, 1 + each * turns().size());
  }
}
