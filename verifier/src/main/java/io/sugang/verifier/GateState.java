package io.sugang.verifier;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.redisson.Redisson;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchOptions.ExecutionMode;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** What Redis holds, read past the service. */
final class GateState implements AutoCloseable {
  /** Courses per round trip: thousands of courses take seconds, and Redis is never held up long. */
  static final int BATCH = 250;

  private static final int SCANNED_PER_CALL = 5000;

  private final RedissonClient redisson;

  private GateState(RedissonClient redisson) {
    this.redisson = redisson;
  }

  static GateState connect(Addresses addresses) {
    var config = new Config().setCodec(StringCodec.INSTANCE).setNettyThreads(2).setThreads(2);
    if (!addresses.redisPassword().isEmpty()) {
      config.setUsername(addresses.redisUser()).setPassword(addresses.redisPassword());
    }
    config
        .useSingleServer()
        .setAddress(addresses.redisUri())
        .setConnectionPoolSize(2)
        .setConnectionMinimumIdleSize(1)
        .setSubscriptionConnectionMinimumIdleSize(0)
        .setConnectTimeout(3000)
        .setTimeout(10_000)
        .setRetryAttempts(1);
    try {
      return new GateState(Redisson.create(config));
    } catch (RedisException e) {
      throw new Unreachable(
          "Redis does not answer",
          "Redis cannot be reached at %s (%s). Start it with ./sugang up, or look at ./sugang status; REDIS_USER and REDIS_PASSWORD must be the server's."
              .formatted(addresses.redis(), rootMessage(e)),
          e);
    }
  }

  /** Seats taken at the gate, of those courses that are loaded. */
  Map<Long, Integer> taken(Collection<Long> courseIds) {
    var batch = redisson.createBatch();
    var sizes = new ArrayList<Size>();
    for (var courseId : courseIds) {
      sizes.add(Size.of(batch, courseId));
    }
    batch.execute();
    return sizes.stream()
        .filter(size -> result(size.loaded()))
        .collect(Collectors.toMap(Size::courseId, size -> result(size.students())));
  }

  /** All keys of each course, as they were at one instant. */
  List<GateCourse> read(Collection<Long> courseIds) {
    var batch =
        redisson.createBatch(BatchOptions.defaults().executionMode(ExecutionMode.IN_MEMORY_ATOMIC));
    var reads = new ArrayList<Read>();
    for (var courseId : courseIds) {
      reads.add(Read.of(batch, courseId));
    }
    batch.execute();
    return reads.stream().map(Read::course).toList();
  }

  /** Names of all keys that begin like a course's; a scan, so Redis serves others in between. */
  List<String> keys() {
    var options = KeysScanOptions.defaults().pattern(GateKeys.ALL).chunkSize(SCANNED_PER_CALL);
    try (var keys = redisson.getKeys().getKeysStream(options)) {
      return keys.filter(key -> !GateKeys.reserved(key)).distinct().toList();
    }
  }

  /** The clock that pending entries are stamped with. */
  long nowMillis() {
    var time = redisson.getRedisNodes(RedisNodes.SINGLE).getInstance().time();
    return TimeUnit.SECONDS.toMillis(time.getSeconds())
        + TimeUnit.MICROSECONDS.toMillis(time.getMicroseconds());
  }

  @Override
  public void close() {
    redisson.shutdown(0, 1, TimeUnit.SECONDS);
  }

  private static <T> T result(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static String rootMessage(Throwable e) {
    var root = RootCause.of(e);
    // Redisson appends the channel and the command to what Redis said.
    return String.valueOf(root.getMessage()).split("\\.* channel:|\\R", 2)[0];
  }

  /** Answers of one course that are still on their way. */
  private record Size(
      long courseId, CompletionStage<Boolean> loaded, CompletionStage<Integer> students) {

    static Size of(RBatch batch, long courseId) {
      var codec = StringCodec.INSTANCE;
      return new Size(
          courseId,
          batch.getBucket(GateKeys.capacity(courseId), codec).isExistsAsync(),
          batch.getSet(GateKeys.students(courseId), codec).sizeAsync());
    }
  }

  /** All answers of one course that are still on their way. */
  private record Read(
      long courseId,
      CompletionStage<String> capacity,
      CompletionStage<Set<String>> students,
      CompletionStage<Map<String, String>> pending) {

    static Read of(RBatch batch, long courseId) {
      var codec = StringCodec.INSTANCE;
      return new Read(
          courseId,
          batch.<String>getBucket(GateKeys.capacity(courseId), codec).getAsync(),
          batch.<String>getSet(GateKeys.students(courseId), codec).readAllAsync(),
          batch.<String, String>getMap(GateKeys.pending(courseId), codec).readAllMapAsync());
    }

    GateCourse course() {
      return new GateCourse(courseId, result(capacity), result(students), result(pending));
    }
  }
}
