package io.sugang.enrollment.service;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of cancels.
 *
 * @param repeatableFor how long after a cancel a repeated one is answered as the first: NGINX
 *     repeats a DELETE whose instance ended before its answer. Zero: never
 */
@Validated
@ConfigurationProperties("sugang.cancel")
record CancelProperties(
    @DurationMin(millis = 0) @DurationMax(days = 1) @DefaultValue("10m") Duration repeatableFor) {}
