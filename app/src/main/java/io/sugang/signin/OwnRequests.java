package io.sugang.signin;

import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * The sign-in of the requests that the instance sends to itself, where a session is required. They
 * name their students, as those of a load driver do.
 */
@Component
public final class OwnRequests {
  private final Sessions sessions;
  private final SessionCookie cookie;
  private final boolean required;

  OwnRequests(Sessions sessions, SessionCookie cookie, SignInProperties properties) {
    this.sessions = sessions;
    this.cookie = cookie;
    this.required = properties.mode() == SignInMode.REQUIRED;
  }

  /** Returns the headers of a session as a browser sends it; none in open mode. */
  public Map<String, String> asBrowser() {
    return required ? Map.of(HttpHeaders.COOKIE, cookie.pair(token())) : Map.of();
  }

  /** Returns the headers of a session as a program sends it; none in open mode. */
  public Map<String, String> asProgram() {
    return required ? Map.of(HttpHeaders.AUTHORIZATION, "Bearer " + token()) : Map.of();
  }

  private String token() {
    return sessions.token(sessions.beginLongest(Role.LOAD, 0));
  }
}
