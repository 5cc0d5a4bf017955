package io.sugang.signin;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The cookie that carries a token. It ends with the browser and not when the token expires, so that
 * a later request is answered that the session expired.
 */
final class SessionCookie {
  private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Lax";
  private static final String NAME = "sugang";

  private final String beforeValue;
  private final String attributes;

  /**
   * @param https whether clients reach the service by HTTPS. A cookie with the prefix {@code
   *     __Host-} cannot be set by another host of the same domain, and needs HTTPS
   */
  SessionCookie(boolean https) {
    this(NAME, https);
  }

  private SessionCookie(String name, boolean https) {
    beforeValue = (https ? "__Host-" : "") + name + "=";
    attributes = https ? ATTRIBUTES + "; Secure" : ATTRIBUTES;
  }

  /** Returns the cookie of an attempt to sign in at the identity provider. */
  static SessionCookie ofAttempt(boolean https) {
    return new SessionCookie(NAME + "-oidc", https);
  }

  /** Returns the cookie as a browser sends it. */
  String pair(String token) {
    return beforeValue + token;
  }

  /** Returns the value of {@code Set-Cookie} that stores a token. */
  String storing(String token) {
    return pair(token) + attributes;
  }

  /** Returns the value of {@code Set-Cookie} that stores a token for some time only. */
  String storing(String token, Duration longest) {
    return storing(token) + "; Max-Age=" + longest.toSeconds();
  }

  /** Returns the value of {@code Set-Cookie} that removes the cookie. */
  String removing() {
    return beforeValue + attributes + "; Max-Age=0";
  }

  /** Returns the token of a request's cookie, or null without one. */
  @Nullable String tokenOf(HttpServletRequest request) {
    String header = request.getHeader(HttpHeaders.COOKIE);
    return header == null ? null : tokenIn(header);
  }

  /** Returns the token in a {@code Cookie} header, or null without one. */
  @Nullable String tokenIn(String header) {
    int at = 0;
    while (at < header.length()) {
      int end = header.indexOf(';', at);
      int to = end < 0 ? header.length() : end;
      while (at < to && header.charAt(at) == ' ') {
        at++;
      }
      if (header.startsWith(beforeValue, at)) {
        return header.substring(at + beforeValue.length(), to).strip();
      }
      at = to + 1;
    }
    return null;
  }
}
