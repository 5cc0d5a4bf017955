package io.sugang.tools.control;

import java.io.IOException;

/**
 * Does to the parts of a stack what a command asks for: {@code kill redis}, {@code start app-1}.
 */
@FunctionalInterface
public interface Operator {
  /**
   * Returns when the operation is done: what was started serves, what was stopped is gone.
   *
   * @return what the operation printed, on one line
   * @throws Unsupported when this way of running the stack has no means for it
   * @throws IOException when it failed
   */
  String perform(String operation) throws IOException, Unsupported;

  /** A fault that cannot be caused here; its scenario is left out, and reported so. */
  final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    public Unsupported(String reason) {
      super(reason);
    }
  }
}
