package io.sugang.lab.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** Send a load to what runs, and read what it did and took. */
interface Instruments {
  /**
   * Sends a load once.
   *
   * @param warm sends it before it is measured, until the compilers have come to rest, and warns
   *     when the instances still compile much
   * @param round changes the requested ids; the same for the same round
   * @throws Stack.NotValid when the rows that came are not those of the answers
   */
  Measurement measure(TestbedLoad load, boolean warm, int round)
      throws IOException, SQLException, InterruptedException, Stack.NotValid;

  /**
   * Sends mixed requests as fast as they are answered until so many were and the instances'
   * compilers have come to rest, or the time or the most requests are over.
   *
   * @param connections that send them
   * @param requests that are answered at least
   * @param mostRequests after which it ends, whatever the compilers do
   */
  WarmedUp warmUp(int connections, int requests, int mostRequests, Duration most)
      throws IOException, InterruptedException;

  /** Waits until the service has done with what an overload left it. */
  void settle(Measurement measurement) throws IOException, InterruptedException;

  /** Waits until the processes use hardly any time of the processors. */
  void awaitRest() throws IOException, InterruptedException;

  /** Every seat of the free courses is free again. */
  void reset();
}
