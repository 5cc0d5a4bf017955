package io.sugang.platform.clock;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** {@code TIME} of Redis, on the connection that Spring shares. */
final class RedisTime implements TimeServer {
  private static final Logger log = LoggerFactory.getLogger(RedisTime.class);
  private static final long LONGEST_MILLIS = 500;

  private final LettuceConnectionFactory connections;

  RedisTime(LettuceConnectionFactory connections) {
    this.connections = connections;
  }

  @Override
  public Optional<Offset> probe() {
    try (LettuceConnection connection = (LettuceConnection) connections.getConnection()) {
      RedisClusterAsyncCommands<byte[], byte[]> redis = connection.getNativeConnection();
      long asked = System.nanoTime();
      return Optional.of(
          redis
              .time()
              // In the thread of the connection: this one may wait for a processor when all are
              // busy.
              .thenApply(time -> Offset.of(asked, System.nanoTime(), micros(time)))
              .toCompletableFuture()
              .get(LONGEST_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (Exception away) {
      log.debug("Redis does not tell the time: {}", away.toString());
      return Optional.empty();
    }
  }

  private static long micros(List<byte[]> secondsAndMicros) {
    return TimeUnit.SECONDS.toMicros(number(secondsAndMicros.get(0)))
        + number(secondsAndMicros.get(1));
  }

  private static long number(byte[] text) {
    return Long.parseLong(new String(text, StandardCharsets.US_ASCII));
  }
}
