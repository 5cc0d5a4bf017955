package io.sugang.signin;

/**
 * Where a request comes from, to share out what all requests use.
 *
 * @param kind decides how large its share is
 * @param name the same for all requests that share: the account, or the address
 */
public record Client(Kind kind, String name) {

  /** The kind of a client. */
  public enum Kind {
    /** A person who is signed in. */
    ACCOUNT,
    /** A load driver, which stands for many. */
    LOAD_DRIVER,
    /** An address without a session; there may be a whole class behind it. */
    ADDRESS
  }
}
