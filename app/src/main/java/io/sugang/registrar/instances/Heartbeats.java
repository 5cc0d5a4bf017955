package io.sugang.registrar.instances;

import io.sugang.platform.clock.SharedClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * The heartbeats of all instances in the last five minutes, in memory as they are in the stream. A
 * question reads what came since the last one, so an instance without questions reads nothing.
 */
@Component
public class Heartbeats {
  private static final int MOST_PER_READ = 500;
  private static final String BEGINNING = "0-0";

  private final HeartbeatStream stream;
  private final OwnHeartbeats own;
  private final SharedClock clock;
  private final List<Heartbeat> known = new ArrayList<>(); // guarded by this
  private String last = BEGINNING; // guarded by this

  Heartbeats(HeartbeatStream stream, OwnHeartbeats own, SharedClock clock) {
    this.stream = stream;
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
    boolean complete = readOn();
    long oldest = clock.now().minus(HeartbeatStream.KEPT).toEpochMilli();
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
    return new HeartbeatReading(complete, List.copyOf(all));
  }

  private boolean readOn() {
    boolean anew = last.equals(BEGINNING);
    List<Heartbeat> read = new ArrayList<>();
    int entries;
    String from = last;
    do {
      Optional<HeartbeatStream.Part> next = stream.after(from, MOST_PER_READ);
      if (next.isEmpty()) {
        // A Redis that lost the stream may number it from an earlier time.
        last = BEGINNING;
        return false;
      }
      from = next.get().last();
      entries = next.get().entries();
      read.addAll(next.get().heartbeats());
    } while (entries == MOST_PER_READ);
    if (anew) {
      known.clear();
    }
    known.addAll(read);
    last = from;
    return true;
  }
}
