package io.sugang.signin;

import io.sugang.platform.problem.Outage;
import io.sugang.platform.problem.ProblemType;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.signin.OidcResult.NotAccepted;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.jwt.BadJwtException;

/** Signs users in at the identity provider. */
final class OidcSignIn {
  private static final Logger log = LoggerFactory.getLogger(OidcSignIn.class);
  private static final String UNAVAILABLE =
      "The identity provider does not answer as it should. Try to sign in again after a while; the"
          + " rest of the service works.";
  private static final String AGAIN = " Begin the sign-in again at " + OidcController.PATH + ".";

  private final ProviderCalls calls;
  private final OidcDiscovery discovery;
  // A user needs longer at the provider, unless the provider knows him already.
  static final Duration HASTY = Duration.ofSeconds(2);

  private final OidcAccounts accounts;
  private final UsedAttempts used;
  private final Clock clock;

  OidcSignIn(OidcProperties properties, OidcAccounts accounts, UsedAttempts used, Clock clock) {
    this.calls = new ProviderCalls(properties.concurrency(), properties.timeout());
    this.discovery = new OidcDiscovery(properties, calls, clock);
    this.accounts = accounts;
    this.used = used;
    this.clock = clock;
  }

  /**
   * Returns where a browser goes to sign in. Fails with {@link TemporarilyUnavailableException}
   * when the provider cannot be asked.
   */
  CompletableFuture<URI> addressFor(OidcAttempt attempt) {
    return discovery
        .provider()
        .thenApply(provider -> provider.addressFor(attempt))
        .exceptionallyCompose(OidcSignIn::unavailable);
  }

  /**
   * Finishes an attempt by the provider's code. Fails as {@link #addressFor} does. An attempt calls
   * the provider once, whatever comes of it.
   */
  CompletableFuture<OidcResult> finish(OidcAttempt attempt, String code) {
    if (!used.takeHere(attempt)) {
      return CompletableFuture.completedFuture(usedBefore());
    }
    AtomicBoolean called = new AtomicBoolean();
    boolean hasty = clock.millis() - attempt.begunAt() < HASTY.toMillis();
    return discovery
        .provider()
        .thenCompose(provider -> {
          Callable<OidcResult> call =
              () -> {
                called.set(true);
                return used.takeEverywhere(attempt)
                    ? finish(provider, attempt, code)
                    : usedBefore();
              };
          return hasty ? calls.callHasty(call) : calls.call(call);
        })
        .whenComplete((result, failure) -> {
          if (!called.get()) {
            used.giveBack(attempt);
          }
        })
        .exceptionallyCompose(OidcSignIn::unavailable);
  }

  private static OidcResult usedBefore() {
    return refused("This answer of the identity provider was used before.");
  }

  private OidcResult finish(OidcProvider provider, OidcAttempt attempt, String code) {
    try {
      return accounts.find(provider.tokenFor(attempt, code));
    } catch (OAuth2AuthenticationException failure) {
      NotAccepted refused = refusalOf(failure);
      if (refused == null) {
        throw failure;
      }
      return refused;
    }
  }

  /** Returns what the failure says about this sign-in; null when it is one of the provider. */
  private static @Nullable NotAccepted refusalOf(OAuth2AuthenticationException failure) {
    String error = failure.getError().getErrorCode();
    if (error.equals(OAuth2ErrorCodes.INVALID_GRANT)) {
      return refused("The code of the identity provider was used before, or it is too old.");
    }
    // A JwtException of another kind tells that the provider's keys could not be read.
    if (failure.getCause() instanceof BadJwtException || error.equals("invalid_nonce")) {
      log.warn("The identity provider sent a token that is not valid: {}", failure.getMessage());
      return refused("The token of the identity provider is not valid for this sign-in.");
    }
    return null;
  }

  static NotAccepted refused(String detail) {
    return new NotAccepted(ProblemType.SIGN_IN_REFUSED, detail + AGAIN);
  }

  private static <T> CompletableFuture<T> unavailable(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    // MySQL may be away too, and a defect is one of the service.
    return CompletableFuture.failedFuture(
        cause instanceof TemporarilyUnavailableException
                || cause instanceof Error
                || Outage.causes(cause)
            ? cause
            : new TemporarilyUnavailableException(UNAVAILABLE, cause));
  }
}
