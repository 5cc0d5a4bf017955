package io.sugang.seats.reconciler;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the reconciler. A seat that only a pending entry holds is free again after grace + 3
 * periods at the latest.
 *
 * @param period interval of the passes over all courses, by one of the instances. It counts for
 *     each 2,000 courses begun, so that passes leave time for requests
 * @param grace age from which a pending entry is settled without its owner
 * @param rows enrollments whose rosters are compared with the gate's in a period. With more of them
 *     the courses take turns, and the others are checked by their summaries
 * @param chunk courses that are read together
 * @param leakedAfter age from which a pending entry counts as leaked. The reconciler should have
 *     settled it long before
 */
@Validated
@ConfigurationProperties("sugang.reconciler")
record ReconcilerProperties(
    @DurationMin(millis = 50) @DurationMax(hours = 1) @DefaultValue("1s") Duration period,
    @DurationMin(millis = 50) @DurationMax(hours = 1) @DefaultValue("3s") Duration grace,
    @Min(1) @Max(10_000_000) @DefaultValue("30000") int rows,
    @Min(1) @Max(1000) @DefaultValue("100") int chunk,
    @DurationMin(millis = 50) @DurationMax(hours = 1) @DefaultValue("10s") Duration leakedAfter) {}
