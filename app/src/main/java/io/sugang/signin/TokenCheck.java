package io.sugang.signin;

/** The outcome of reading a token: its session, or why there is none. */
sealed interface TokenCheck permits SessionToken, TokenCheck.NotValid {

  /** A token that begins no session. */
  enum NotValid implements TokenCheck {
    /** It was not made by this service, or not with a key that is still valid. */
    INVALID,
    /** It is genuine, and its time is over. */
    EXPIRED
  }
}
