package io.sugang.server.tomcat;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the shutdown.
 *
 * @param drain how long requests on open connections are still answered, 0 to 1 min; not waited for
 *     when there are none
 */
@Validated
@ConfigurationProperties("sugang.shutdown")
record ShutdownProperties(
    @DefaultValue("3s") @DurationMin(millis = 0) @DurationMax(minutes = 1) Duration drain) {}
