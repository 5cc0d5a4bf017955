package io.sugang.student;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the student cache.
 *
 * @param cache where students are cached: {@code two-level}, in the instance's own memory before
 *     Redis; {@code redis}, in Redis alone; {@code none}, which reads MySQL for each request
 * @param ttl longest life of a cached student. It bounds how long an old value is seen when Redis
 *     was out of reach while the student was corrected
 * @param jitter fraction of {@code ttl} by which lives are shortened at random, so that students
 *     cached together do not expire together
 * @param unknownTtl how long an id is remembered as unknown, in Redis and in the instance
 * @param loadLease how long a loader may take before another one may load the same student
 * @param loadWait how long an instance waits for the loader of another one before it reads MySQL
 *     itself
 * @param knownIds most ids that the instance remembers as known, beside those of its start
 * @param knownTtl how long the instance remembers an id as known
 * @param localTtl longest life of a student in the instance's own memory, from the answer of Redis
 *     on. It bounds how long an old value is seen when the news of a correction were lost
 * @param localMemory most that students may take there
 * @param localHeartbeat how often Redis is asked for a sign of life on the connection that brings
 *     the news, and how long its answer may take; so a connection that hangs is noticed within
 *     twice as long
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

  /** A life for a student cached now. */
  Duration jitteredTtl() {
    double share = 1 - jitter * ThreadLocalRandom.current().nextDouble();
    return Duration.ofMillis(Math.max(1, (long) (ttl.toMillis() * share)));
  }
}
