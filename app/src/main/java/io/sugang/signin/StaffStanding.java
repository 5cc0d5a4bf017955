package io.sugang.signin;

/** What the staff register says about the account of a session. */
enum StaffStanding {
  /** It has the account with the role of the session. */
  CONFIRMED,
  /** It has no such account, or one of another role. */
  REMOVED,
  /** It did not answer. */
  UNKNOWN
}
