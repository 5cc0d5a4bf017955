package io.sugang.catalog.student;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.problem.Outage;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reader of students through the caches (cache-aside): in the near cache, otherwise in Redis,
 * otherwise in MySQL. Only answers of Redis fill the near cache, never a load, because Redis sends
 * invalidations only for keys that were read there.
 *
 * <p>One loader per missing student. Within the instance later reads wait for the first one.
 * Between instances a lease in Redis decides. A read that meets another lease waits shortly for its
 * result, because a load takes some milliseconds. Then it reads MySQL without filling, because the
 * loader may be dead. Concurrent reads from MySQL share a statement ({@link StudentBatchLoader}).
 *
 * <p>That an id is unknown is answered by a read of MySQL that began after the question. What Redis
 * or another load says of it only spares the lease.
 *
 * <p>No old value survives a correction. The correction deletes the key after its commit, and with
 * it the lease of a load that may have read the old value. So this load cannot fill. Reads that
 * waited for such a load start again, because they may be later than the correction. One case is
 * left: Redis out of reach of the instance that corrects. Then an old value may be visible until it
 * expires ({@code sugang.student.ttl}).
 */
@Component
class StudentReader {
  /** Most loads of others that a read joins. */
  private static final int MOST_TRIES = 3;

  /** Result of a load; overtaken when it may be older than a correction. */
  @SuppressWarnings("ArrayRecordComponent")
  private record LoadResult(byte @Nullable [] json, boolean overtaken) {
    LoadResult(byte @Nullable [] json) {
      this(json, false);
    }
  }

  private final StudentBatchLoader rows;
  private final @Nullable StudentCache cache;
  private final @Nullable NearCache local;
  private final JsonMapper json;
  private final Duration loadWait;
  private final ConcurrentMap<Long, CompletableFuture<LoadResult>> loads =
      new ConcurrentHashMap<>();
  private final String leasePrefix = "?" + UUID.randomUUID() + ":";
  private final AtomicLong leases = new AtomicLong();
  private final Counter hits;
  private final Counter unknownHits;
  private final Counter misses;
  private final Counter errors;

  StudentReader(
      StudentRepository students,
      ObjectProvider<StudentCache> cache,
      ObjectProvider<NearCache> local,
      JsonMapper json,
      StudentProperties properties,
      MeterRegistry metrics) {
    this.rows = new StudentBatchLoader(students);
    this.cache = cache.getIfAvailable();
    this.local = local.getIfAvailable();
    this.json = json;
    this.loadWait = properties.loadWait();
    this.hits = counter(metrics, "hit");
    this.unknownHits = counter(metrics, "unknown_hit");
    this.misses = counter(metrics, "miss");
    this.errors = counter(metrics, "error");
  }

  /**
   * Returns the student as JSON, null for an unknown id. The thread of the caller does not block:
   * no thread waits for the tracked connection to Redis, and a virtual thread waits for all other
   * calls. The time limits are those of Redis and MySQL.
   *
   * @return fails with a {@link TemporarilyUnavailableException} when neither Redis nor MySQL
   *     answers. The next stage may run in a thread that must not block
   */
  CompletableFuture<byte @Nullable []> find(long studentId) {
    StudentCache redis = cache;
    if (redis == null) {
      return rowAsync(studentId);
    }
    byte[] remembered = local == null ? null : local.find(studentId);
    return remembered == null
        ? askAsync(redis, studentId, 1)
        : CompletableFuture.completedFuture(remembered);
  }

  /** Asks Redis, and then takes the steps that its answer requires. */
  private CompletableFuture<byte @Nullable []> askAsync(
      StudentCache redis, long studentId, int tries) {
    return (local == null ? redis.getAsync(studentId) : local.get(studentId))
        .toCompletableFuture()
        .thenCompose(answer -> follow(redis, studentId, answer, tries));
  }

  private CompletableFuture<byte @Nullable []> follow(
      StudentCache redis, long studentId, CacheAnswer answer, int tries) {
    count(answer);
    if (answer instanceof CacheAnswer.Known known) {
      return CompletableFuture.completedFuture(known.json());
    }
    if (answer == CacheAnswer.NoStudent.UNKNOWN) {
      return unknownAsync(redis, studentId);
    }
    CompletableFuture<LoadResult> mine = new CompletableFuture<>();
    CompletableFuture<LoadResult> running = loads.putIfAbsent(studentId, mine);
    if (running == null) {
      // Another lease is awaited in a virtual thread. A tracked connection that gave no answer is
      // not asked again.
      NearCache near = answer == CacheAnswer.NoStudent.MISSING ? local : null;
      return loadFor(mine, near, redis, studentId).thenApply(LoadResult::json);
    }
    return running.thenCompose(loaded -> {
      if (loaded.overtaken()) {
        return tries == MOST_TRIES ? rowAsync(studentId) : askAsync(redis, studentId, tries + 1);
      }
      // The load may have read before this question.
      return loaded.json() == null
          ? unknownAsync(redis, studentId)
          : CompletableFuture.completedFuture(loaded.json());
    });
  }

  // A read that asks after the end of a load starts one of its own.
  private CompletableFuture<LoadResult> loadFor(
      CompletableFuture<LoadResult> waiting,
      @Nullable NearCache near,
      StudentCache redis,
      long studentId) {
    CompletableFuture<LoadResult> load;
    try {
      load = loadAsync(near, redis, studentId);
    } catch (RuntimeException | Error failure) {
      load = CompletableFuture.failedFuture(failure);
    }
    return load.whenComplete((loaded, failure) -> {
      loads.remove(studentId, waiting);
      if (failure == null) {
        waiting.complete(loaded);
      } else {
        waiting.completeExceptionally(failure);
      }
    });
  }

  /**
   * Takes the lease, reads MySQL and fills Redis.
   *
   * @param near the near cache, if its tracked connection takes the lease; null if {@code redis}
   *     does
   */
  private CompletableFuture<LoadResult> loadAsync(
      @Nullable NearCache near, StudentCache redis, long studentId) {
    String lease = newLease();
    // This reads the key again, because another load may have ended in between.
    CompletionStage<CacheAnswer> leased =
        near == null ? redis.leaseAsync(studentId, lease, loadWait) : near.lease(studentId, lease);
    return leased
        .toCompletableFuture()
        .thenCompose(answer ->
            switch (answer) {
              case CacheAnswer.Known(byte[] known) ->
                  CompletableFuture.completedFuture(new LoadResult(known));
              case CacheAnswer.NoStudent.UNKNOWN ->
                  unknownAsync(redis, studentId).thenApply(LoadResult::new);
              case CacheAnswer.NoStudent.LOADING ->
                  near == null
                      ? rowAsync(studentId).thenApply(LoadResult::new)
                      : loadAsync(null, redis, studentId);
              case CacheAnswer.NoStudent.AWAY -> rowAsync(studentId).thenApply(LoadResult::new);
              case CacheAnswer.NoStudent.MISSING -> fillAsync(near, redis, studentId, lease);
            });
  }

  private CompletableFuture<LoadResult> fillAsync(
      @Nullable NearCache near, StudentCache redis, long studentId, String lease) {
    return rowAsync(studentId)
        .exceptionallyCompose(failed ->
            // So that no other read waits for this load.
            redis
                .evictAsync(studentId)
                .thenCompose(evicted -> CompletableFuture.failedStage(failed)))
        .thenCompose(row ->
            (near == null
                    ? redis.fillAsync(studentId, lease, row)
                    : near.fill(studentId, lease, row))
                .thenApply(filled -> new LoadResult(row, filled == FillCacheResult.LOST)));
  }

  /** Asks MySQL for a student of whom Redis, or a load that began before, says there is none. */
  private CompletableFuture<byte @Nullable []> unknownAsync(StudentCache redis, long studentId) {
    return rowAsync(studentId)
        .thenCompose(row ->
            row == null
                ? CompletableFuture.completedFuture(null)
                // The next read fills the cache.
                : redis.evictAsync(studentId).thenApply(evicted -> row));
  }

  private CompletableFuture<byte @Nullable []> rowAsync(long studentId) {
    return rows.find(studentId)
        .handle((student, failed) -> {
          if (failed != null) {
            throw failed instanceof RuntimeException failure
                ? unavailable(failure)
                : new CompletionException(failed);
          }
          return student == null ? null : toJson(student);
        });
  }

  /**
   * Returns the student as {@link #find} does, and waits for the answer.
   *
   * @throws TemporarilyUnavailableException when neither Redis nor MySQL answers
   */
  byte @Nullable [] read(long studentId) {
    try {
      return find(studentId).join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
  }

  /**
   * Keeps later reads from joining the present load, which may have read an old value. The lease in
   * Redis is not enough, because a load may run without one.
   */
  void forgetLoad(long studentId) {
    loads.remove(studentId);
  }

  String newLease() {
    return leasePrefix + leases.incrementAndGet();
  }

  private static RuntimeException unavailable(RuntimeException failure) {
    return Outage.causes(failure)
        ? new TemporarilyUnavailableException(
            "Students cannot be looked up right now. Please try again.", failure)
        : failure;
  }

  byte[] toJson(Student student) {
    return json.writeValueAsBytes(student.toView());
  }

  private void count(CacheAnswer answer) {
    switch (answer) {
      case CacheAnswer.Known _ -> hits.increment();
      case CacheAnswer.NoStudent.UNKNOWN -> unknownHits.increment();
      case CacheAnswer.NoStudent.MISSING, CacheAnswer.NoStudent.LOADING -> misses.increment();
      case CacheAnswer.NoStudent.AWAY -> errors.increment();
    }
  }

  private static Counter counter(MeterRegistry metrics, String result) {
    return Counter.builder("sugang.student.cache")
        .description("Look-ups of students in Redis")
        .tag("result", result)
        .register(metrics);
  }
}
