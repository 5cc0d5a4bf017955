package io.sugang.platform.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Timers by outcome. All exist from the start, so that a rate exists before its first event, and a
 * request finds its timer by an index.
 */
public final class TimersByOutcome<E extends Enum<E>> {
  private final Map<E, Timer> timers;

  /**
   * Registers the timers.
   *
   * @param tag its values are the names of {@code outcomes} in lower case
   * @param moreTags alternating keys and values, for all of them
   */
  public TimersByOutcome(
      MeterRegistry registry,
      String name,
      String description,
      String tag,
      Set<E> outcomes,
      String... moreTags) {
    timers = new EnumMap<>(outcomes.iterator().next().getDeclaringClass());
    for (E outcome : outcomes) {
      String[] tags = new String[moreTags.length + 2];
      System.arraycopy(moreTags, 0, tags, 0, moreTags.length);
      tags[moreTags.length] = tag;
      tags[moreTags.length + 1] = outcome.name().toLowerCase(Locale.ROOT);
      timers.put(outcome, LatencyTimers.register(registry, name, description, tags));
    }
  }

  /**
   * Records an event with this outcome, after {@code nanos} nanoseconds. Other outcomes are
   * ignored.
   */
  public void record(E outcome, long nanos) {
    Timer timer = timers.get(outcome);
    // Never a failure: the event has happened already.
    if (timer != null) {
      timer.record(nanos, TimeUnit.NANOSECONDS);
    }
  }
}
