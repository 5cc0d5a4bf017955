package io.sugang.seats.idempotency;

import static java.util.concurrent.CompletableFuture.completedFuture;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Markers in a map instead of in Redis, for tests of what follows on them. */
public final class InMemoryMarkers implements MarkerStore {
  private final Map<StudentKey, String> markers = new ConcurrentHashMap<>();
  private final List<String> events;
  private volatile boolean away;
  private volatile CompletableFuture<Void> removal = completedFuture(null);

  /**
   * @param events gets a line for each marker that is put or removed
   */
  public InMemoryMarkers(List<String> events) {
    this.events = events;
  }

  /** The requests of an instance that uses these markers. */
  public RequestsInFlight requests() {
    return new RequestsInFlight(this);
  }

  /** Leaves Redis out from now on. */
  public void goAway() {
    away = true;
  }

  /** Holds the answers to all removals back until {@code answer} is complete. */
  public void holdRemovals(CompletableFuture<Void> answer) {
    removal = answer;
  }

  @Override
  public CompletionStage<PutResult> put(StudentKey key, String marker) {
    if (away) {
      return completedFuture(PutResult.Own.NOT_SENT);
    }
    String other = markers.putIfAbsent(key, marker);
    events.add(other == null ? "marker put" : "marker met");
    return completedFuture(other == null ? PutResult.Own.SENT : new PutResult.Met(other));
  }

  @Override
  public CompletionStage<Void> remove(StudentKey key, String marker) {
    markers.remove(key, marker);
    events.add("marker removed");
    return removal;
  }
}
