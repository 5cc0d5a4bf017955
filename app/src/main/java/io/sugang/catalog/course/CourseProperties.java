package io.sugang.catalog.course;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the memory for course ids, and of lists.
 *
 * @param knownIds most ids that are remembered as known
 * @param knownTtl how long an id is remembered as known
 * @param lists lists that are made at a time
 * @param waitingLists lists that wait for these, for 0.5 s at most and without a thread; one more
 *     is refused at once. Each client has a share, as {@link ListTurns} says
 * @param indexTtl how long titles, professors, codes and times are used after they were read
 */
@Validated
@ConfigurationProperties("sugang.course")
record CourseProperties(
    @DefaultValue("20000") @Min(1) @Max(1_000_000) int knownIds,
    @DefaultValue("10m") @DurationMin(millis = 1) @DurationMax(days = 7) Duration knownTtl,
    @DefaultValue("4") @Min(1) @Max(100) int lists,
    @DefaultValue("64") @Min(0) @Max(1000) int waitingLists,
    @DefaultValue("30s") @DurationMin(millis = 1) @DurationMax(minutes = 5) Duration indexTtl) {}
