package io.sugang.seats.idempotency;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.sugang.platform.redis.LuaFile;
import io.sugang.platform.redis.RedisCircuit;
import io.sugang.platform.redis.ScriptCall;
import io.sugang.platform.redis.SharedConnection;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.script.DigestUtils;
import org.springframework.stereotype.Component;

/**
 * The markers that all instances see, one string {@code idempotency:{<student>}:<key>} each. No
 * call fails because of Redis, and none waits for it.
 *
 * <p>Not behind the gate's circuit: a marker needs no rosters, and is also used where there is no
 * gate.
 */
@Component
class RedisMarkers implements MarkerStore {
  private static final String REMOVE = LuaFile.read("idempotency/remove_marker");
  private static final String REMOVE_SHA1 = DigestUtils.sha1DigestAsHex(REMOVE);

  private final SharedConnection connection;
  private final SetArgs ifAbsent;
  private final RedisCircuit circuit = new RedisCircuit("idempotency-markers");

  RedisMarkers(LettuceConnectionFactory connections, IdempotencyProperties properties) {
    this.connection = new SharedConnection(connections);
    this.ifAbsent = SetArgs.Builder.nx().px(properties.markerTtl());
  }

  @Override
  public CompletionStage<PutResult> put(StudentKey key, String marker) {
    return circuit.callAsync(
        () ->
            connection
                .commandsAsync()
                .thenCompose(redis -> redis.setGet(bytes(name(key)), bytes(marker), ifAbsent))
                .thenApply(RedisMarkers::result),
        PutResult.Own.NOT_SENT,
        PutResult.Own.SENT);
  }

  private static PutResult result(byte[] other) {
    return other == null
        ? PutResult.Own.SENT
        : new PutResult.Met(new String(other, StandardCharsets.US_ASCII));
  }

  @Override
  public CompletionStage<Void> remove(StudentKey key, String marker) {
    // Not behind the circuit: only markers that were put are removed, and one that is left would
    // reject the next request.
    byte[][] keys = {bytes(name(key))};
    byte[] value = bytes(marker);
    return connection
        .commandsAsync()
        .thenCompose(redis ->
            ScriptCall.<byte[], byte[], Long>eval(
                redis, REMOVE, REMOVE_SHA1, ScriptOutputType.INTEGER, keys, new byte[][] {value}))
        // The TTL removes a marker whose removal did not reach Redis.
        .<Void>handle((removed, away) -> null)
        .toCompletableFuture()
        // Connections are made anew one after another, and an answer waits for this.
        .completeOnTimeout(null, SharedConnection.COMMAND_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Returns the Redis key, with the student as hash tag, so that braces in a client's key choose no
   * slot.
   */
  static String name(StudentKey key) {
    return "idempotency:{" + key.studentId() + "}:" + key.key();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
