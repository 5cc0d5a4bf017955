package io.sugang.seats.ledger;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the ledger.
 *
 * @param groupSize claims that share one transaction at most. In larger ones a claim costs hardly
 *     less, and the rows of their courses stay locked for longer
 * @param groupInterval shortest time from the beginning of a group of several claims to that of the
 *     next, unless the next is full. A claim after a pause, or after a single one, does not wait.
 *     Under load, more claims share each commit
 * @param queueCapacity claims that may wait, and cancels; one more fails at once
 * @param claimTimeout how long a request waits for the outcome of its claim or cancel, and a second
 *     more for a claim that is executed then; below NGINX's read limit
 * @param connections to MySQL for transactions: one for the writer alone, the others for look-ups
 *     and for cancels; the courses with cancels served at a time are half as many
 * @param probeInterval how often MySQL is tried while it is known to be down or read-only
 */
@Validated
@ConfigurationProperties("sugang.ledger")
record LedgerProperties(
    @Min(1) @Max(1000) @DefaultValue("128") int groupSize,
    @DurationMin(millis = 0) @DurationMax(seconds = 1) @DefaultValue("5ms") Duration groupInterval,
    @Min(1) @Max(100_000) @DefaultValue("4096") int queueCapacity,
    @DurationMin(millis = 100) @DurationMax(seconds = 30) @DefaultValue("4s") Duration claimTimeout,
    @Min(2) @Max(100) @DefaultValue("8") int connections,
    @DurationMin(millis = 10) @DurationMax(seconds = 10) @DefaultValue("500ms")
        Duration probeInterval) {}
