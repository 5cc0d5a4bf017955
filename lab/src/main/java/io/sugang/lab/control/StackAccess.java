package io.sugang.lab.control;

import java.util.List;

/** The way of a command to the running stack, which it may load and break. */
@FunctionalInterface
public interface StackAccess {
  /**
   * What a command asks for.
   *
   * @param command its name
   * @param confirmed the user is not asked before all enrollments are deleted
   * @param arguments its command line, for the container
   */
  record StackRequest(String command, boolean confirmed, List<String> arguments) {}

  /** The command itself; returns its exit status. */
  @FunctionalInterface
  interface StackBody {
    int run(StackLink stack) throws Exception;
  }

  /** Runs a command on the stack, and brings all parts back if it does not get to its end. */
  int run(StackRequest request, StackBody body) throws Exception;
}
