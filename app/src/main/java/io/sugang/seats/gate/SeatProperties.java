package io.sugang.seats.gate;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the gate.
 *
 * @param control variant of the decision about a seat: {@code redis} or {@code lock}
 * @param commandTimeout how long a script may take before the ledger decides alone
 * @param rosterTimeout how long a call of the reconciler may take, and a connection to be made; no
 *     request waits for it
 * @param failureWindow the circuit opens when half of the calls of this time failed; whole seconds.
 *     Longer than a pause of the instance itself (garbage collection, a busy machine), which makes
 *     all calls in flight late at once
 */
@Validated
@ConfigurationProperties("sugang.seat")
public record SeatProperties(
    @NotNull @DefaultValue("redis") SeatControl control,
    @DurationMin(millis = 10) @DurationMax(seconds = 2) @DefaultValue("500ms")
        Duration commandTimeout,
    @DurationMin(millis = 10) @DurationMax(seconds = 10) @DefaultValue("2s") Duration rosterTimeout,
    @DurationMin(seconds = 1) @DurationMax(seconds = 60) @DefaultValue("2s")
        Duration failureWindow) {}
