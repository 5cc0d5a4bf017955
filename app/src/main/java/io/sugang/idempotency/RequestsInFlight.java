package io.sugang.idempotency;

import io.sugang.idempotency.RequestMarker.Holder;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * Tells a request with an {@code Idempotency-Key} whether another one with the same key is under
 * way: on any instance, or on this one while Redis is away. It saves work and tells clients what
 * happens, and never decides about a seat, so a marker that is lost or comes too late costs no
 * enrollment.
 *
 * <p>Redis is asked first, because one place has to say who was first. The register of the instance
 * is filled in any case: a request that began while Redis was there is also seen when it is gone.
 */
@Component
public class RequestsInFlight {
  private final RedisMarkers redis;
  private final Map<String, String> here = new ConcurrentHashMap<>();
  private final String instance = UUID.randomUUID() + "-";
  private final AtomicLong last = new AtomicLong();

  RequestsInFlight(RedisMarkers redis) {
    this.redis = redis;
  }

  /**
   * Announces a request, unless another one with its key is under way. Waits for Redis as long as
   * its time limit says, and never fails.
   */
  public RequestMarker mark(String idempotencyKey, long studentId, long courseId) {
    String pair = studentId + ":" + courseId + ":";
    String marker = pair + instance + last.incrementAndGet();
    PutResult result = redis.put(idempotencyKey, marker);
    if (result instanceof PutResult.Met(String other)) {
      return RequestMarker.met(holder(other, pair));
    }
    RequestMarker own =
        RequestMarker.own(() -> {
          here.remove(idempotencyKey, marker);
          if (result == PutResult.Own.TOLD) {
            redis.remove(idempotencyKey, marker);
          }
        });
    // Of a request that began without Redis, so that there was nothing to meet.
    String earlier = here.putIfAbsent(idempotencyKey, marker);
    if (earlier != null) {
      own.close();
      return RequestMarker.met(holder(earlier, pair));
    }
    return own;
  }

  private static Holder holder(String marker, String pair) {
    return marker.startsWith(pair) ? Holder.SAME_PAIR : Holder.OTHER_PAIR;
  }
}
