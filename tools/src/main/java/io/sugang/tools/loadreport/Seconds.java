package io.sugang.tools.loadreport;

import io.sugang.tools.loadgen.Percentiles;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts samples into the seconds they belong to, counted from the first answer. k6 hands them over
 * once a second and not in order. Not for several threads.
 */
final class Seconds {

  private final NavigableMap<Integer, Open> open = new TreeMap<>();
  private final NavigableMap<Integer, Second> closed = new TreeMap<>();
  private @Nullable Long begin;

  void add(K6Sample sample) {
    if (begin == null) {
      if (sample.kind() != K6Sample.Metric.ANSWER) {
        return; // users that are made before the load
      }
      begin = sample.at();
    }
    int second = (int) Math.max(0, Math.floorDiv(sample.at() - begin, 1000L));
    // Times are kept for the last seconds alone; nothing comes later than k6 hands over.
    close(second - 10);
    if (!closed.isEmpty()) {
      second = Math.max(second, closed.lastKey() + 1);
    }
    open.computeIfAbsent(second, at -> new Open()).add(sample);
  }

  /** The last second that no sample is missing of, as far as one can know. */
  @Nullable Second lastWhole() {
    if (open.isEmpty()) {
      return null;
    }
    Map.Entry<Integer, Open> whole = open.lowerEntry(open.lastKey());
    return whole == null ? null : whole.getValue().summary(whole.getKey());
  }

  /** All of them, without gaps: a second in which nothing came is one with zeros. */
  List<Second> all() {
    close(Integer.MAX_VALUE);
    if (closed.isEmpty()) {
      return List.of();
    }
    Second[] all = new Second[closed.lastKey() + 1];
    Arrays.setAll(all, at -> closed.getOrDefault(at, new Open().summary(at)));
    return List.of(all);
  }

  private void close(int upTo) {
    while (!open.isEmpty() && open.firstKey() <= upTo) {
      var oldest = open.pollFirstEntry();
      closed.put(oldest.getKey(), oldest.getValue().summary(oldest.getKey()));
    }
  }

  private static final class Open {
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final Percentiles times = Percentiles.ofMillis(4);
    private int dropped;
    private int users;

    void add(K6Sample sample) {
      switch (sample.kind()) {
        case ANSWER -> {
          times.add(sample.value());
          outcomes.merge(sample.outcome(), 1, Integer::sum);
        }
        case DROPPED -> dropped += (int) sample.value();
        case USERS -> users = Math.max(users, (int) sample.value());
      }
    }

    Second summary(int at) {
      return new Second(
          at,
          Collections.unmodifiableMap(new TreeMap<>(outcomes)),
          dropped,
          users,
          percentile(50),
          percentile(95),
          percentile(99));
    }

    private double percentile(double percent) {
      return times.count() == 0 ? 0 : times.at(percent);
    }
  }
}
