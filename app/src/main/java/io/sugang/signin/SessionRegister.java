package io.sugang.signin;

/** Knows the newest session of each student, for all instances. No call fails. */
interface SessionRegister {
  /**
   * Remembers a session as the student's newest, and ends the older ones: here at once, and at the
   * other instances within a second. While the register is away they follow when it is back.
   *
   * @param browser kind of the browser that signed in
   */
  void begin(SessionToken session, String browser);

  /**
   * Ends a session by a sign-out: here at once. Of one that has ended it returns which instances
   * know that, and sends it again where only this one does.
   */
  Reach end(SessionToken session);

  /** Which instances know that a session ended. */
  enum Reach {
    /** All of them, within a second. */
    ALL_INSTANCES,
    /** This one; the others follow when the register is back. */
    ALL_LATER,
    /** This one alone; the others follow only when it is ended again. */
    ONE_INSTANCE
  }
}
