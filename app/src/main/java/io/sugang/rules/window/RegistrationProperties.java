package io.sugang.rules.window;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of windows and audiences, and of what is remembered of histories.
 *
 * @param refresh how old the windows and audiences may be by which a request is admitted, 100 ms to
 *     1 min
 * @param courseRefresh the same for the terms and audiences of courses, 100 ms to 10 min. A course
 *     with pools is read again for a request when its pools are older than windows may be
 * @param studentTtl the same for students, 1 s to 1 h
 * @param studentPreload students that are kept in memory before they ask, 0 to 1,000,000; those
 *     with the lowest ids
 * @param historyTtl the same for transcripts and rules of retakes, 1 s to 1 day
 * @param gather shortest time between two reads that rejections wait for, 0 to 1 s: those that come
 *     meanwhile share the next one
 */
@Validated
@ConfigurationProperties("sugang.registration")
record RegistrationProperties(
    @DefaultValue("1s") @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration refresh,
    @DefaultValue("5s") @DurationMin(millis = 100) @DurationMax(minutes = 10)
        Duration courseRefresh,
    @DefaultValue("1m") @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration studentTtl,
    @DefaultValue("50000") @Min(0) @Max(1_000_000) int studentPreload,
    @DefaultValue("1h") @DurationMin(seconds = 1) @DurationMax(days = 1) Duration historyTtl,
    @DefaultValue("20ms") @DurationMin(millis = 0) @DurationMax(seconds = 1) Duration gather) {}
