package io.sugang.enrollment.rejections;

import io.lettuce.core.StreamMessage;
import io.sugang.platform.redis.BoundedStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * The stream {@code sugang:refusals} that all instances append batches to and read, each {@value
 * #MOST_BATCHES} batches long at most. Redis may lose it, and then they are lost.
 */
@Component
class RejectionStream {
  /** How long rejections are kept. */
  static final Duration KEPT = Duration.ofMinutes(5);

  static final int MOST_BATCHES = 1_000;
  static final String KEY = "sugang:refusals";

  private static final String REASONS = "reasons";
  private static final String FROM = "from";
  private static final String ENTRIES = "entries";

  private final BoundedStream stream;

  RejectionStream(LettuceConnectionFactory connections) {
    stream = new BoundedStream(connections, "refusals", KEY, MOST_BATCHES, KEPT);
  }

  /**
   * A batch of the stream.
   *
   * @param id id in the stream, after which the next read begins
   */
  record Entry(String id, RejectionBatch batch) {}

  /** Appends a batch; returns whether Redis said that it has it. */
  boolean append(RejectionBatch batch) {
    Map<byte[], byte[]> fields = new HashMap<>();
    fields.put(bytes(REASONS), bytes(String.join(",", batch.reasons())));
    fields.put(bytes(FROM), bytes(Long.toString(batch.from())));
    fields.put(bytes(ENTRIES), batch.entries());
    return stream.append(fields);
  }

  /**
   * Returns the batches after an id, oldest first; empty when Redis is away.
   *
   * @param most batches, at most
   */
  Optional<List<Entry>> after(String id, int most) {
    return stream.after(id, most).map(RejectionStream::read);
  }

  private static List<Entry> read(List<StreamMessage<byte[], byte[]>> messages) {
    List<Entry> entries = new ArrayList<>();
    for (StreamMessage<byte[], byte[]> message : messages) {
      Map<String, byte[]> fields = new HashMap<>();
      message.getBody().forEach((name, value) -> fields.put(text(name), value));
      byte[] none = new byte[0];
      String from = text(fields.getOrDefault(FROM, bytes("0")));
      entries.add(
          new Entry(
              message.getId(),
              new RejectionBatch(
                  List.of(text(fields.getOrDefault(REASONS, none)).split(",")),
                  Long.parseLong(from),
                  fields.getOrDefault(ENTRIES, none))));
    }
    return entries;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
