package io.sugang.startup.warmup;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the warm-up.
 *
 * @param enabled off: the instance is ready as soon as it is started, and its port opens while it
 *     starts
 * @param stepTimeLimit longest time for each of rosters, students and pages
 * @param students most students that are put into Redis
 * @param rows most rows of each index that are read
 * @param httpTimeLimit longest time for the requests that get the code compiled; without one it
 *     depends on the machine
 * @param httpRequests most of these requests
 * @param httpUsers how many threads send all kinds of them. Few, because the compiler needs
 *     processor time too
 * @param httpClaimers how many threads besides only enroll and cancel; they mostly wait for the
 *     disk
 * @param atOnce instances of one database that send these requests at the same time; 0: half as
 *     many as the machine has cores
 * @param turnTimeLimit longest wait for the turn of this instance. Below the five minutes that a
 *     container may take to start
 */
@Validated
@ConfigurationProperties("sugang.warmup")
record WarmupProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("10s") @DurationMin(millis = 100) @DurationMax(minutes = 10)
        Duration stepTimeLimit,
    @DefaultValue("20000") @Min(0) @Max(1_000_000) int students,
    @DefaultValue("500000") @Min(0) @Max(100_000_000) int rows,
    @DurationMin(millis = 0) @DurationMax(minutes = 10) @Nullable Duration httpTimeLimit,
    @DefaultValue("100000") @Min(0) @Max(10_000_000) int httpRequests,
    @DefaultValue("2") @Min(1) @Max(8) int httpUsers,
    @DefaultValue("4") @Min(0) @Max(8) int httpClaimers,
    @DefaultValue("0") @Min(0) @Max(16) int atOnce,
    @DefaultValue("150s") @DurationMin(millis = 0) @DurationMax(minutes = 10)
        Duration turnTimeLimit) {
  private static final Duration ON_FEW_CORES = Duration.ofSeconds(5);
  private static final Duration RECORDING_ON_FEW_CORES = Duration.ofSeconds(15);
  private static final Duration ON_FOUR_CORES = Duration.ofSeconds(45);

  /**
   * Returns the longest time for the requests. With fewer than four cores the instances of a
   * machine warm up one after another, so the time of each counts as often as there are instances.
   *
   * @param cores of the machine
   * @param recording whether this instance records the AOT cache, whose profiles shorten the
   *     warm-up of all later instances
   */
  Duration httpTime(int cores, boolean recording) {
    if (httpTimeLimit != null) {
      return httpTimeLimit;
    }
    if (cores >= 4) {
      return ON_FOUR_CORES;
    }
    return recording ? RECORDING_ON_FEW_CORES : ON_FEW_CORES;
  }
}
