package io.sugang.student;

import io.sugang.redis.LuaFile;
import io.sugang.redis.RedisCircuit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
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
 * -} for an id that is unknown, or {@code ?<lease>} while somebody loads it. No call fails because
 * of Redis.
 */
@Component
@Conditional(OnRedis.class)
class StudentCache {
  private static final String PREFIX = "student:";
  private static final byte UNKNOWN = '-';
  private static final byte LEASE = '?';
  private static final String UNKNOWN_VALUE = "-";

  private static final RedisScript<Long> FILL =
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

  CacheAnswer get(long studentId) {
    return circuit.call(() -> read(studentId), CacheAnswer.NoStudent.AWAY);
  }

  /** As {@link #get}, with a way of the caller's own to read the key. */
  CompletionStage<CacheAnswer> getLater(Supplier<CompletionStage<CacheAnswer>> read) {
    return circuit.callLater(read, CacheAnswer.NoStudent.AWAY);
  }

  /** Reads the key past the circuit; fails when Redis is away. */
  CacheAnswer read(long studentId) {
    return call(connection -> answer(connection.stringCommands().get(key(studentId))));
  }

  /**
   * Takes the load upon the caller if nothing is cached and nobody loads.
   *
   * @return MISSING when the lease is the caller's now, else what is there
   */
  CacheAnswer lease(long studentId, String lease) {
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
   * Ends a load.
   *
   * @param json null for an id that MySQL does not know
   * @return LOST when the value may be out of date already and was not stored
   */
  FillCacheResult fill(long studentId, String lease, byte @Nullable [] json) {
    String value = json == null ? UNKNOWN_VALUE : new String(json, StandardCharsets.UTF_8);
    Duration life = json == null ? properties.unknownTtl() : properties.jitteredTtl();
    return circuit.call(
        () -> {
          Long code =
              redis.execute(
                  FILL, List.of(name(studentId)), lease, value, String.valueOf(life.toMillis()));
          return FillCacheResult.of(code);
        },
        FillCacheResult.FILLED); // Redis away: nothing was stored, but nothing was overtaken either
  }

  /** Takes many loads at once; returns those ids whose load is the caller's now. */
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

  /** Ends many loads at once; what was overtaken is not stored. */
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
   * Forgets a student, a load under way included.
   *
   * @return false when Redis could not be told, so that it may show the old value until its life
   *     ends
   */
  boolean evict(long studentId) {
    // Not behind the circuit: an eviction is rare and worth the wait for a Redis that may just be
    // back.
    try {
      redis.delete(name(studentId));
      return true;
    } catch (RuntimeException away) {
      return false;
    }
  }

  static String name(long studentId) {
    return PREFIX + studentId;
  }

  /** The student of a key, 0 for what is no such key. */
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

  /**
   * Straight on the connection: a template would only add the conversion of bytes to text and back.
   */
  private <T> T call(Function<RedisConnection, T> command) {
    try (RedisConnection connection = connections.getConnection()) {
      return command.apply(connection);
    }
  }
}
