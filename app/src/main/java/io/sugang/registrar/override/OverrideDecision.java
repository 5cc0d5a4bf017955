package io.sugang.registrar.override;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Body of a decision about an override.
 *
 * @param expiresAt a time with an offset, given with GRANT alone
 */
record OverrideDecision(
    @NotNull(message = "is missing; allowed: GRANT, DECLINE")
        @Pattern(regexp = "GRANT|DECLINE", message = "must be GRANT or DECLINE")
        @Schema(allowableValues = {"GRANT", "DECLINE"})
        @Nullable String decision,
    @NotBlank(message = "is missing or blank")
        @Size(max = 255, message = "has more than 255 characters")
        @Schema(minLength = 1)
        @Nullable String reason,
    @Size(max = 40, message = "is no time")
        @Schema(
            description =
                "Until when a grant may be confirmed; required with GRANT, at most a year away",
            format = "date-time")
        @Nullable String expiresAt) {
  private static final long MOST_DAYS = 366;

  boolean grants() {
    return "GRANT".equals(decision);
  }

  /** Returns the expiry to the millisecond, as it is kept; null without one. */
  @Nullable Instant expiry() {
    return expiresAt == null
        ? null
        : OffsetDateTime.parse(expiresAt).toInstant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns what is wrong with the expiry, or null. */
  @Nullable String fault(Instant now) {
    if (!grants()) {
      return expiresAt == null
          ? null
          : "The field 'expiresAt' belongs to GRANT; leave it out with DECLINE.";
    }
    Instant expiry;
    try {
      expiry = expiry();
    } catch (DateTimeParseException notATime) {
      return "The field 'expiresAt' must be a time with an offset, like 2027-03-05T18:00:00+09:00.";
    }
    if (expiry == null) {
      return "The field 'expiresAt' is missing: a grant needs a time until which it may be confirmed.";
    }
    return expiry.isAfter(now) && !expiry.isAfter(now.plus(MOST_DAYS, ChronoUnit.DAYS))
        ? null
        : "The field 'expiresAt' must be later than now, %s, and at most %d days away."
            .formatted(now.truncatedTo(ChronoUnit.MILLIS), MOST_DAYS);
  }
}
