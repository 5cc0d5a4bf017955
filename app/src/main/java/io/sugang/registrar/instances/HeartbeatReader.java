package io.sugang.registrar.instances;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what came into a stream since the last reading. Not for several threads at once. */
final class HeartbeatReader {
  private static final int MOST_PER_READ = 500;
  private static final String BEGINNING = "0-0";

  private final HeartbeatStream stream;
  private String last = BEGINNING;

  HeartbeatReader(HeartbeatStream stream) {
    this.stream = stream;
  }

  /**
   * Heartbeats in the order of the stream.
   *
   * @param anew whether they are all that the stream has, and what was read before no longer counts
   */
  record Reading(boolean anew, List<Heartbeat> heartbeats) {}

  /** Returns what came; null when Redis is away. Waits for Redis, but for a second at most. */
  @Nullable Reading read() {
    boolean anew = last.equals(BEGINNING);
    List<Heartbeat> read = new ArrayList<>();
    int entries;
    String from = last;
    do {
      Optional<HeartbeatStream.Part> next = stream.after(from, MOST_PER_READ);
      if (next.isEmpty()) {
        // A Redis that lost the stream may number it from an earlier time.
        last = BEGINNING;
        return null;
      }
      from = next.get().last();
      entries = next.get().entries();
      read.addAll(next.get().heartbeats());
    } while (entries == MOST_PER_READ);
    last = from;
    return new Reading(anew, read);
  }
}
