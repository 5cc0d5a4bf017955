package io.sugang.registrar.desk;

import io.sugang.registrar.desk.Overview.AnswerSums;
import io.sugang.registrar.desk.Overview.SecondView;
import io.sugang.registrar.instances.Heartbeat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answers of all instances by second, from counts since the start of each: what a heartbeat has
 * more than the one before. The first heartbeat of an instance counts nothing.
 */
final class AnswerSeries {
  static final int MINUTES = 5;
  static final int SECONDS = 180;
  private static final long MILLIS = 1_000;
  // Heartbeats come at full seconds: each is about the second before.
  private static final long BACK_MILLIS = 500;

  private final Map<Long, Map<String, Long>> bySecond = new HashMap<>();
  private final Map<Long, Long> taken = new HashMap<>();
  private final Map<String, Long> total = new TreeMap<>();
  private final Map<String, Long> rejected = new HashMap<>();
  private final Map<String, Long> rejectedLately = new HashMap<>();

  /**
   * @param heartbeats of {@value #MINUTES} minutes, in the order of their times
   * @param now the shared clock, in milliseconds since 1970
   * @param lately from how many milliseconds ago a rejection counts as one of a moment ago
   */
  AnswerSeries(List<Heartbeat> heartbeats, long now, long lately) {
    Map<String, Heartbeat> last = new HashMap<>();
    for (Heartbeat heartbeat : heartbeats) {
      Heartbeat before = last.put(heartbeat.instance(), heartbeat);
      long second = Math.floorDiv(heartbeat.at() - BACK_MILLIS, MILLIS);
      if (heartbeat.taken() != null) {
        taken.put(second, heartbeat.taken());
      }
      if (before == null) {
        continue;
      }
      heartbeat
          .answers()
          .forEach(
              (code, count) -> add(second, code, count - before.answers().getOrDefault(code, 0L)));
      long more = Math.max(0, heartbeat.rejected() - before.rejected());
      rejected.merge(heartbeat.instance(), more, Long::sum);
      if (now - heartbeat.at() < lately) {
        rejectedLately.merge(heartbeat.instance(), more, Long::sum);
      }
    }
  }

  private void add(long second, String code, long more) {
    if (more > 0) {
      bySecond.computeIfAbsent(second, none -> new TreeMap<>()).merge(code, more, Long::sum);
      total.merge(code, more, Long::sum);
    }
  }

  /** Returns the sums, with the {@value #SECONDS} seconds before {@code now}. */
  AnswerSums sums(Instant now) {
    List<SecondView> seconds = new ArrayList<>(SECONDS);
    // The running second has no heartbeat yet.
    long end = Math.floorDiv(now.toEpochMilli() - BACK_MILLIS, MILLIS);
    for (long second = end - SECONDS; second < end; second++) {
      Long seats = taken.get(second);
      seconds.add(
          new SecondView(
              Instant.ofEpochSecond(second), bySecond.getOrDefault(second, Map.of()), seats));
    }
    return new AnswerSums(MINUTES, total, seconds);
  }

  /** Returns the requests that an instance rejected in {@value #MINUTES} minutes. */
  long rejected(String instance) {
    return rejected.getOrDefault(instance, 0L);
  }

  /** Returns the requests that an instance rejected a moment ago. */
  long rejectedLately(String instance) {
    return rejectedLately.getOrDefault(instance, 0L);
  }
}
