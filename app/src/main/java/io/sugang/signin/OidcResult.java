package io.sugang.signin;

import io.sugang.platform.problem.ProblemType;

/** The outcome of a sign-in at the identity provider: a session, or why there is none. */
sealed interface OidcResult {
  /** The user is one of the service. */
  record Accepted(SessionToken session) implements OidcResult {}

  /**
   * The account signs in too often.
   *
   * @param waitNanos after which a sign-in is allowed
   */
  record TooOften(long waitNanos) implements OidcResult {}

  /**
   * The provider refused, its token is not valid, or the service does not know the user.
   *
   * @param detail what was wrong, and what to do
   */
  record NotAccepted(ProblemType problem, String detail) implements OidcResult {}
}
