package io.sugang.problem;

/**
 * Nothing that is needed for an answer can be reached now; answered with 503 and {@code
 * Retry-After}.
 */
public class TemporarilyUnavailableException extends RuntimeException {
  /**
   * @param detail shown to the client, so no addresses and no exception text
   */
  public TemporarilyUnavailableException(String detail, Throwable cause) {
    super(detail, cause);
  }

  String detail() {
    return String.valueOf(getMessage());
  }
}
