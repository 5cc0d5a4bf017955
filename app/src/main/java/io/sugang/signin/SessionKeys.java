package io.sugang.signin;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the settings.
 *
 * @param current signs what is made now
 * @param previous signed what is still valid; null where there is none
 */
record SessionKeys(SessionKey current, @Nullable SessionKey previous) {
  private static final Logger log = LoggerFactory.getLogger(SessionKeys.class);
  private static final int RANDOM_KEY_BYTES = 32;

  /** Returns the keys of the settings; without one, a random key of this instance alone. */
  static SessionKeys of(SignInProperties properties) {
    String key = properties.sessionKey();
    if (key.isEmpty()) {
      log.info("No SUGANG_SESSION_KEY: sessions are valid at this instance only, until it ends");
      byte[] bytes = new byte[RANDOM_KEY_BYTES];
      new SecureRandom().nextBytes(bytes);
      key = HexFormat.of().formatHex(bytes);
    }
    String previous = properties.previousSessionKey();
    return new SessionKeys(
        new SessionKey(key), previous.isEmpty() ? null : new SessionKey(previous));
  }

  /** Returns the key that a signed text names, or null when it is none of these. */
  @Nullable SessionKey namedBy(String text, int at) {
    if (current.isNamedBy(text, at)) {
      return current;
    }
    SessionKey older = previous;
    return older != null && older.isNamedBy(text, at) ? older : null;
  }
}
