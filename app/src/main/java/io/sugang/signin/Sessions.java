package io.sugang.signin;

import io.sugang.signin.EndedSessions.End;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Begins, reads, renews and ends sessions. */
@Component
final class Sessions {
  private static final Logger log = LoggerFactory.getLogger(Sessions.class);
  private static final int RANDOM_KEY_BYTES = 32;

  private final SecureRandom random = new SecureRandom();
  private final SignInProperties properties;
  private final SessionTokens tokens;
  private final EndedSessions ended;
  private final Clock clock = Clock.systemUTC();

  Sessions(SignInProperties properties, EndedSessions ended) {
    this.properties = properties;
    this.ended = ended;
    String key = properties.sessionKey();
    if (key.isEmpty()) {
      log.info("No SUGANG_SESSION_KEY: sessions are valid at this instance only, until it ends");
      byte[] bytes = new byte[RANDOM_KEY_BYTES];
      random.nextBytes(bytes);
      key = HexFormat.of().formatHex(bytes);
    }
    String previous = properties.previousSessionKey();
    tokens =
        new SessionTokens(
            new SessionKey(key), previous.isEmpty() ? null : new SessionKey(previous));
  }

  /** Begins a session. */
  SessionToken begin(Role role, long subject) {
    long now = clock.millis();
    return new SessionToken(
        role, subject, random.nextLong(), now, now + properties.idle().toMillis());
  }

  /** Begins a session that lasts as long as any may, although it is not renewed. */
  SessionToken beginLongest(Role role, long subject) {
    long now = clock.millis();
    return new SessionToken(
        role, subject, random.nextLong(), now, now + properties.longest().toMillis());
  }

  /** Reads a token, which may be any text. Does not know whether its session was ended. */
  TokenCheck read(String token) {
    return tokens.read(token, clock.millis());
  }

  /** Returns how a session was ended before its time, or null. */
  @Nullable End endOf(SessionToken session) {
    return ended.of(session.sessionId());
  }

  /** Returns a session that lasts longer, or null while that is too early or no longer allowed. */
  @Nullable SessionToken renewed(SessionToken session) {
    long now = clock.millis();
    if (session.expiresAt() - now >= properties.renewBelow().toMillis()) {
      return null;
    }
    SessionToken renewed = session.renewed(now, properties.idle(), properties.longest());
    return renewed.expiresAt() == session.expiresAt() ? null : renewed;
  }

  String token(SessionToken session) {
    return tokens.write(session);
  }
}
