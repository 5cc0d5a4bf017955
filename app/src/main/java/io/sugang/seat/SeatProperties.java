package io.sugang.seat;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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
 * @param control who decides about a seat: {@code redis} or {@code lock}
 * @param commandTimeout how long a script may take before the ledger decides alone
 * @param connectTimeout how long a connection to Redis may take to be made; only the reconciler
 *     waits for it
 * @param failuresToOpen failed calls (of twice as many) that open the circuit
 */
@Validated
@ConfigurationProperties("sugang.seat")
public record SeatProperties(
    @NotNull @DefaultValue("redis") SeatControl control,
    @DurationMin(millis = 10) @DurationMax(seconds = 2) @DefaultValue("300ms")
        Duration commandTimeout,
    @DurationMin(millis = 10) @DurationMax(seconds = 5) @DefaultValue("2s") Duration connectTimeout,
    @Min(1) @Max(1000) @DefaultValue("5") int failuresToOpen) {}
