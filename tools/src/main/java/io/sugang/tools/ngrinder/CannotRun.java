package io.sugang.tools.ngrinder;

/** Why nothing can be said of the service; the message is for the person at the terminal. */
final class CannotRun extends Exception {
  CannotRun(String message) {
    super(message);
  }
}
