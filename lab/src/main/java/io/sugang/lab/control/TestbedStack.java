package io.sugang.lab.control;

import java.util.Map;

/** The stack of a testbed: its operations, start and stop. */
public interface TestbedStack extends TestbedOperator {
  /** Starts MySQL and Redis, and chooses ports for everything. */
  void up();

  /** Stops everything. */
  void down();

  /** Returns the environment of the tools. */
  Map<String, String> environment();
}
