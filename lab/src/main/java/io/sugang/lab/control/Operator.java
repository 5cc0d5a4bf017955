package io.sugang.lab.control;

import io.sugang.ops.workspace.Failure;
import java.io.IOException;

/** Does to the parts of a stack what a command asks for. */
@FunctionalInterface
public interface Operator {
  /**
   * Returns when the operation is done: what was started serves, what was stopped is gone.
   *
   * @return what the operation printed, on one line; "" for most of them
   * @throws Unsupported when this way of running the stack has no means for it
   * @throws IOException when it failed
   */
  String perform(Operation operation) throws IOException, Unsupported;

  /**
   * Returns the exception of an operation that failed: its name, the reason, and the log if any.
   */
  static IOException failed(String operation, Exception cause) {
    String reason = String.valueOf(cause.getMessage());
    if (cause instanceof Failure failure) {
      String log = failure.log() == null ? "" : " (log: " + failure.log() + ")";
      reason = PipedOperations.oneLine(failure.message()) + log;
    }
    return new IOException(operation + ": " + reason, cause);
  }

  /** A fault that cannot be caused here; its scenario is left out, and reported so. */
  final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    public Unsupported(String reason) {
      super(reason);
    }
  }
}
