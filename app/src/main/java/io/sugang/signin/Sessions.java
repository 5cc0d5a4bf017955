package io.sugang.signin;

import io.sugang.signin.EndedSessions.End;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Begins, reads, renews and ends sessions, by the shared clock. */
final class Sessions {
  private final SecureRandom random = new SecureRandom();
  private final SignInProperties properties;
  private final SessionTokens tokens;
  private final EndedSessions ended;
  private final Clock clock;

  Sessions(SessionKeys keys, SignInProperties properties, EndedSessions ended, Clock clock) {
    this.properties = properties;
    this.ended = ended;
    this.clock = clock;
    tokens = new SessionTokens(keys.current(), keys.previous());
  }

  /** Begins a session, the newest of a student. */
  SessionToken begin(Role role, long subject) {
    long now = clock.millis();
    long expiresAt = now + properties.idle().toMillis();
    return role == Role.STUDENT
        ? new SessionToken(
            role,
            subject,
            SessionToken.signInId(random.nextLong()),
            ended.signInTime(subject, now),
            expiresAt)
        : new SessionToken(role, subject, random.nextLong(), now, expiresAt);
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
    return ended.of(session);
  }

  /** Returns the session of a token; null where there is no token, or its session does not last. */
  @Nullable SessionToken lasting(@Nullable String token) {
    return token != null && read(token) instanceof SessionToken session && endOf(session) == null
        ? session
        : null;
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
