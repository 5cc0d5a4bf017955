package io.sugang.registrar.instances;

import io.sugang.platform.clock.SharedClock;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * What all instances answered in each minute of the last 24 hours. A question reads what came since
 * the last one, so an instance without questions reads nothing.
 */
@Component
public class DayFigures {
  private final HeartbeatReader reader; // guarded by this
  private final MinuteSums sums = new MinuteSums(); // guarded by this
  private final SharedClock clock;

  DayFigures(HeartbeatStreams streams, SharedClock clock) {
    this.reader = new HeartbeatReader(streams.ofMinutes());
    this.clock = clock;
  }

  /**
   * The minutes that are known.
   *
   * @param complete false: Redis is away, so there is only what was read before
   * @param minutes oldest first; those without a heartbeat are left out
   */
  public record DayReading(boolean complete, List<MinuteFigures> minutes) {}

  /** Returns the minutes of 24 hours. Waits for Redis, but for a second at most. */
  public synchronized DayReading read() {
    HeartbeatReader.Reading next = reader.read();
    if (next != null) {
      if (next.anew()) {
        sums.clear();
      }
      next.heartbeats().forEach(sums::add);
    }
    sums.forgetBefore(clock.now().minus(HeartbeatStreams.KEPT_OF_MINUTES));
    return new DayReading(next != null, sums.all());
  }
}
