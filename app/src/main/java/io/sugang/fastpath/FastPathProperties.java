package io.sugang.fastpath;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the shortcuts.
 *
 * @param underWay requests that may wait for their answer without a thread, 0 to 4,096; the next
 *     ones wait in theirs, so that no more than these and the HTTP threads ask Redis and MySQL at a
 *     time
 */
@Validated
@ConfigurationProperties("sugang.fastpath")
record FastPathProperties(@Min(0) @Max(4096) @DefaultValue("128") int underWay) {}
