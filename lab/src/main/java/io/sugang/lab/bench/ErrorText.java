package io.sugang.lab.bench;

import java.io.IOException;

/** The text of an error for the terminal. */
final class ErrorText {
  private ErrorText() {}

  /**
   * Returns the message, where it was written for a person: of our own exceptions, and of {@link
   * IOException} itself, which is what our code throws. Of others the name of the class too, as
   * their messages are half a sentence or nothing at all.
   */
  public static String of(Throwable error) {
    Class<?> type = error.getClass();
    String message = error.getMessage();
    boolean ours = type.getName().startsWith("io.sugang.") || type == IOException.class;
    if (message == null || message.isBlank()) {
      return type.getName();
    }
    return ours ? message : type.getName() + ": " + message;
  }
}
