package io.sugang.signin;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/**
 * Limits the searches that an address without a session asks of this instance, where sign-in is
 * required. A search looks at all courses and takes the processor from enrollments. Those of an
 * account count as its requests ({@link SignInFilter}), and not here; with {@code
 * SUGANG_TOKEN_LIMIT=off} they have no limit. Where sign-in is open no request has a session, and
 * nothing is limited here.
 */
@Component
public final class AddressLimit {
  private final CountedRates<String> searches;
  private final SignInLimits limits;
  private final boolean limitsSearches;

  AddressLimit(SignInLimits limits, SignInProperties properties, MeterRegistry registry) {
    this.limits = limits;
    searches =
        new CountedRates<>(limits.betweenSearches(), limits.searchesAtOnce(), registry, "search");
    limitsSearches = properties.mode() == SignInMode.REQUIRED;
  }

  /**
   * Counts a search.
   *
   * @return 0, or the nanoseconds after which one is allowed
   */
  public long search(Client client) {
    if (!limitsSearches || client.kind() != Client.Kind.ADDRESS) {
      return 0;
    }
    return searches.take(client.name(), 1);
  }

  /** Returns the answer to a search too many. */
  public ResponseEntity<ProblemDetail> tooManySearches(long waitNanos) {
    return AccountLimit.tooMany(
        "This address searches too often without a session: %d searches a second and %d at once are allowed."
                .formatted(limits.searchesPerSecond(), limits.searchesAtOnce())
            + " Sign in, or search again after the seconds of Retry-After.",
        waitNanos);
  }
}
