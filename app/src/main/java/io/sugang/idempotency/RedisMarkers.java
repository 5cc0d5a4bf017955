package io.sugang.idempotency;

import io.sugang.redis.LuaFile;
import io.sugang.redis.RedisCircuit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SetCondition;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.core.types.Expiration;
import org.springframework.stereotype.Component;

/**
 * The markers that all instances see, one string {@code idempotency:<key>} each. No call fails
 * because of Redis.
 *
 * <p>Not behind the gate's circuit: a marker needs no rosters, and is also used where there is no
 * gate.
 */
@Component
class RedisMarkers {
  private static final RedisScript<Long> FINISH =
      RedisScript.of(LuaFile.read("finish"), Long.class);

  private final RedisConnectionFactory connections;
  private final StringRedisTemplate redis;
  private final Expiration ttl;
  private final RedisCircuit circuit = new RedisCircuit("idempotency-markers");

  RedisMarkers(
      RedisConnectionFactory connections,
      StringRedisTemplate redis,
      IdempotencyProperties properties) {
    this.connections = connections;
    this.redis = redis;
    this.ttl = Expiration.from(properties.markerTtl());
  }

  /** Puts {@code marker} unless another one stands. */
  PutResult put(String idempotencyKey, String marker) {
    return circuit.call(
        () -> setOrGet(idempotencyKey, marker), PutResult.Own.NOT_TOLD, PutResult.Own.TOLD);
  }

  private PutResult setOrGet(String idempotencyKey, String marker) {
    try (RedisConnection connection = connections.getConnection()) {
      byte[] other =
          connection
              .stringCommands()
              .setGet(bytes(name(idempotencyKey)), bytes(marker), SetCondition.ifAbsent(), ttl);
      return other == null
          ? PutResult.Own.TOLD
          : new PutResult.Met(new String(other, StandardCharsets.US_ASCII));
    }
  }

  /** Takes {@code marker} away if it stands; one that Redis was not told of ends with its TTL. */
  void remove(String idempotencyKey, String marker) {
    // Not behind the circuit: only markers that were put come here, and one that is left would
    // refuse the next request.
    try {
      redis.execute(FINISH, List.of(name(idempotencyKey)), marker);
    } catch (RuntimeException away) {
      // Its TTL ends it.
    }
  }

  static String name(String idempotencyKey) {
    return "idempotency:" + idempotencyKey;
  }

  private static byte[] bytes(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }
}
