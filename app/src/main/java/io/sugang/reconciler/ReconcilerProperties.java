package io.sugang.reconciler;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the reconciler. A seat that an open entry holds, and no enrollment, is free again
 * after grace + 3 periods at the latest.
 *
 * @param period how often all courses are looked at, by one of the instances; for each begun 2,000
 *     of them, so that looking leaves time for requests
 * @param grace how old an open entry must be before it is settled without its owner
 * @param rows enrollments whose rosters are compared with the gate's in a period. With more of them
 *     the courses take turns, and the others are looked at without their rosters
 * @param chunk courses that are read together
 * @param leakedAfter age from which an open entry counts as leaked; the seat of every entry that
 *     nobody settles should be free again long before
 */
@Validated
@ConfigurationProperties("sugang.reconciler")
record ReconcilerProperties(
    @DurationMin(millis = 50) @DurationMax(hours = 1) @DefaultValue("1s") Duration period,
    @DurationMin(millis = 50) @DurationMax(hours = 1) @DefaultValue("3s") Duration grace,
    @Min(1) @Max(10_000_000) @DefaultValue("30000") int rows,
    @Min(1) @Max(1000) @DefaultValue("100") int chunk,
    @DurationMin(millis = 50) @DurationMax(hours = 1) @DefaultValue("10s") Duration leakedAfter) {}
