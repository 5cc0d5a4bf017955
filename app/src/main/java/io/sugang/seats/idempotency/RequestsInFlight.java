package io.sugang.seats.idempotency;

import io.sugang.platform.ids.CourseId;
import io.sugang.seats.idempotency.RequestMarker.Holder;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * Register of the requests in flight with an {@code Idempotency-Key}: on all instances, or on this
 * one while Redis is away. It saves work and gives clients a precise answer. It never decides about
 * a seat, so a marker that is lost or late costs no enrollment.
 *
 * <p>Redis is asked first, because one place has to decide which request was first. The register of
 * the instance is filled in any case: a request that began while Redis was there is also seen when
 * it is gone.
 */
@Component
public class RequestsInFlight {
  private final MarkerStore redis;
  private final Map<StudentKey, String> here = new ConcurrentHashMap<>();
  private final String instance = UUID.randomUUID() + "-";
  private final AtomicLong last = new AtomicLong();

  RequestsInFlight(MarkerStore redis) {
    this.redis = redis;
  }

  /**
   * Announces a request, unless another one with its key is in flight. Completes within Redis' time
   * limit, never exceptionally; what follows on it may run in the thread of the connection and must
   * not wait.
   */
  public CompletionStage<RequestMarker> mark(StudentKey key, CourseId courseId) {
    String pair = key.studentId() + ":" + courseId + ":";
    String marker = pair + instance + last.incrementAndGet();
    return redis
        .put(key, marker)
        .thenCompose(result ->
            result instanceof PutResult.Met(String other)
                ? CompletableFuture.completedStage(RequestMarker.met(holder(other, pair)))
                : registered(key, pair, marker, result == PutResult.Own.SENT));
  }

  private CompletionStage<RequestMarker> registered(
      StudentKey key, String pair, String marker, boolean sent) {
    RequestMarker own =
        RequestMarker.own(() -> {
          here.remove(key, marker);
          return sent ? redis.remove(key, marker) : CompletableFuture.completedStage(null);
        });
    // Of a request that began without Redis, so that there was nothing to meet.
    String earlier = here.putIfAbsent(key, marker);
    return earlier == null
        ? CompletableFuture.completedStage(own)
        : own.remove().thenApply(removed -> RequestMarker.met(holder(earlier, pair)));
  }

  private static Holder holder(String marker, String pair) {
    return marker.startsWith(pair) ? Holder.SAME_PAIR : Holder.OTHER_PAIR;
  }
}
