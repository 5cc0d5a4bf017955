package io.sugang.verifier;

/** The exception at the end of a chain of causes. */
final class RootCause {
  private RootCause() {}

  static Throwable of(Throwable thrown) {
    var root = thrown;
    for (var cause = root.getCause(); cause != null && cause != root; cause = root.getCause()) {
      root = cause;
    }
    return root;
  }
}
