package io.sugang.platform.clock;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the shared clock.
 *
 * @param period between two measurements, 100 ms to 1 h
 */
@Validated
@ConfigurationProperties("sugang.clock")
record ClockProperties(
    @DefaultValue("1s") @DurationMin(millis = 100) @DurationMax(hours = 1) Duration period) {}
