package io.sugang.lab.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** How many seats each course has, and had. */
final class Capacities {
  private record Change(int capacity, long begin, long inMySql, long atTheGate) {}

  private final Map<Long, List<Change>> byCourse = new HashMap<>();

  Capacities(Map<Long, Integer> atFirst) {
    atFirst.forEach((course, capacity) ->
        byCourse
            .computeIfAbsent(course, _ -> new ArrayList<>())
            .add(new Change(capacity, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE)));
  }

  /**
   * Another number of seats. Changes of one course come in the order of time.
   *
   * @param begin not before this
   * @param inMySql no row is beyond it from here on
   * @param atTheGate no request that begins from here on is rejected by an earlier number
   */
  synchronized void change(long course, int capacity, long begin, long inMySql, long atTheGate) {
    byCourse
        .computeIfAbsent(course, _ -> new ArrayList<>())
        .add(new Change(capacity, begin, inMySql, atTheGate));
  }

  /** The smallest number of seats by which a request between these instants may be rejected. */
  synchronized int least(long course, long from, long to) {
    int least = Integer.MAX_VALUE;
    List<Change> changes = byCourse.getOrDefault(course, List.of());
    for (int i = 0; i < changes.size(); i++) {
      if (inForce(changes, i, Change::atTheGate, from, to)) {
        least = Math.min(least, changes.get(i).capacity());
      }
    }
    return least == Integer.MAX_VALUE ? 0 : least;
  }

  /** The largest number of rows that MySQL may have allowed between these instants. */
  synchronized int most(long course, long from, long to) {
    int most = 0;
    List<Change> changes = byCourse.getOrDefault(course, List.of());
    for (int i = 0; i < changes.size(); i++) {
      if (inForce(changes, i, Change::inMySql, from, to)) {
        most = Math.max(most, changes.get(i).capacity());
      }
    }
    return most;
  }

  /** Takes these for the numbers of seats before any change. */
  synchronized void begin(Map<Long, Integer> atFirst) {
    atFirst.forEach((course, capacity) -> {
      byCourse.remove(course);
      change(course, capacity, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    });
  }

  synchronized int atLast(long course) {
    List<Change> changes = byCourse.getOrDefault(course, List.of());
    return changes.isEmpty() ? 0 : changes.getLast().capacity();
  }

  private static boolean inForce(
      List<Change> changes, int i, ToLongFunction<Change> end, long from, long to) {
    return changes.get(i).begin() <= to
        && (i + 1 == changes.size() || end.applyAsLong(changes.get(i + 1)) >= from);
  }
}
