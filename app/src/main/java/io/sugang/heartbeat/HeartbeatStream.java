package io.sugang.heartbeat;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.sugang.redis.RedisCircuit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The stream {@code sugang:heartbeats} that all instances append to and read, {@value #MOST}
 * entries long at most: those of five minutes with ten instances. Redis may lose it, and then they
 * are lost.
 */
@Component
class HeartbeatStream {
  /** How long heartbeats are kept. */
  static final Duration KEPT = Duration.ofMinutes(5);

  static final int MOST = 3_000;
  static final String KEY = "sugang:heartbeats";

  private static final String FIELD = "heartbeat";
  private static final long COMMAND_MILLIS = 300;

  private final LettuceConnectionFactory connections;
  private final RedisCircuit circuit = new RedisCircuit("heartbeats");
  // Instances of two versions run beside each other during a release.
  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  HeartbeatStream(LettuceConnectionFactory connections) {
    this.connections = connections;
  }

  /**
   * Some entries of the stream.
   *
   * @param last id of Redis, by which the next read goes on
   * @param entries how many were read, also those that this version cannot read
   */
  record Part(String last, int entries, List<Heartbeat> heartbeats) {}

  /** Appends a heartbeat; returns whether Redis said that it has it. */
  boolean append(Heartbeat heartbeat) {
    Map<byte[], byte[]> fields = Map.of(bytes(FIELD), json.writeValueAsBytes(heartbeat));
    XAddArgs trimmed = XAddArgs.Builder.maxlen(MOST).approximateTrimming();
    return circuit.call(
        () -> {
          RedisClusterAsyncCommands<byte[], byte[]> redis = commands();
          RedisFuture<String> added = redis.xadd(bytes(KEY), trimmed, fields);
          RedisFuture<Boolean> expires = redis.pexpire(bytes(KEY), KEPT);
          await(added);
          return await(expires);
        },
        false);
  }

  /**
   * Returns the heartbeats after an id, oldest first; empty when Redis is away.
   *
   * @param most entries, at most
   */
  @SuppressWarnings("unchecked") // an array of one kind of offset
  Optional<Part> after(String id, int most) {
    return circuit.call(
        () ->
            Optional.of(
                part(
                    id,
                    await(
                        commands()
                            .xread(
                                XReadArgs.Builder.count(most),
                                StreamOffset.from(bytes(KEY), id))))),
        Optional.empty());
  }

  private Part part(String id, List<StreamMessage<byte[], byte[]>> messages) {
    List<Heartbeat> heartbeats = new ArrayList<>();
    for (StreamMessage<byte[], byte[]> message : messages) {
      for (byte[] value : message.getBody().values()) {
        try {
          heartbeats.add(json.readValue(value, Heartbeat.class));
        } catch (JacksonException ofAnotherVersion) {
          // Left out, as an instance that says nothing.
          continue;
        }
      }
    }
    return new Part(
        messages.isEmpty() ? id : messages.getLast().getId(), messages.size(), heartbeats);
  }

  private static <T> T await(RedisFuture<T> answer) {
    try {
      return answer.get(COMMAND_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException away) {
      throw new IllegalStateException("Redis does not answer", away);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }

  // Spring's shared connection: closing what wraps it here leaves it open.
  private RedisClusterAsyncCommands<byte[], byte[]> commands() {
    try (LettuceConnection connection = (LettuceConnection) connections.getConnection()) {
      return connection.getNativeConnection();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
