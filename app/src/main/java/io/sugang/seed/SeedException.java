package io.sugang.seed;

/** The seed could not be written; the database is as it was before. */
class SeedException extends RuntimeException {
  SeedException(String message) {
    super(message);
  }

  SeedException(String message, Throwable cause) {
    super(message, cause);
  }
}
