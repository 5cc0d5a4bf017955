package io.sugang.platform.problem;

/** Failure because a needed server is out of reach, answered with 503 and {@code Retry-After}. */
public class TemporarilyUnavailableException extends RuntimeException {
  /**
   * @param detail sent to the client, so without addresses and exception texts
   */
  public TemporarilyUnavailableException(String detail, Throwable cause) {
    super(detail, cause);
  }

  String detail() {
    return String.valueOf(getMessage());
  }
}
