package io.sugang.registrar.instances;

import io.sugang.platform.clock.SharedClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * The heartbeats of all instances in the last five minutes, in memory as they are in the stream. A
 * question reads what came since the last one, so an instance without questions reads nothing.
 */
@Component
public class Heartbeats {
  private final HeartbeatReader reader; // guarded by this
  private final OwnHeartbeats own;
  private final SharedClock clock;
  private final List<Heartbeat> known = new ArrayList<>(); // guarded by this

  Heartbeats(HeartbeatStreams streams, OwnHeartbeats own, SharedClock clock) {
    this.reader = new HeartbeatReader(streams.ofSeconds());
    this.own = own;
    this.clock = clock;
  }

  /**
   * Heartbeats of some instances.
   *
   * @param complete false: Redis is away, so of the others there is only what was read before
   * @param heartbeats in the order of their times
   */
  public record HeartbeatReading(boolean complete, List<Heartbeat> heartbeats) {}

  /** Returns the heartbeats of five minutes. Waits for Redis, but for a second at most. */
  public synchronized HeartbeatReading read() {
    HeartbeatReader.Reading next = reader.read();
    if (next != null) {
      if (next.anew()) {
        known.clear();
      }
      known.addAll(next.heartbeats());
    }
    long oldest = clock.now().minus(HeartbeatStreams.KEPT).toEpochMilli();
    known.removeIf(heartbeat -> heartbeat.at() < oldest);
    List<Heartbeat> all = new ArrayList<>(known);
    List<Heartbeat> mine = own.kept();
    if (!mine.isEmpty()) {
      // Those that Redis did not take are known here only.
      String name = mine.getFirst().instance();
      all.removeIf(heartbeat -> heartbeat.instance().equals(name));
      all.addAll(mine);
    }
    all.sort(Comparator.comparingLong(Heartbeat::at));
    return new HeartbeatReading(next != null, List.copyOf(all));
  }
}
