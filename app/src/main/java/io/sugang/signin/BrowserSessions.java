package io.sugang.signin;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The begin of a session in a browser, however its user proved who acts. */
@Component
class BrowserSessions {
  private final Sessions sessions;
  private final SessionRegister register;
  private final SessionCookie cookie;
  private final SignInEvents events;

  BrowserSessions(
      Sessions sessions, SessionRegister register, SessionCookie cookie, SignInEvents events) {
    this.events = events;
    this.sessions = sessions;
    this.register = register;
    this.cookie = cookie;
  }

  /**
   * Begins a session, which ends the student's earlier ones. That of the staff is an event first.
   *
   * @param userAgent the header of the request, or null
   * @return the value of {@code Set-Cookie} that stores it
   */
  String begin(SessionToken session, @Nullable String userAgent) {
    String browser = Browser.of(userAgent);
    events.signedIn(session, browser);
    if (session.role() == Role.STUDENT) {
      register.begin(session, browser);
    }
    return cookie.storing(sessions.token(session));
  }
}
