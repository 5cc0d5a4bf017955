package io.sugang.seats.pool;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of pools and portions.
 *
 * @param period time between two looks at what is due, 50 ms to 1 min; what is known to be due
 *     earlier is done at its time
 */
@Validated
@ConfigurationProperties("sugang.pool")
record PoolProperties(
    @DefaultValue("1s") @DurationMin(millis = 50) @DurationMax(minutes = 1) Duration period) {}
