package io.sugang.catalog.student;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.background.Repetitions;
import io.sugang.platform.redis.RedisAddress;
import io.sugang.server.tomcat.RequestLoop;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * The near cache before Redis: students in the memory of the instance, as long as the connection
 * stands on which Redis sends invalidations. When it breaks, or does not answer within a heartbeat,
 * the memory is dropped with it. Every read then asks Redis until there is a new connection.
 *
 * <p>A correction is visible when the invalidation of its key arrives. When the invalidation is
 * lost, the life of an entry ({@code sugang.student.local-ttl}, counted from the answer of Redis)
 * is the bound.
 */
@Component
@Conditional(OnTwoLevels.class)
class NearCache implements RedisConnectionStateListener {
  private static final Logger log = LoggerFactory.getLogger(NearCache.class);

  private final StudentCache redis;
  private final StudentProperties properties;
  private final RedisClient client;
  private final AtomicReference<@Nullable TrackedConnection> tracked = new AtomicReference<>();
  private final ScheduledExecutorService heartbeat =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("student-tracking").factory());
  private final Counter hits;
  private final Counter misses;
  private final Counter bypassed;
  private final Counter news;
  // Why there is no connection, so that the same reason is logged once. For the heartbeat alone.
  private String unreachable = "";

  NearCache(
      StudentCache redis,
      StudentProperties properties,
      LettuceConnectionFactory connections,
      ClientResources resources,
      RequestLoop loop,
      MeterRegistry metrics) {
    this.redis = redis;
    this.properties = properties;
    client =
        RedisClient.create(
            resources.mutate().eventLoopGroupProvider(loop.provider()).build(),
            RedisAddress.of(connections, properties.localHeartbeat()));
    client.setOptions(
        connections
            .getClientConfiguration()
            .getClientOptions()
            .orElseGet(ClientOptions::create)
            .mutate()
            // A connection that reconnects by itself would no longer be tracked.
            .autoReconnect(false)
            .protocolVersion(ProtocolVersion.RESP3)
            .timeoutOptions(
                TimeoutOptions.enabled(connections.getClientConfiguration().getCommandTimeout()))
            .build());
    client.addListener(this);
    hits = lookUps(metrics, "hit");
    misses = lookUps(metrics, "miss");
    bypassed = lookUps(metrics, "bypassed");
    news =
        Counter.builder("sugang.student.local.invalidations")
            .description("Messages of Redis that students read by this instance have changed")
            .register(metrics);
    Gauge.builder("sugang.student.local.in.use", this, level -> level.inUse() ? 1 : 0)
        .description("1: kept fresh by Redis; 0: empty and bypassed until Redis can be heard")
        .register(metrics);
    Gauge.builder("sugang.student.local.bytes", this, NearCache::bytes)
        .description("Memory taken by students in the instance, by estimate")
        .baseUnit("bytes")
        .register(metrics);
    heartbeat.scheduleWithFixedDelay(
        Repetitions.neverFailing("The heartbeat of the near cache", this::beat),
        0,
        properties.localHeartbeat().toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Returns the student from memory; null without an entry. */
  byte @Nullable [] find(long studentId) {
    TrackedConnection current = tracked.get();
    if (current == null) {
      bypassed.increment();
      return null;
    }
    byte[] json = current.students().find(studentId);
    (json == null ? misses : hits).increment();
    return json;
  }

  /**
   * Returns the answer of Redis, and keeps a student. Never fails. The next stage may run in a
   * thread that must not block. Without a tracked connection a virtual thread asks Redis, because
   * it blocks.
   */
  CompletionStage<CacheAnswer> get(long studentId) {
    TrackedConnection current = tracked.get();
    return current == null
        ? redis.getAsync(studentId)
        : redis.callAsync(() -> read(current, studentId), CacheAnswer.NoStudent.AWAY);
  }

  /**
   * Takes the lease for a load, as {@link StudentCache#leaseAsync} does without patience. Never
   * fails.
   *
   * @return LOADING too where the connection broke, because the lease may be taken
   */
  CompletionStage<CacheAnswer> lease(long studentId, String lease) {
    TrackedConnection current = tracked.get();
    return current == null
        ? redis.leaseAsync(studentId, lease, Duration.ZERO)
        : redis.callAsync(
            () ->
                unlessBroken(
                    current,
                    current.lease(studentId, lease, properties.loadLease()),
                    CacheAnswer.NoStudent.LOADING),
            CacheAnswer.NoStudent.AWAY);
  }

  /**
   * Ends a load, as {@link StudentCache#fillAsync} does. Never fails. The next stage may run in a
   * thread that must not block.
   *
   * @return LOST too where Redis did not answer: the lease was held until then, so a correction may
   *     have ended it
   */
  CompletionStage<FillCacheResult> fill(long studentId, String lease, byte @Nullable [] json) {
    TrackedConnection current = tracked.get();
    return current == null
        ? redis.fillAsync(studentId, lease, json)
        : redis.callAsync(
            () ->
                unlessBroken(
                    current,
                    current.fill(
                        studentId,
                        lease,
                        json == null ? StudentCache.UNKNOWN_VALUE : json,
                        properties.life(json)),
                    FillCacheResult.LOST),
            FillCacheResult.LOST);
  }

  // A connection that broke is no evidence that Redis is away.
  private static <T> CompletionStage<T> unlessBroken(
      TrackedConnection connection, CompletionStage<T> call, T broken) {
    return call.exceptionallyCompose(failed ->
        connection.isOpen()
            ? CompletableFuture.failedStage(failed)
            : CompletableFuture.completedStage(broken));
  }

  private CompletionStage<CacheAnswer> read(TrackedConnection current, long studentId) {
    return current
        .read(studentId)
        .exceptionallyComposeAsync(
            failed ->
                current.isOpen()
                    ? CompletableFuture.failedStage(failed)
                    // This connection broke, which is no evidence that Redis is away.
                    : CompletableFuture.completedStage(redis.read(studentId)),
            Thread::startVirtualThread);
  }

  /** Forgets a student. Call it after the deletion in Redis, whose invalidation arrives later. */
  void forget(long studentId) {
    TrackedConnection current = tracked.get();
    if (current != null) {
      current.students().forget(studentId);
    }
  }

  boolean inUse() {
    return tracked.get() != null;
  }

  private long bytes() {
    TrackedConnection current = tracked.get();
    return current == null ? 0 : current.students().bytes();
  }

  private void beat() {
    TrackedConnection current = tracked.get();
    try {
      if (current == null) {
        connect();
      } else {
        current.ping(properties.localHeartbeat());
      }
    } catch (Throwable failure) {
      // An Error too: it would end the beats, and a silent connection would never be noticed.
      if (current != null) {
        drop(current);
      }
      String reason = NestedExceptionUtils.getMostSpecificCause(failure).toString();
      if (!reason.equals(unreachable) && !heartbeat.isShutdown()) {
        log.warn(
            "The near cache is off, and every read asks Redis, until Redis sends invalidations: {}",
            reason);
        unreachable = reason;
      }
    }
  }

  private void connect() {
    TrackedConnection fresh =
        new TrackedConnection(
            client.connect(ByteArrayCodec.INSTANCE),
            new LocalStudents(properties.localTtl(), properties.localMemory().toBytes()),
            news::increment);
    try {
      fresh.track(properties.localHeartbeat());
    } catch (RuntimeException refused) {
      fresh.close();
      throw refused;
    }
    tracked.set(fresh);
    if (!fresh.isOpen()) {
      drop(fresh); // broke before a listener was there
    }
    if (!unreachable.isEmpty()) {
      log.info("The near cache is on again: Redis sends invalidations");
      unreachable = "";
    }
  }

  @Override
  public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
    TrackedConnection current = tracked.get();
    if (current != null && current.is(handler)) {
      drop(current);
    }
  }

  private void drop(TrackedConnection broken) {
    tracked.compareAndSet(broken, null);
    broken.close();
  }

  @PreDestroy
  void close() {
    heartbeat.shutdownNow();
    tracked.set(null);
    client.shutdown();
  }

  private static Counter lookUps(MeterRegistry metrics, String result) {
    return Counter.builder("sugang.student.local")
        .description("Look-ups of students in the instance's own memory")
        .tag("result", result)
        .register(metrics);
  }
}
