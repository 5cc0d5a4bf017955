package io.sugang.catalog.student;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the student cache.
 *
 * @param cache where students are cached: {@code two-level}, in the memory of the instance before
 *     Redis; {@code redis}, in Redis alone; {@code none}, which reads MySQL for each request
 * @param ttl longest life of a cached student. It bounds how long an old value is visible when
 *     Redis was away during the correction
 * @param jitter fraction of {@code ttl} by which lives are shortened at random, so that students
 *     cached together do not expire together
 * @param unknownTtl how long Redis marks an id as unknown. MySQL is asked for it all the same, by a
 *     read that is shared and takes no lease
 * @param loadLease how long a loader may take before another one may load the same student
 * @param loadWait how long an instance waits for the loader of another one before it reads MySQL
 *     itself
 * @param knownIds most ids that the instance remembers as known, besides those of its start
 * @param knownTtl how long the instance remembers an id as known
 * @param localTtl longest life of a student in the near cache, from the answer of Redis on. It
 *     bounds how long an old value is visible when the invalidation was lost
 * @param localMemory most memory of the near cache
 * @param localHeartbeat interval of pings on the connection with the invalidations, and the longest
 *     wait for an answer. So a connection that hangs is noticed within twice this time
 */
@Validated
@ConfigurationProperties("sugang.student")
record StudentProperties(
    @DefaultValue("two-level") Cache cache,
    @DefaultValue("10m") @DurationMin(seconds = 1) @DurationMax(days = 7) Duration ttl,
    @DefaultValue("0.2") @DecimalMin("0") @DecimalMax("0.9") double jitter,
    @DefaultValue("5s") @DurationMin(millis = 1) @DurationMax(minutes = 5) Duration unknownTtl,
    @DefaultValue("2s") @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration loadLease,
    @DefaultValue("100ms") @DurationMin(millis = 0) @DurationMax(seconds = 2) Duration loadWait,
    @DefaultValue("200000") @Min(1) @Max(1_000_000) int knownIds,
    @DefaultValue("10m") @DurationMin(millis = 1) @DurationMax(days = 7) Duration knownTtl,
    @DefaultValue("5s") @DurationMin(millis = 1) @DurationMax(minutes = 1) Duration localTtl,
    @DefaultValue("32MB") DataSize localMemory,
    @DefaultValue("1s") @DurationMin(millis = 10) @DurationMax(seconds = 10)
        Duration localHeartbeat) {

  enum Cache {
    TWO_LEVEL,
    REDIS,
    NONE
  }

  @AssertTrue(message = "local-memory must be from 1KB to 8GB")
  boolean isLocalMemoryWithinBounds() {
    return localMemory.compareTo(DataSize.ofKilobytes(1)) >= 0
        && localMemory.compareTo(DataSize.ofGigabytes(8)) <= 0;
  }

  /** Returns the life of what is cached now: of a student, or of an id without one. */
  Duration life(byte @Nullable [] json) {
    return json == null ? unknownTtl : jitteredTtl();
  }

  /** Returns the life of a student that is cached now. */
  Duration jitteredTtl() {
    double share = 1 - jitter * ThreadLocalRandom.current().nextDouble();
    return Duration.ofMillis(Math.max(1, (long) (ttl.toMillis() * share)));
  }
}
