package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the service takes of an identity provider whose answers do not end, and for how long. */
@Tag("extended")
class OidcDiscoveryTests {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(500);

  private final WrongIdentityProvider provider = new WrongIdentityProvider();

  @AfterEach
  void stop() {
    provider.close();
  }

  @Test
  void aSlowDescriptionEndsWithItsCall() {
    var calls = new ProviderCalls(1, SHORT);
    var discovery = new OidcDiscovery(settings(), calls, Clock.systemUTC());
    provider.beSlow(WrongIdentityProvider.DESCRIPTION);
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(discovery.provider()::join)
        .withCauseInstanceOf(TimeoutException.class);
    awaitRoomFor(calls);
  }

  @ParameterizedTest
  @ValueSource(strings = {WrongIdentityProvider.TOKEN, WrongIdentityProvider.KEYS})
  void aSlowAnswerEndsWithItsCall(String path) {
    OidcProvider found = found();
    OidcAttempt attempt = attempt();
    answerToken(attempt);
    provider.beSlow(path);
    var calls = new ProviderCalls(1, SHORT);
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(calls.call(() -> found.tokenFor(attempt, "code"))::join)
        .withCauseInstanceOf(TimeoutException.class);
    awaitRoomFor(calls);
  }

  @Test
  void aLongAnswerIsReadToItsLimitOnly() {
    OidcProvider found = found();
    OidcAttempt attempt = attempt();
    answerToken(attempt);
    for (String path : List.of(WrongIdentityProvider.KEYS, WrongIdentityProvider.TOKEN)) {
      provider.beEndless(path);
      var calls = new ProviderCalls(1, LONG);
      assertThatExceptionOfType(CompletionException.class)
          .isThrownBy(calls.call(() -> found.tokenFor(attempt, "code"))::join)
          .withRootCauseInstanceOf(IOException.class)
          .havingRootCause()
          .withMessage("The answer has more than 1048576 bytes");
      awaitRoomFor(calls);
    }
  }

  @Test
  void theNextSignInAsksAgainAfterAThreadThatCouldNotStart() {
    var threads = new AtomicInteger();
    var calls =
        new ProviderCalls(
            1,
            LONG,
            task ->
                threads.getAndIncrement() == 0
                    ? ProviderCallsTests.notStarting()
                    : new Thread(task));
    var discovery = new OidcDiscovery(settings(), calls, Clock.systemUTC());
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(discovery.provider()::join)
        .withCauseInstanceOf(TemporarilyUnavailableException.class);
    assertThat(discovery.provider().join()).isNotNull();
  }

  private OidcProvider found() {
    return new OidcDiscovery(settings(), new ProviderCalls(1, LONG), Clock.systemUTC())
        .provider()
        .join();
  }

  private static OidcAttempt attempt() {
    return new OidcAttempts(new SessionKeys(new SessionKey(SignedIn.KEY), null), Clock.systemUTC())
        .begin();
  }

  // By a key that is not known yet, so the keys are asked for.
  private void answerToken(OidcAttempt attempt) {
    provider.answerToken(
        WrongIdentityProvider.signed(
            provider.claims(attempt.nonce(), "1").build(), WrongIdentityProvider.key("other")));
  }

  // A call is over when its thread has ended.
  private static void awaitRoomFor(ProviderCalls calls) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> {
          CompletableFuture<String> next = calls.call(() -> "next");
          return !next.isCompletedExceptionally();
        });
  }

  private OidcProperties settings() {
    return new OidcProperties(
        provider.issuer(),
        SpringIdentityProvider.CLIENT_ID,
        SpringIdentityProvider.CLIENT_SECRET,
        OidcBrowser.PUBLIC_URL,
        List.of("openid"),
        "student_number",
        "role",
        "preferred_username",
        LONG,
        1);
  }
}
