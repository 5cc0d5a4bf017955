package io.sugang.catalog.student;

import io.sugang.platform.redis.LuaFile;
import io.sugang.platform.redis.RedisCircuit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Conditional;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.SetCondition;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.core.types.Expiration;
import org.springframework.stereotype.Component;

/**
 * The students in Redis, one string {@code student:<id>} each: the JSON that clients get, or {@code
 * -} for an id that is unknown, or {@code ?<lease>} during a load. No call fails because of Redis.
 */
@Component
@Conditional(OnRedis.class)
class StudentCache {
  private static final String PREFIX = "student:";
  private static final byte UNKNOWN = '-';
  private static final byte LEASE = '?';
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  static final byte[] UNKNOWN_VALUE = {UNKNOWN};

  static final RedisScript<Long> FILL =
      RedisScript.of(LuaFile.read("student/fill_cache"), Long.class);

  private final RedisConnectionFactory connections;
  private final StringRedisTemplate redis;
  private final StudentProperties properties;
  private final RedisCircuit circuit = new RedisCircuit("student-cache");

  StudentCache(
      RedisConnectionFactory connections, StringRedisTemplate redis, StudentProperties properties) {
    this.connections = connections;
    this.redis = redis;
    this.properties = properties;
  }

  /** Reads the key, in a virtual thread. */
  CompletableFuture<CacheAnswer> getAsync(long studentId) {
    return async(() -> circuit.call(() -> read(studentId), CacheAnswer.NoStudent.AWAY));
  }

  /**
   * Calls Redis as the other methods do, by a call of the caller.
   *
   * @param away result when Redis does not answer
   */
  <T> CompletionStage<T> callAsync(Supplier<CompletionStage<T>> call, T away) {
    return circuit.callAsync(call, away);
  }

  /** Reads the key past the circuit; fails when Redis is away. */
  CacheAnswer read(long studentId) {
    return call(connection -> answer(connection.stringCommands().get(key(studentId))));
  }

  /**
   * Takes the lease for a load, if nothing is cached and there is no other lease, in a virtual
   * thread.
   *
   * @param patience longest wait for the end of another lease
   * @return MISSING when the caller has the lease, otherwise the cached answer
   */
  CompletableFuture<CacheAnswer> leaseAsync(long studentId, String lease, Duration patience) {
    return async(() -> {
      CacheAnswer answer = lease(studentId, lease);
      long start = System.nanoTime();
      for (long pause = FIRST_PAUSE_NANOS;
          answer == CacheAnswer.NoStudent.LOADING && System.nanoTime() - start < patience.toNanos();
          pause *= 2) {
        LockSupport.parkNanos(pause);
        answer = lease(studentId, lease);
      }
      return answer;
    });
  }

  private CacheAnswer lease(long studentId, String lease) {
    byte[] value = lease.getBytes(StandardCharsets.US_ASCII);
    Expiration expiration = Expiration.from(properties.loadLease());
    return circuit.call(
        () ->
            call(connection ->
                answer(
                    connection
                        .stringCommands()
                        .setGet(key(studentId), value, SetCondition.ifAbsent(), expiration))),
        CacheAnswer.NoStudent.AWAY);
  }

  /**
   * Ends a load, in a virtual thread.
   *
   * @param json null for an id that MySQL does not know
   * @return LOST when the value may be out of date already and was not stored
   */
  CompletableFuture<FillCacheResult> fillAsync(
      long studentId, String lease, byte @Nullable [] json) {
    String value = new String(json == null ? UNKNOWN_VALUE : json, StandardCharsets.UTF_8);
    String life = String.valueOf(properties.life(json).toMillis());
    return async(() ->
        circuit.call(
            () ->
                FillCacheResult.of(
                    redis.execute(FILL, List.of(name(studentId)), lease, value, life)),
            // Redis away: nothing was stored, but nothing was overtaken either
            FillCacheResult.FILLED));
  }

  /** Takes the leases of many students at once, and returns the ids that the caller has to load. */
  List<Long> lease(List<Long> studentIds, String lease) {
    Expiration expiration = Expiration.from(properties.loadLease());
    byte[] value = lease.getBytes(StandardCharsets.US_ASCII);
    return circuit.call(
        () -> {
          List<Object> taken =
              redis.executePipelined(
                  (RedisCallback<@Nullable Object>)
                      connection -> {
                        for (long studentId : studentIds) {
                          connection
                              .stringCommands()
                              .set(key(studentId), value, SetCondition.ifAbsent(), expiration);
                        }
                        return null;
                      });
          return IntStream.range(0, studentIds.size())
              .filter(i -> Boolean.TRUE.equals(taken.get(i)))
              .mapToObj(studentIds::get)
              .toList();
        },
        List.of());
  }

  /** Ends many loads at once. An overtaken value is not stored. */
  void fill(Map<Long, byte[]> students, String lease) {
    byte[] leaseBytes = lease.getBytes(StandardCharsets.US_ASCII);
    byte[] script = FILL.getScriptAsString().getBytes(StandardCharsets.UTF_8);
    circuit.call(
        () ->
            redis.executePipelined(
                (RedisCallback<@Nullable Object>)
                    connection -> {
                      students.forEach((studentId, json) ->
                          connection
                              .scriptingCommands()
                              .eval(
                                  script,
                                  ReturnType.INTEGER,
                                  1,
                                  key(studentId),
                                  leaseBytes,
                                  json,
                                  String.valueOf(properties.jitteredTtl().toMillis())
                                      .getBytes(StandardCharsets.US_ASCII)));
                      return null;
                    }),
        List.of());
  }

  /**
   * Evicts a student, and a lease with it.
   *
   * @return false when Redis did not answer, so it may have the old value until it expires
   */
  boolean evict(long studentId) {
    // Not behind the circuit: an eviction is rare, and waiting for Redis is worthwhile because it
    // may be back.
    try {
      redis.delete(name(studentId));
      return true;
    } catch (RuntimeException away) {
      return false;
    }
  }

  /** Evicts a student as {@link #evict} does, in a virtual thread. */
  CompletableFuture<Boolean> evictAsync(long studentId) {
    return async(() -> evict(studentId));
  }

  static String name(long studentId) {
    return PREFIX + studentId;
  }

  /** Returns the student of a key; 0 for another key. */
  static long studentId(String name) {
    try {
      return name.startsWith(PREFIX) ? Long.parseLong(name, PREFIX.length(), name.length(), 10) : 0;
    } catch (NumberFormatException other) {
      return 0;
    }
  }

  static byte[] key(long studentId) {
    return name(studentId).getBytes(StandardCharsets.US_ASCII);
  }

  static CacheAnswer answer(byte @Nullable [] value) {
    if (value == null || value.length == 0) {
      return CacheAnswer.NoStudent.MISSING;
    }
    return switch (value[0]) {
      case UNKNOWN -> CacheAnswer.NoStudent.UNKNOWN;
      case LEASE -> CacheAnswer.NoStudent.LOADING;
      default -> new CacheAnswer.Known(value);
    };
  }

  private static <T> CompletableFuture<T> async(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, Thread::startVirtualThread);
  }

  /**
   * Runs a command on the connection itself, because a template would convert bytes to text and
   * back.
   */
  private <T> T call(Function<RedisConnection, T> command) {
    try (RedisConnection connection = connections.getConnection()) {
      return command.apply(connection);
    }
  }
}
