package io.sugang.signin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes and reads the signed ids of attempts: {@code o1.KEY.TIME.RANDOM.SIGNATURE}. They have the
 * id of the key, the time in milliseconds since 1970, 16 random bytes, and a signature over
 * everything before it. A session token begins otherwise, so neither is taken for the other.
 */
final class OidcAttempts {
  /** How long a user may take at the provider. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  // Clocks of two instances differ by less.
  private static final Duration CLOCKS = Duration.ofMinutes(1);
  private static final String PREFIX = "o1.";
  private static final Pattern SIGNED_ID =
      Pattern.compile(
          "(?<id>o1\\.[-_0-9A-Za-z]{4}\\.(?<time>[0-9]{1,15})\\.[-_0-9A-Za-z]{22})"
              + "\\.(?<signature>[-_0-9A-Za-z]{22})");
  private static final int RANDOM_BYTES = 16;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SecureRandom random = new SecureRandom();
  private final SessionKeys keys;
  private final Clock clock;

  OidcAttempts(SessionKeys keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  OidcAttempt begin() {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    SessionKey key = keys.current();
    String id = PREFIX + key.idText() + "." + clock.millis() + "." + ENCODER.encodeToString(bytes);
    return new OidcAttempt(id, key);
  }

  /** Returns the text that a browser keeps. */
  String write(OidcAttempt attempt) {
    return attempt.id() + "." + signature(attempt.id(), attempt.key());
  }

  /** Reads any text; null when it is none of an attempt that lasts. */
  @Nullable OidcAttempt read(String text) {
    Matcher parts = SIGNED_ID.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    String id = parts.group("id");
    SessionKey key = keys.namedBy(id, PREFIX.length());
    if (key == null || !isEqual(signature(id, key), parts.group("signature"))) {
      return null;
    }
    long age = clock.millis() - Long.parseLong(parts.group("time"));
    return age < -CLOCKS.toMillis() || age > LONGEST.toMillis() ? null : new OidcAttempt(id, key);
  }

  private static String signature(String id, SessionKey key) {
    byte[] bytes = id.getBytes(StandardCharsets.US_ASCII);
    byte[] signature = new byte[SessionKey.SIGNATURE_BYTES];
    key.sign(bytes, bytes.length, signature);
    return ENCODER.encodeToString(signature);
  }

  private static boolean isEqual(String expected, String shown) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.US_ASCII), shown.getBytes(StandardCharsets.US_ASCII));
  }
}
