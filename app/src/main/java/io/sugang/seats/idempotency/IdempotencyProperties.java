package io.sugang.seats.idempotency;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of requests with an {@code Idempotency-Key}.
 *
 * @param markerTtl how long a marker stays whose instance was killed, and with it the 409 of its
 *     key. Longer than NGINX waits for an instance, so that no client still waits for a request
 *     whose marker is gone
 */
@Validated
@ConfigurationProperties("sugang.idempotency")
record IdempotencyProperties(
    @DurationMin(seconds = 1) @DurationMax(minutes = 5) @DefaultValue("20s") Duration markerTtl) {}
