package io.sugang.lab.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** How many students held a seat of one course at which time: a step function, built from spans. */
final class SeatOccupancy {
  private final Map<Long, List<TimeWindow>> byStudent = new HashMap<>();
  private long[] times = {};
  private int[] counts = {};

  /** The student held a seat from {@code from} until {@code to}; spans may overlap. */
  void add(long studentId, long from, long to) {
    if (from < to) {
      byStudent.computeIfAbsent(studentId, _ -> new ArrayList<>()).add(new TimeWindow(from, to));
    }
  }

  /** Takes over all spans of another. */
  void addAll(SeatOccupancy other) {
    other.byStudent.forEach((student, spans) ->
        byStudent.computeIfAbsent(student, _ -> new ArrayList<>()).addAll(spans));
  }

  /** To be called once, when all spans are there. */
  SeatOccupancy build() {
    record OccupancyChange(long at, int change) {}
    List<OccupancyChange> steps = new ArrayList<>();
    for (List<TimeWindow> spans : byStudent.values()) {
      spans.sort(Comparator.comparingLong(TimeWindow::begin));
      long from = spans.getFirst().begin();
      long to = spans.getFirst().end();
      for (TimeWindow span : spans) {
        if (span.begin() > to) {
          steps.add(new OccupancyChange(from, 1));
          steps.add(new OccupancyChange(to, -1));
          from = span.begin();
          to = span.end();
        }
        to = Math.max(to, span.end());
      }
      steps.add(new OccupancyChange(from, 1));
      steps.add(new OccupancyChange(to, -1));
    }
    // a seat that becomes free in the instant in which another is taken was not held twice
    steps.sort(
        Comparator.comparingLong(OccupancyChange::at).thenComparingInt(OccupancyChange::change));
    times = new long[steps.size()];
    counts = new int[steps.size()];
    int count = 0;
    for (int i = 0; i < times.length; i++) {
      count += steps.get(i).change();
      times[i] = steps.get(i).at();
      counts[i] = count;
    }
    return this;
  }

  /** The most that held one at any instant from {@code from} to {@code to}, both included. */
  int most(long from, long to) {
    int most = 0;
    for (int i = first(from); i < times.length && times[i] <= to; i++) {
      most = Math.max(most, counts[i]);
    }
    return most;
  }

  /** As {@link #most}, without this student. */
  int mostOthers(long studentId, long from, long to) {
    int most = 0;
    for (int i = first(from); i < times.length && times[i] <= to; i++) {
      long at = Math.max(times[i], from);
      // an instant has its own step for each change: only the last of them counts all
      if (i + 1 == times.length || times[i + 1] != times[i]) {
        most = Math.max(most, counts[i] - (held(studentId, at) ? 1 : 0));
      }
    }
    return most;
  }

  /**
   * By how many the holders outnumbered the seats of their time, at the worst instant; 0 if never.
   */
  int excess(LongUnaryOperator seatsAt) {
    long worst = 0;
    for (int i = 0; i < times.length; i++) {
      worst = Math.max(worst, counts[i] - seatsAt.applyAsLong(times[i]));
    }
    return Math.toIntExact(worst);
  }

  private int first(long from) {
    int first = Arrays.binarySearch(times, from);
    if (first < 0) {
      first = -first - 2; // the step before, which still holds at `from`
    } else {
      while (first > 0 && times[first - 1] == from) {
        first--;
      }
      first--;
    }
    return Math.max(0, first);
  }

  private boolean held(long studentId, long at) {
    return byStudent.getOrDefault(studentId, List.of()).stream()
        .anyMatch(span -> span.begin() <= at && span.end() > at);
  }

  /** The student held a seat by one span from {@code from} until {@code to}, both included. */
  boolean heldThroughout(long studentId, long from, long to) {
    return byStudent.getOrDefault(studentId, List.of()).stream()
        .anyMatch(span -> span.begin() <= from && span.end() > to);
  }

  /** The student held a seat at some instant from {@code from} to {@code to}, both included. */
  boolean held(long studentId, long from, long to) {
    return byStudent.getOrDefault(studentId, List.of()).stream()
        .anyMatch(span -> span.begin() <= to && span.end() >= from);
  }
}
