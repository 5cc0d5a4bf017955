package io.sugang.tools.experiments;

import io.sugang.tools.testbed.TestbedLoad;
import io.sugang.tools.testbed.Stack;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** Send a load to the variant that runs, and read what it did and took. */
interface Instruments {
  ExperimentRun run(Experiment experiment, ExperimentVariant variant, TestbedLoad load, int repetition)
      throws IOException, SQLException, InterruptedException, Stack.NotValid;

  /**
   * As {@link #run}, and how the instances used their connection pools meanwhile.
   *
   * @param runs gets the run
   */
  List<PoolUse> runPools(Experiment experiment, ExperimentVariant variant, TestbedLoad load, List<ExperimentRun> runs)
      throws IOException, SQLException, InterruptedException, Stack.NotValid;

  /** Waits until the service has done with what a load left it. */
  void settle(ExperimentRun run) throws IOException, InterruptedException;

  /** Every seat of the free courses is free again. */
  void reset();
}
