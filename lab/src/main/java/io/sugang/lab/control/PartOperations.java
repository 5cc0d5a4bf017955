package io.sugang.lab.control;

import io.sugang.ops.workspace.Job;
import java.io.IOException;

/**
 * The operations of one way of running the stack on its parts: mysql, redis, nginx, app-1 and so
 * on.
 */
public interface PartOperations {
  /**
   * Performs an operation; returns when it is done.
   *
   * @return what there is to report, or ""
   * @throws Operator.Unsupported when there are no means for it
   * @throws IOException when it failed
   */
  String perform(Operation.OnParts operation) throws IOException, Operator.Unsupported;

  /**
   * Brings all parts back to what the last {@code up} left.
   *
   * @param settings resets the settings of MySQL and Redis, as soon as both run
   */
  void heal(Runnable settings) throws IOException;

  /** Returns a client of MySQL, as root, that reads SQL from standard input. */
  Job administrator(String... options);
}
