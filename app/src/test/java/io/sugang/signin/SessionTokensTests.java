package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.signin.TokenCheck.NotValid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts are tokens, and what they say. */
class SessionTokensTests {
  private static final String SECRET = "a-secret-of-the-tests-with-32-characters";
  private static final long NOW = 1_790_000_000_000L;
  private static final SessionToken SESSION =
      new SessionToken(Role.STUDENT, 20_261_234, 42, NOW - 1, NOW + 1);
  private static final String GENUINE =
      "v1.Snw9AQAAAAABNSlyAAAAAAAAACoAAAGgxFBr_wAAAaDEUGwB._oknxx8685nSKe-UUfcv_w";

  private final SessionTokens tokens = new SessionTokens(new SessionKey(SECRET), null);

  @Test
  void theFormatStaysWhileTokensOfItAreInUse() {
    assertThat(tokens.write(SESSION)).isEqualTo(GENUINE).hasSize(SessionTokens.LENGTH);
    assertThat(tokens.read(GENUINE, NOW)).isEqualTo(SESSION);
  }

  @ParameterizedTest
  @EnumSource
  void everyRoleIsReadAsItWasWritten(Role role) {
    for (long number : new long[] {0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      var session = new SessionToken(role, number, number, number, NOW + 1);
      assertThat(tokens.read(tokens.write(session), NOW)).isEqualTo(session);
    }
  }

  @Test
  void aTokenExpiresAtItsMillisecond() {
    assertThat(tokens.read(GENUINE, SESSION.expiresAt() - 1)).isEqualTo(SESSION);
    assertThat(tokens.read(GENUINE, SESSION.expiresAt())).isEqualTo(NotValid.EXPIRED);
    assertThat(tokens.read(GENUINE, Long.MAX_VALUE)).isEqualTo(NotValid.EXPIRED);
  }

  @Test
  void noOtherCharacterFitsAnywhere() {
    for (int at = 0; at < GENUINE.length(); at++) {
      for (char other = 0; other < 300; other++) {
        if (other != GENUINE.charAt(at)) {
          String changed = GENUINE.substring(0, at) + other + GENUINE.substring(at + 1);
          assertThat(tokens.read(changed, NOW)).as(changed).isEqualTo(NotValid.INVALID);
        }
      }
    }
  }

  @Test
  void noPartIsAToken() {
    for (int length = 0; length < GENUINE.length(); length++) {
      assertThat(tokens.read(GENUINE.substring(0, length), NOW)).isEqualTo(NotValid.INVALID);
      assertThat(tokens.read(GENUINE.substring(GENUINE.length() - length), NOW))
          .isEqualTo(NotValid.INVALID);
    }
  }

  static Stream<String> otherTexts() {
    String payload = GENUINE.substring(0, 51);
    String signature = GENUINE.substring(52);
    return Stream.of(
        " " + GENUINE,
        GENUINE + " ",
        GENUINE + "=",
        GENUINE + GENUINE,
        GENUINE + ".",
        GENUINE.toUpperCase(Locale.ROOT),
        payload + "." + "A".repeat(22),
        payload + "." + "=".repeat(22),
        "v1." + "A".repeat(48) + "." + signature,
        "v1." + "=".repeat(48) + "." + signature,
        "v1.Snw9" + "!".repeat(44) + "." + signature,
        "v1.Snw9" + "한".repeat(44) + "." + signature,
        "v2" + GENUINE.substring(2),
        payload + "=." + signature.substring(1),
        "x".repeat(10 * 1024),
        GENUINE + "x".repeat(10 * 1024),
        "v1." + "A".repeat(10 * 1024) + "." + signature);
  }

  @ParameterizedTest
  @MethodSource("otherTexts")
  void otherTextsAreNoTokens(String text) {
    assertThat(tokens.read(text, NOW)).isEqualTo(NotValid.INVALID);
  }

  @Test
  void aTokenOfAnotherKeyIsRefused() {
    var others = new SessionTokens(new SessionKey(SECRET + "x"), null);
    assertThat(tokens.read(others.write(SESSION), NOW)).isEqualTo(NotValid.INVALID);
    String disguised = GENUINE.substring(0, 7) + others.write(SESSION).substring(7);
    assertThat(tokens.read(disguised, NOW)).as("by the id of our key").isEqualTo(NotValid.INVALID);
  }

  @Test
  void aChangedKeyLeavesTheOldTokensValidUntilItIsForgotten() {
    SessionKey old = new SessionKey(SECRET);
    SessionKey next = new SessionKey("the-next-secret-of-the-tests-in-rotation");
    var rotated = new SessionTokens(next, old);
    assertThat(rotated.read(GENUINE, NOW)).isEqualTo(SESSION);
    assertThat(rotated.write(SESSION)).isNotEqualTo(GENUINE);
    assertThat(rotated.read(rotated.write(SESSION), NOW)).isEqualTo(SESSION);
    assertThat(tokens.read(rotated.write(SESSION), NOW)).isEqualTo(NotValid.INVALID);
    assertThat(new SessionTokens(next, null).read(GENUINE, NOW)).isEqualTo(NotValid.INVALID);
  }

  @ParameterizedTest
  @ValueSource(bytes = {0, 6, 127, -1})
  void aGenuineTokenOfAnUnknownRoleIsRefused(byte code) {
    SessionKey key = new SessionKey(SECRET);
    ByteBuffer payload =
        ByteBuffer.allocate(36).put(key.id()).put(code).putLong(1).putLong(1).putLong(NOW);
    payload.putLong(NOW + 1);
    Base64.Encoder text = Base64.getUrlEncoder().withoutPadding();
    String signed = "v1." + text.encodeToString(payload.array());
    byte[] signature = new byte[SessionKey.SIGNATURE_BYTES];
    key.sign(signed.getBytes(StandardCharsets.US_ASCII), signed.length(), signature);
    assertThat(tokens.read(signed + "." + text.encodeToString(signature), NOW))
        .isEqualTo(NotValid.INVALID);
  }

  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    try (var pool = Executors.newFixedThreadPool(8)) {
      var checks =
          IntStream.range(0, 8)
              .<Callable<Set<TokenCheck>>>mapToObj(thread ->
                  () -> {
                    Set<TokenCheck> read = new HashSet<>();
                    for (int i = 0; i < 2_000; i++) {
                      var session = new SessionToken(Role.STUDENT, thread, 7, 8, NOW + 1);
                      read.add(tokens.read(tokens.write(session), NOW));
                    }
                    return read;
                  })
              .toList();
      int thread = 0;
      for (var read : pool.invokeAll(checks)) {
        assertThat(read.get())
            .containsExactly(new SessionToken(Role.STUDENT, thread++, 7, 8, NOW + 1));
      }
    }
  }

  @Test
  void aRenewedSessionEndsAfterItsLongestTime() {
    Duration idle = Duration.ofMinutes(30);
    Duration longest = Duration.ofHours(8);
    long signedInAt = NOW;
    var session = new SessionToken(Role.STUDENT, 1, 2, signedInAt, signedInAt + idle.toMillis());

    long later = signedInAt + Duration.ofMinutes(21).toMillis();
    var renewed = session.renewed(later, idle, longest);
    assertThat(renewed)
        .isEqualTo(new SessionToken(Role.STUDENT, 1, 2, signedInAt, later + idle.toMillis()));

    long nearTheEnd = signedInAt + longest.toMillis() - 1;
    long end = signedInAt + longest.toMillis();
    assertThat(renewed.renewed(nearTheEnd, idle, longest).expiresAt()).isEqualTo(end);
    assertThat(renewed.renewed(end + 1, idle, longest).expiresAt()).isEqualTo(end);
  }
}
