package io.sugang.server.admission;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the admission.
 *
 * @param longestWait for a thread, 10 ms to 15 s (NGINX's timeout). A request that waited longer is
 *     answered 503. Below the timeouts of clients, because work for a client that gave up is wasted
 */
@Validated
@ConfigurationProperties("sugang.admission")
record AdmissionProperties(
    @DefaultValue("3s") @DurationMin(millis = 10) @DurationMax(seconds = 15)
        Duration longestWait) {}
