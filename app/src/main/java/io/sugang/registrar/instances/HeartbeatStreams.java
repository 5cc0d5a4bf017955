package io.sugang.registrar.instances;

import java.time.Duration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * The heartbeats of all instances: of each second for a short time, and of each minute for a day.
 */
@Component
class HeartbeatStreams {
  /** For how long the heartbeats of each second are kept. */
  static final Duration KEPT = Duration.ofMinutes(5);

  /** For how long the heartbeats of each minute are kept. */
  static final Duration KEPT_OF_MINUTES = Duration.ofDays(1);

  /** The heartbeats of five minutes with ten instances. */
  static final int MOST = 3_000;

  /** The heartbeats of a day with ten instances. */
  static final int MOST_OF_MINUTES = 14_400;

  private final HeartbeatStream ofSeconds;
  private final HeartbeatStream ofMinutes;

  HeartbeatStreams(LettuceConnectionFactory connections) {
    ofSeconds = new HeartbeatStream(connections, "heartbeats", MOST, KEPT);
    ofMinutes =
        new HeartbeatStream(connections, "day-heartbeats", MOST_OF_MINUTES, KEPT_OF_MINUTES);
  }

  /** Returns the stream of {@code sugang:heartbeats}. */
  HeartbeatStream ofSeconds() {
    return ofSeconds;
  }

  /** Returns the stream of {@code sugang:day-heartbeats}. */
  HeartbeatStream ofMinutes() {
    return ofMinutes;
  }
}
