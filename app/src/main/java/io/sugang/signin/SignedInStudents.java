package io.sugang.signin;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How many students are signed in, at any instance. */
@Component
public class SignedInStudents {
  private final EndedSessions sessions;
  private final SignInMode mode;

  SignedInStudents(EndedSessions sessions, SignInProperties properties) {
    this.sessions = sessions;
    this.mode = properties.mode();
  }

  /**
   * Returns the number of students whose newest session has not ended by a sign-out or its longest
   * time; null where a request needs no session. Sessions that were not used for long still count.
   */
  public @Nullable Integer signedIn() {
    return mode == SignInMode.REQUIRED ? sessions.students() : null;
  }
}
