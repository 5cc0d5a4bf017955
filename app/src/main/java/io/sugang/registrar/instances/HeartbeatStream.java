package io.sugang.registrar.instances;

import io.lettuce.core.StreamMessage;
import io.sugang.platform.redis.BoundedStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private final BoundedStream stream;
  // Instances of two versions run at the same time during a release.
  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  HeartbeatStream(LettuceConnectionFactory connections) {
    stream = new BoundedStream(connections, "heartbeats", KEY, MOST, KEPT);
  }

  /**
   * Some entries of the stream.
   *
   * @param last id in the stream, after which the next read begins
   * @param entries how many were read, also those that this version cannot read
   */
  record Part(String last, int entries, List<Heartbeat> heartbeats) {}

  /** Appends a heartbeat; returns whether Redis said that it has it. */
  boolean append(Heartbeat heartbeat) {
    return stream.append(
        Map.of(FIELD.getBytes(StandardCharsets.UTF_8), json.writeValueAsBytes(heartbeat)));
  }

  /**
   * Returns the heartbeats after an id, oldest first; empty when Redis is away.
   *
   * @param most entries, at most
   */
  Optional<Part> after(String id, int most) {
    return stream.after(id, most).map(messages -> part(id, messages));
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
}
