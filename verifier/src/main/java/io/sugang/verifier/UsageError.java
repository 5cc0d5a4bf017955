package io.sugang.verifier;

/** Settings that no check can run with. The message says which ones are allowed. */
final class UsageError extends RuntimeException {
  UsageError(String message) {
    super(message);
  }
}
