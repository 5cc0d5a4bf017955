package io.sugang.verifier;

/** A server that does not answer. */
final class Unreachable extends RuntimeException {
  private final String hint;

  Unreachable(String message, String hint, Throwable cause) {
    super(message, cause);
    this.hint = hint;
  }

  String hint() {
    return hint;
  }
}
