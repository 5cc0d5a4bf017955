package io.sugang.platform.redis;

import static io.sugang.platform.redis.SharedConnection.await;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A stream that all instances append to and read, with a greatest length, which ends some time
 * after its last entry. Redis may lose it, and then its entries are lost.
 */
public final class BoundedStream {
  private final SharedConnection connection;
  private final RedisCircuit circuit;
  private final byte[] key;
  private final int most;
  private final Duration kept;

  /**
   * @param name of its circuit
   * @param most entries, about
   * @param kept after the last entry
   */
  public BoundedStream(
      LettuceConnectionFactory connections, String name, String key, int most, Duration kept) {
    this.connection = new SharedConnection(connections);
    this.circuit = new RedisCircuit(name);
    this.key = key.getBytes(StandardCharsets.UTF_8);
    this.most = most;
    this.kept = kept;
  }

  /** Appends an entry; returns whether Redis said that it has it. */
  public boolean append(Map<byte[], byte[]> fields) {
    XAddArgs trimmed = XAddArgs.Builder.maxlen(most).approximateTrimming();
    return circuit.call(
        () -> {
          RedisClusterAsyncCommands<byte[], byte[]> redis = connection.commands();
          RedisFuture<String> added = redis.xadd(key, trimmed, fields);
          RedisFuture<Boolean> expires = redis.pexpire(key, kept);
          await(added);
          return await(expires);
        },
        false);
  }

  /**
   * Returns the entries after an id, oldest first; empty when Redis is away.
   *
   * @param count entries, at most
   */
  @SuppressWarnings("unchecked") // an array of one kind of offset
  public Optional<List<StreamMessage<byte[], byte[]>>> after(String id, int count) {
    return circuit.call(
        () ->
            Optional.of(
                await(
                    connection
                        .commands()
                        .xread(XReadArgs.Builder.count(count), StreamOffset.from(key, id)))),
        Optional.empty());
  }
}
