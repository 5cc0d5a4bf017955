package io.sugang.verifier;

/** The acknowledgement file cannot be trusted, so nothing can be judged by it. */
final class AckFileException extends Exception {
  AckFileException(String message) {
    super(message);
  }
}
