package io.sugang.signin;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much one account, or one address without a session, may ask of this instance. Each instance
 * counts by itself, so it may ask as much of each.
 *
 * @param signInsPerMinute of one account, 1 to 6,000: as many at once, and then one more each part
 *     of a minute
 * @param requestsPerSecond of one account where sign-in is required, 1 to 999,999, or {@code off}
 *     for a load test with few students. At once five times as many, and at least a bulk enrollment
 *     of 20
 * @param searchesPerSecond of one address without a session where sign-in is required, 1 to
 *     999,999; at once twice as many
 */
@Validated
@ConfigurationProperties("sugang.sign-in.limit")
record SignInLimits(
    @DefaultValue("10") @Min(1) @Max(6_000) int signInsPerMinute,
    @DefaultValue("10")
        @Pattern(
            regexp = "off|[1-9][0-9]{0,5}",
            message = "SUGANG_TOKEN_LIMIT must be off, or 1 to 999999 requests per second")
        String requestsPerSecond,
    @DefaultValue("10") @Min(1) @Max(999_999) int searchesPerSecond) {
  private static final String OFF = "off";
  private static final int LEAST_AT_ONCE = 20;
  private static final int SECONDS_AT_ONCE = 5;

  /** Cancels that a student may ask for at once, where requests are limited. */
  static final int CANCELS_AT_ONCE = 30;

  /** Cancels that a student may ask for in a minute after these. */
  static final int CANCELS_PER_MINUTE = 10;

  Duration betweenSignIns() {
    return Duration.ofMinutes(1).dividedBy(signInsPerMinute);
  }

  /** Whether the requests of an account are limited. */
  boolean limitsRequests() {
    return !requestsPerSecond.equals(OFF);
  }

  Duration betweenRequests() {
    return Duration.ofSeconds(1).dividedBy(rate());
  }

  /** Returns how many requests an account may send at once. */
  int requestsAtOnce() {
    return Math.max(LEAST_AT_ONCE, SECONDS_AT_ONCE * rate());
  }

  static Duration betweenCancels() {
    return Duration.ofMinutes(1).dividedBy(CANCELS_PER_MINUTE);
  }

  Duration betweenSearches() {
    return Duration.ofSeconds(1).dividedBy(searchesPerSecond);
  }

  /** Returns how many searches an address may send at once. */
  int searchesAtOnce() {
    return 2 * searchesPerSecond;
  }

  private int rate() {
    return limitsRequests() ? Integer.parseInt(requestsPerSecond) : 1;
  }
}
