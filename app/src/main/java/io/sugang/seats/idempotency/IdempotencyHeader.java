package io.sugang.seats.idempotency;

import java.util.Collections;
import java.util.Enumeration;
import java.util.regex.Pattern;

/** The header {@code Idempotency-Key}: its name, and which keys are valid. */
public final class IdempotencyHeader {
  public static final String NAME = "Idempotency-Key";

  /** The syntax of a key, as a regular expression. */
  public static final String SYNTAX = "[!-~]{1,64}";

  /** What a key has to be, for a message after the name of its field. */
  public static final String RULE = "must be 1 to 64 visible ASCII characters";

  /** What is wrong with a request whose key is not valid. */
  public static final String FAULT = "'" + NAME + "' " + RULE + ", in one header.";

  private static final Pattern PATTERN = Pattern.compile(SYNTAX);

  private IdempotencyHeader() {}

  /**
   * Returns whether a key is valid, and the only one of its request.
   *
   * @param headers the values of this header
   */
  public static boolean isValid(String key, Enumeration<String> headers) {
    return PATTERN.matcher(key).matches() && Collections.list(headers).size() == 1;
  }
}
