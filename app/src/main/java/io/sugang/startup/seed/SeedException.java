package io.sugang.startup.seed;

/** Failure of the seed, which left the database unchanged. */
class SeedException extends RuntimeException {
  SeedException(String message) {
    super(message);
  }

  SeedException(String message, Throwable cause) {
    super(message, cause);
  }
}
