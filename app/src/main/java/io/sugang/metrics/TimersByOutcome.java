package io.sugang.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A timer for each way something can end. All exist from the start, so that a rate is there before
 * the first of its kind happens, and a request finds its own by an index.
 */
public final class TimersByOutcome<E extends Enum<E>> {
  private final Map<E, Timer> timers;

  /**
   * Makes the timers.
   *
   * @param tag its values are the names of {@code outcomes} in lower case
   * @param moreTags keys and values by turns, of all of them
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

  /** Counts one that ended so, after {@code nanos}; nothing for an outcome that was not named. */
  public void record(E outcome, long nanos) {
    Timer timer = timers.get(outcome);
    // Never a failure: what is counted has happened already.
    if (timer != null) {
      timer.record(nanos, TimeUnit.NANOSECONDS);
    }
  }
}
