package io.sugang.signin;

/** Knows the newest session of each student, for all instances. No call fails. */
interface SessionRegister {
  /**
   * Remembers a session as the student's newest, and ends the one before it.
   *
   * @param browser kind of the browser that signed in
   */
  void begin(SessionToken session, String browser);

  /** Ends a session by a sign-out. */
  void end(SessionToken session);
}
