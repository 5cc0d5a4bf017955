package io.sugang.catalog.student;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.push.PushMessage;
import io.sugang.platform.redis.ScriptCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connection whose reads Redis tracks (CLIENT TRACKING), with the students that were read through
 * it. On the same connection Redis sends one invalidation for each read key that was changed,
 * deleted or expired. After a break the connection is never used again, and its students are
 * forgotten.
 */
final class TrackedConnection {
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final LocalStudents students;
  private final Runnable onNews;

  /**
   * @param onNews run for each invalidation, in the thread that reads the connection
   */
  TrackedConnection(
      StatefulRedisConnection<byte[], byte[]> connection, LocalStudents students, Runnable onNews) {
    this.connection = connection;
    this.students = students;
    this.onNews = onNews;
  }

  /**
   * Switches tracking on for all later reads.
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
   * @return fails when Redis does not answer in time. The next stage runs in the thread of the
   *     connection and must not block
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
   * Takes the lease for a load, as {@link StudentCache#leaseAsync} does without patience, and waits
   * in no thread.
   */
  CompletionStage<CacheAnswer> lease(long studentId, String lease, Duration life) {
    return connection
        .async()
        .setGet(StudentCache.key(studentId), ascii(lease), SetArgs.Builder.nx().px(life.toMillis()))
        .thenApply(StudentCache::answer);
  }

  /**
   * Ends a load, as {@link StudentCache#fillAsync} does, and waits in no thread.
   *
   * @param value as it is in Redis
   */
  CompletionStage<FillCacheResult> fill(long studentId, String lease, byte[] value, Duration life) {
    return ScriptCall.<byte[], byte[], Long>eval(
            connection.async(),
            StudentCache.FILL.getScriptAsString(),
            StudentCache.FILL.getSha1(),
            ScriptOutputType.INTEGER,
            new byte[][] {StudentCache.key(studentId)},
            new byte[][] {ascii(lease), value, ascii(String.valueOf(life.toMillis()))})
        .thenApply(FillCacheResult::of);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Waits for an answer of Redis. All invalidations before the answer have arrived then, because
   * both come on one connection in order.
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
      students.forgetAll(); // not a key that was read here; forgetting too much is safe
    }
  }

  private static <T> T await(RedisFuture<T> answer, Duration patience) {
    return LettuceFutures.awaitOrCancel(answer, patience.toNanos(), TimeUnit.NANOSECONDS);
  }
}
