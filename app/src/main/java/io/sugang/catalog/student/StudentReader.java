package io.sugang.catalog.student;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.problem.Outage;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
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
 * <p>No old value survives a correction: the correction deletes the key after its commit, and with
 * it the lease of a load that may have read the old value, so that this load cannot fill. Reads
 * that waited for such a load start again, because they may be later than the correction. One case
 * is left: Redis out of reach of the instance that corrects. Then an old value may be visible until
 * it expires ({@code sugang.student.ttl}).
 */
@Component
class StudentReader {
  private static final int MOST_TRIES = 3;
  private static final long FIRST_PAUSE_NANOS = 1_000_000;

  /** Result of a load; overtaken when it may be older than a correction. */
  @SuppressWarnings("ArrayRecordComponent")
  private record LoadResult(byte @Nullable [] json, boolean overtaken) {}

  private final StudentBatchLoader rows;
  private final @Nullable StudentCache cache;
  private final @Nullable NearCache local;
  private final JsonMapper json;
  private final long loadWaitNanos;
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
    this.loadWaitNanos = properties.loadWait().toNanos();
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
      return later(() -> load(studentId));
    }
    NearCache memory = local;
    if (memory == null) {
      return later(() -> readOn(redis, studentId, redis.get(studentId)));
    }
    byte[] remembered = memory.find(studentId);
    if (remembered != null) {
      return CompletableFuture.completedFuture(remembered);
    }
    return memory
        .get(studentId)
        .toCompletableFuture()
        .thenCompose(answer -> follow(redis, memory, studentId, answer));
  }

  private CompletionStage<byte @Nullable []> follow(
      StudentCache redis, NearCache memory, long studentId, CacheAnswer answer) {
    if (answer instanceof CacheAnswer.Known known) {
      hits.increment();
      return CompletableFuture.completedFuture(known.json());
    }
    if (answer == CacheAnswer.NoStudent.UNKNOWN) {
      count(answer);
      return unknownLater(redis, studentId);
    }
    if (answer != CacheAnswer.NoStudent.MISSING) {
      return later(() -> readOn(redis, studentId, answer));
    }
    count(answer);
    CompletableFuture<LoadResult> mine = new CompletableFuture<>();
    CompletableFuture<LoadResult> running = loads.putIfAbsent(studentId, mine);
    return running == null
        ? loadFor(mine, studentId, () -> loadLater(redis, memory, studentId))
            .thenApply(LoadResult::json)
        : running.thenCompose(loaded -> {
          if (loaded.overtaken()) {
            return later(() -> readOn(redis, studentId, ask(redis, studentId)));
          }
          // The load may have read before this question.
          return loaded.json() == null
              ? unknownLater(redis, studentId)
              : CompletableFuture.completedFuture(loaded.json());
        });
  }

  /** Asks MySQL for a student of whom Redis, or a load that began before, says there is none. */
  private CompletableFuture<byte @Nullable []> unknownLater(StudentCache redis, long studentId) {
    return rowLater(studentId)
        .thenCompose(row ->
            row == null
                ? CompletableFuture.completedFuture(null)
                : later(() -> {
                  // The next read fills the cache.
                  redis.evict(studentId);
                  return row;
                }));
  }

  /** Loads as {@link #loadOnce} does, with the steps as stages. */
  private CompletableFuture<LoadResult> loadLater(
      StudentCache redis, NearCache memory, long studentId) {
    String lease = newLease();
    return memory
        .lease(studentId, lease)
        .thenCompose(answer ->
            switch (answer) {
              case CacheAnswer.Known(byte[] known) ->
                  CompletableFuture.completedStage(new LoadResult(known, false));
              case CacheAnswer.NoStudent.UNKNOWN ->
                  unknownLater(redis, studentId).thenApply(row -> new LoadResult(row, false));
              case CacheAnswer.NoStudent.LOADING -> loadOnceLater(redis, studentId);
              case CacheAnswer.NoStudent.AWAY ->
                  rowLater(studentId).thenApply(row -> new LoadResult(row, false));
              case CacheAnswer.NoStudent.MISSING ->
                  rowLater(studentId)
                      .exceptionallyCompose(failed ->
                          // So that no other read waits for this load.
                          CompletableFuture.runAsync(
                                  () -> redis.evict(studentId), Thread::startVirtualThread)
                              .thenCompose(evicted -> CompletableFuture.failedStage(failed)))
                      .thenCompose(row ->
                          memory
                              .fill(studentId, lease, row)
                              .thenApply(
                                  filled -> new LoadResult(row, filled == FillCacheResult.LOST)));
            })
        .toCompletableFuture();
  }

  private CompletableFuture<LoadResult> loadOnceLater(StudentCache redis, long studentId) {
    return CompletableFuture.supplyAsync(
        () -> loadOnce(redis, studentId), Thread::startVirtualThread);
  }

  private CompletableFuture<byte @Nullable []> rowLater(long studentId) {
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
    return join(find(studentId));
  }

  /**
   * Keeps later reads from joining the present load, which may have read an old value. The lease in
   * Redis is not enough, because a load may run without one.
   */
  void forgetLoad(long studentId) {
    loads.remove(studentId);
  }

  private static CompletableFuture<byte @Nullable []> later(Supplier<byte @Nullable []> read) {
    return CompletableFuture.supplyAsync(read, Thread::startVirtualThread);
  }

  private CacheAnswer ask(StudentCache redis, long studentId) {
    return local == null ? redis.get(studentId) : join(local.get(studentId).toCompletableFuture());
  }

  /** Continues with an answer of Redis. */
  private byte @Nullable [] readOn(StudentCache redis, long studentId, CacheAnswer first) {
    CacheAnswer answer = first;
    for (int tries = 1; ; tries++) {
      count(answer);
      if (answer instanceof CacheAnswer.Known known) {
        return known.json();
      }
      if (answer == CacheAnswer.NoStudent.UNKNOWN) {
        return join(unknownLater(redis, studentId));
      }
      CompletableFuture<LoadResult> mine = new CompletableFuture<>();
      CompletableFuture<LoadResult> running = loads.putIfAbsent(studentId, mine);
      if (running == null) {
        return join(loadFor(
                mine,
                studentId,
                () -> CompletableFuture.completedFuture(loadOnce(redis, studentId))))
            .json();
      }
      LoadResult loaded = join(running);
      if (!loaded.overtaken()) {
        return loaded.json() == null ? join(unknownLater(redis, studentId)) : loaded.json();
      }
      if (tries == MOST_TRIES) {
        return load(studentId);
      }
      answer = ask(redis, studentId);
    }
  }

  // A read that asks after the end of a load starts one of its own.
  private CompletableFuture<LoadResult> loadFor(
      CompletableFuture<LoadResult> waiting,
      long studentId,
      Supplier<CompletableFuture<LoadResult>> start) {
    CompletableFuture<LoadResult> load;
    try {
      load = start.get();
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

  private LoadResult loadOnce(StudentCache redis, long studentId) {
    String lease = newLease();
    // This reads the key again, because another load may have ended in between.
    CacheAnswer answer = redis.lease(studentId, lease);
    long start = System.nanoTime();
    for (long pause = FIRST_PAUSE_NANOS;
        answer == CacheAnswer.NoStudent.LOADING && System.nanoTime() - start < loadWaitNanos;
        pause *= 2) {
      LockSupport.parkNanos(pause);
      answer = redis.lease(studentId, lease);
    }
    if (answer instanceof CacheAnswer.Known known) {
      return new LoadResult(known.json(), false);
    }
    if (answer == CacheAnswer.NoStudent.UNKNOWN) {
      return new LoadResult(join(unknownLater(redis, studentId)), false);
    }
    if (answer != CacheAnswer.NoStudent.MISSING) {
      return new LoadResult(load(studentId), false);
    }
    byte[] loaded;
    try {
      loaded = load(studentId);
    } catch (RuntimeException failed) {
      redis.evict(studentId); // so that no other read waits for this load
      throw failed;
    }
    return new LoadResult(loaded, redis.fill(studentId, lease, loaded) == FillCacheResult.LOST);
  }

  String newLease() {
    return leasePrefix + leases.incrementAndGet();
  }

  private byte @Nullable [] load(long studentId) {
    try {
      Student student = join(rows.find(studentId));
      return student == null ? null : toJson(student);
    } catch (RuntimeException failure) {
      throw unavailable(failure);
    }
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

  private static <T extends @Nullable Object> T join(CompletableFuture<T> running) {
    try {
      return running.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
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
