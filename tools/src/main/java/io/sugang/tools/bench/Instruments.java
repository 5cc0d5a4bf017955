package io.sugang.tools.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** Send a load to the variant that runs, and read what it did and took. */
interface Instruments {
  Run run(Experiment experiment, Variant variant, TestbedLoad load, int repetition)
      throws IOException, SQLException, InterruptedException, Stack.NotValid;

  /**
   * As {@link #run}, and how the instances used their connection pools meanwhile.
   *
   * @param pools gets the use of each pool
   */
  Run runPools(Experiment experiment, Variant variant, TestbedLoad load, List<PoolUse> pools)
      throws IOException, SQLException, InterruptedException, Stack.NotValid;

  /** Waits until the service has done with what a load left it. */
  void settle(Run run) throws IOException, InterruptedException;

  /** Every seat of the free courses is free again. */
  void reset();
}
