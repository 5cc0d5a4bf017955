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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stream of heartbeats that all instances append to and read. Redis may lose it, and then they
 * are lost.
 */
final class HeartbeatStream {
  private static final String FIELD = "heartbeat";

  private final BoundedStream stream;
  // Instances of two versions run at the same time during a release.
  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /**
   * @param name of the stream, and of its circuit
   * @param most entries
   * @param kept after the last entry
   */
  HeartbeatStream(LettuceConnectionFactory connections, String name, int most, Duration kept) {
    stream = new BoundedStream(connections, name, "sugang:" + name, most, kept);
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
