package io.sugang.seats.gate;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tokens that are unique for ever: a UUID of this start of the instance and a counter. Not a
 * counter in Redis, which would start again with an empty Redis.
 */
final class SeatTokens {
  private final String instance = UUID.randomUUID() + "-";
  private final AtomicLong last = new AtomicLong();

  String next() {
    return instance + last.incrementAndGet();
  }
}
