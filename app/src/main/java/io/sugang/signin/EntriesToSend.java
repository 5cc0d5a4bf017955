package io.sugang.signin;

import io.sugang.signin.SessionRegister.Reach;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entries that the other instances do not know yet. A call to Redis is in flight, or Redis did not
 * take them. Then the newest of each student waits. May be used on any thread.
 */
final class EntriesToSend {
  private static final Logger log = LoggerFactory.getLogger(EntriesToSend.class);

  private final Predicate<SessionEntry> append;
  private final EndedSessions ended;
  private final int most;
  // The number of calls by what they are about; as many as there are requests.
  private final Map<Object, Integer> inFlight = new ConcurrentHashMap<>();
  private final Map<Object, SessionEntry> waiting = new ConcurrentHashMap<>();
  // The latest time that an entry without a place named; this instance alone knows such an entry.
  private final AtomicLong lostAt = new AtomicLong(Long.MIN_VALUE);

  /**
   * @param append sends an entry, and returns whether Redis has it
   * @param ended what this instance knows
   * @param most entries that wait
   */
  EntriesToSend(Predicate<SessionEntry> append, EndedSessions ended, int most) {
    this.append = append;
    this.ended = ended;
    this.most = most;
  }

  /**
   * Ends a session by a sign-out. One that has ended here is sent again only where its entry may
   * have found no place.
   *
   * @param now in milliseconds since 1970
   * @param longestMillis after which an entry ends no valid token
   */
  Reach end(SessionToken session, long now, long longestMillis) {
    SessionEntry end = SessionEntry.ended(session, now);
    if (ended.of(session) == null) {
      return send(end);
    }
    Object about = end.about();
    // What becomes of a call is not known, and one entry more does no harm.
    boolean mayBeUnknown = inFlight.containsKey(about) || lostAt.get() >= now - longestMillis;
    // In this order: what is no longer in flight and was not sent waits already.
    SessionEntry waits = waiting.get(about);
    if (waits != null) {
      return waits.newerOf(end).equals(waits) ? Reach.ALL_LATER : send(end);
    }
    return mayBeUnknown ? send(end) : Reach.ALL_INSTANCES;
  }

  /** Adds an entry to what this instance knows, and then sends it to the others. */
  Reach send(SessionEntry entry) {
    Object about = entry.about();
    // Before this instance knows it: from then on others ask how far it got.
    inFlight.merge(about, 1, Integer::sum);
    try {
      entry.addTo(ended);
      if (append.test(entry)) {
        waiting.computeIfPresent(
            about, (same, waits) -> waits.newerOf(entry).equals(entry) ? null : waits);
        return Reach.ALL_INSTANCES;
      }
      return keep(entry) ? Reach.ALL_LATER : Reach.ONE_INSTANCE;
    } finally {
      inFlight.computeIfPresent(about, (same, calls) -> calls == 1 ? null : calls - 1);
    }
  }

  private boolean keep(SessionEntry entry) {
    Object about = entry.about();
    if (waiting.size() < most) {
      waiting.merge(about, entry, SessionEntry::newerOf);
      return true;
    }
    if (waiting.computeIfPresent(about, (same, waits) -> waits.newerOf(entry)) != null) {
      return true;
    }
    lostAt.accumulateAndGet(entry.at(), Math::max);
    log.warn("An ended session stays unknown to the other instances: {} wait", most);
    return false;
  }

  /** Whether an entry about the same waits for Redis. */
  boolean waits(Object about) {
    return waiting.containsKey(about);
  }

  /** Sends what waits, until Redis does not take one. */
  void sendWaiting() {
    Iterator<Map.Entry<Object, SessionEntry>> entries = waiting.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Object, SessionEntry> next = entries.next();
      SessionEntry sent = next.getValue();
      if (!append.test(sent)) {
        return;
      }
      // A newer one may have taken its place.
      waiting.remove(next.getKey(), sent);
    }
  }
}
