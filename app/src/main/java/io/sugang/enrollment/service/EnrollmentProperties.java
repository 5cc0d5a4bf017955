package io.sugang.enrollment.service;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of a request that meets a pending entry of its student and course at the gate.
 *
 * @param pendingWait until the gate is asked again for the first time; each further wait is twice
 *     as long
 * @param pendingLimit of all waits together: the other request's instance may have been killed.
 *     Then the ledger decides about both
 */
@Validated
@ConfigurationProperties("sugang.enrollment")
record EnrollmentProperties(
    @DurationMin(millis = 1) @DurationMax(seconds = 1) @DefaultValue("10ms") Duration pendingWait,
    @DurationMin(millis = 0) @DurationMax(seconds = 2) @DefaultValue("630ms")
        Duration pendingLimit) {}
