package io.sugang.registrar.instances;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The answers of all instances by minute, from counts since the start of each: what a heartbeat has
 * more than the one before. The first heartbeat of an instance counts nothing, and so does the
 * first one after a gap: its answers belong to minutes that are not known.
 */
final class MinuteSums {
  private static final long MINUTE_MILLIS = 60_000;
  // The first heartbeat of a minute is about the minute before; a busy instance publishes it late.
  private static final long BACK_MILLIS = 5_000;
  private static final long LONGEST_GAP_MILLIS = 3 * MINUTE_MILLIS;

  private record Sums(Map<String, Long> answers, @Nullable Long taken) {}

  private final TreeMap<Long, Sums> minutes = new TreeMap<>();
  private final Map<String, Heartbeat> last = new HashMap<>();

  void clear() {
    minutes.clear();
    last.clear();
  }

  /** Adds a heartbeat that came after those of the same instance that were added before. */
  void add(Heartbeat heartbeat) {
    long minute = Math.floorDiv(heartbeat.at() - BACK_MILLIS, MINUTE_MILLIS);
    Sums sums = minutes.getOrDefault(minute, new Sums(new TreeMap<>(), null));
    minutes.put(
        minute,
        new Sums(sums.answers(), heartbeat.taken() == null ? sums.taken() : heartbeat.taken()));
    Heartbeat before = last.put(heartbeat.instance(), heartbeat);
    if (before == null || heartbeat.at() - before.at() > LONGEST_GAP_MILLIS) {
      return;
    }
    heartbeat
        .answers()
        .forEach((code, count) -> {
          long more = count - before.answers().getOrDefault(code, 0L);
          if (more > 0) {
            sums.answers().merge(code, more, Long::sum);
          }
        });
  }

  /** Forgets the minutes, and the instances without a later heartbeat. */
  void forgetBefore(Instant oldest) {
    minutes.headMap(Math.floorDiv(oldest.toEpochMilli(), MINUTE_MILLIS)).clear();
    last.values().removeIf(heartbeat -> heartbeat.at() < oldest.toEpochMilli());
  }

  /** Returns the minutes in which there was a heartbeat, oldest first. */
  List<MinuteFigures> all() {
    return minutes.entrySet().stream()
        .map(minute ->
            new MinuteFigures(
                Instant.ofEpochMilli(minute.getKey() * MINUTE_MILLIS),
                Map.copyOf(minute.getValue().answers()),
                minute.getValue().taken()))
        .toList();
  }
}
