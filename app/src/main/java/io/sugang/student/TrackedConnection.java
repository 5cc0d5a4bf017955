package io.sugang.student;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.push.PushMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose reads Redis remembers (CLIENT TRACKING), together with what was read through
 * it: Redis tells on the same connection, once for each student read, that the key was changed,
 * deleted or expired. It is never used again after it broke, and what was read through it is
 * forgotten with it.
 */
final class TrackedConnection {
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final LocalStudents students;
  private final Runnable onNews;

  /**
   * @param onNews run for each message of Redis about changes, in the thread that reads the
   *     connection
   */
  TrackedConnection(
      StatefulRedisConnection<byte[], byte[]> connection, LocalStudents students, Runnable onNews) {
    this.connection = connection;
    this.students = students;
    this.onNews = onNews;
  }

  /**
   * Asks Redis to remember the reads from now on.
   *
   * @throws io.lettuce.core.RedisException when Redis does not answer in time, or refuses
   */
  void track(Duration patience) {
    connection.addListener(this::hear);
    await(connection.async().clientTracking(TrackingArgs.Builder.enabled()), patience);
  }

  LocalStudents students() {
    return students;
  }

  /**
   * Reads a key and keeps it if it is a student.
   *
   * @return fails when Redis does not answer in time; what follows on it runs in the thread of the
   *     connection and must not wait
   */
  CompletionStage<CacheAnswer> read(long studentId) {
    int stamp = students.stamp(studentId);
    return connection
        .async()
        .get(StudentCache.key(studentId))
        .thenApply(value -> {
          CacheAnswer answer = StudentCache.answer(value);
          if (answer instanceof CacheAnswer.Known known) {
            students.keep(studentId, known.json(), stamp);
          }
          return answer;
        });
  }

  /**
   * Whether Redis answers. All that it had to say before the answer has been heard then, because
   * both come on one connection in their order.
   */
  void ping(Duration patience) {
    await(connection.async().ping(), patience);
  }

  boolean isOpen() {
    return connection.isOpen();
  }

  boolean is(RedisChannelHandler<?, ?> handler) {
    return handler == connection;
  }

  void close() {
    connection.closeAsync();
  }

  private void hear(PushMessage message) {
    if (!message.getType().equals("invalidate")) {
      return;
    }
    onNews.run();
    List<Object> content =
        message.getContent(bytes -> StandardCharsets.US_ASCII.decode(bytes).toString());
    if (content.size() > 1 && content.get(1) instanceof List<?> keys) {
      keys.forEach(this::forget);
    } else {
      students.forgetAll(); // FLUSHALL, FLUSHDB: no keys are named
    }
  }

  private void forget(@Nullable Object key) {
    long studentId = StudentCache.studentId(String.valueOf(key));
    if (studentId > 0) {
      students.forget(studentId);
    } else {
      students.forgetAll(); // not a key that was read here; rather forget too much
    }
  }

  private static <T> T await(RedisFuture<T> answer, Duration patience) {
    return LettuceFutures.awaitOrCancel(answer, patience.toNanos(), TimeUnit.NANOSECONDS);
  }
}
