package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a browser keeps of an attempt, and for how long. */
class OidcAttemptsTests {
  private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");
  private static final SessionKey KEY = new SessionKey(SignedIn.KEY);
  private static final SessionKey NEXT = new SessionKey("the-next-secret-of-the-tests-in-rotation");

  private final OidcAttempts attempts = at(NOW, new SessionKeys(KEY, null));

  private static OidcAttempts at(Instant now, SessionKeys keys) {
    return new OidcAttempts(keys, Clock.fixed(now, ZoneOffset.UTC));
  }

  @Test
  void everyInstanceReadsWhatOneWrote() {
    OidcAttempt begun = attempts.begin();
    OidcAttempt read =
        at(NOW, new SessionKeys(new SessionKey(SignedIn.KEY), null)).read(attempts.write(begun));
    assertThat(read).isNotNull();
    assertThat(Objects.requireNonNull(read).state()).isEqualTo(begun.state());
    assertThat(read.nonce()).isEqualTo(begun.nonce());
    assertThat(read.codeVerifier()).isEqualTo(begun.codeVerifier());
    assertThat(read.hasState(begun.state())).isTrue();
    assertThat(read.hasState(attempts.begin().state())).isFalse();
  }

  @Test
  void theSecretsOfAnAttemptDifferAndAreNotInTheCookie() {
    OidcAttempt one = attempts.begin();
    OidcAttempt other = attempts.begin();
    assertThat(Set.of(one.state(), one.nonce(), one.codeVerifier(), other.state(), other.nonce()))
        .hasSize(5)
        .allMatch(secret -> secret.matches("[-_0-9A-Za-z]{43}"))
        .noneMatch(secret -> attempts.write(one).contains(secret));
  }

  @Test
  void anAttemptLastsTenMinutes() {
    String text = attempts.write(attempts.begin());
    SessionKeys keys = new SessionKeys(KEY, null);
    assertThat(at(NOW.plus(Duration.ofMinutes(10)), keys).read(text)).isNotNull();
    assertThat(at(NOW.plus(Duration.ofMinutes(10)).plusMillis(1), keys).read(text)).isNull();
    assertThat(at(NOW.minus(Duration.ofMinutes(1)), keys).read(text)).isNotNull();
    assertThat(at(NOW.minus(Duration.ofMinutes(2)), keys).read(text)).isNull();
  }

  @Test
  void aReplacedKeyCountsWhileItIsThePreviousOne() {
    String text = attempts.write(attempts.begin());
    assertThat(at(NOW, new SessionKeys(NEXT, KEY)).read(text)).isNotNull();
    assertThat(at(NOW, new SessionKeys(NEXT, null)).read(text)).isNull();
  }

  @Test
  void everyChangeOfACharacterIsNoticed() {
    String text = attempts.write(attempts.begin());
    assertThat(attempts.read(text)).isNotNull();
    for (int i = 0; i < text.length(); i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      String changed = text.substring(0, i) + other + text.substring(i + 1);
      assertThat(attempts.read(changed)).as(changed).isNull();
      assertThat(attempts.read(text.substring(0, i))).isNull();
    }
    assertThat(attempts.read(text + "A")).isNull();
    assertThat(attempts.read(text.replace("o1.", "o1.o1."))).isNull();
  }

  @Test
  void aSessionTokenIsNoAttemptAndAnAttemptNoSession() {
    assertThat(attempts.read(SignedIn.token(Role.STUDENT, 1))).isNull();
    assertThat(
            new SessionTokens(KEY, null).read(attempts.write(attempts.begin()), NOW.toEpochMilli()))
        .isEqualTo(TokenCheck.NotValid.INVALID);
  }
}
