package io.sugang.signin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** Token buckets that count in {@value #METER} what they refuse. */
final class CountedRates<K> {
  private static final String METER = "sugang.signin.limited";

  private final Rates<K> rates;
  private final Counter refused;

  /**
   * @param interval after which a bucket has one token more
   * @param burst tokens of a full bucket
   * @param kind of what is counted, as docs/metrics.md has it
   */
  CountedRates(Duration interval, int burst, MeterRegistry registry, String kind) {
    rates = new Rates<>(interval, burst, System::nanoTime);
    refused =
        Counter.builder(METER)
            .description(
                "Sign-ins, requests, cancels and searches that were answered 429, because of their account or address")
            .tag("kind", kind)
            .register(registry);
  }

  /**
   * Takes tokens, all of them or none.
   *
   * @return 0, or the nanoseconds after which there will be as many
   */
  long take(K key, int tokens) {
    long waitNanos = rates.take(key, tokens);
    if (waitNanos > 0) {
      refused.increment();
    }
    return waitNanos;
  }

  int size() {
    return rates.size();
  }
}
