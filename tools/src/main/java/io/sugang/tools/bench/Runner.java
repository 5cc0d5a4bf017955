package io.sugang.tools.bench;

import io.sugang.tools.http.KeepAliveConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures a running variant under a load, with its connection pools on request. */
final class Runner implements Instruments {
  private final Testbed testbed;
  private final Stack stack;

  Runner(Testbed testbed, Stack stack) {
    this.testbed = testbed;
    this.stack = stack;
  }

  @Override
  public Run run(Experiment experiment, Variant variant, TestbedLoad load, int repetition)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    return Run.of(
        experiment.id(), variant.id(), load.id(), repetition, testbed.measure(load, repetition));
  }

  @Override
  public Run runPools(Experiment experiment, Variant variant, TestbedLoad load, List<PoolUse> pools)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    List<PoolMetrics> before = poolMetrics();
    long begun = System.nanoTime();
    Run run = run(experiment, variant, load, 1);
    double seconds = (System.nanoTime() - begun) / 1e9;
    List<PoolMetrics> after = poolMetrics();
    int cores = Runtime.getRuntime().availableProcessors();
    List<PoolUse> uses = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) {
      for (String pool : after.get(i).pools()) {
        uses.add(after.get(i).use(before.get(i), variant.id(), load.id(), pool, seconds, cores));
      }
    }
    pools.addAll(PoolUse.meanOfInstances(uses));
    return run;
  }

  @Override
  public void settle(Run run) throws IOException, InterruptedException {
    testbed.settle(run.statuses().keySet());
  }

  @Override
  public void reset() {
    testbed.courses().reset();
  }

  private List<PoolMetrics> poolMetrics() throws IOException {
    List<PoolMetrics> all = new ArrayList<>();
    for (int port : stack.parts().managementPorts()) {
      URI address = URI.create("http://127.0.0.1:" + port);
      try (KeepAliveConnection connection =
          new KeepAliveConnection(
              InetAddress.getLoopbackAddress(), address, Duration.ofSeconds(5))) {
        KeepAliveConnection.HttpAnswer answer =
            connection.exchange("GET", "/actuator/prometheus", null);
        if (answer.status() != 200) {
          throw new IOException(address + "/actuator/prometheus answers " + answer.status());
        }
        all.add(PoolMetrics.parse(new String(answer.body(), StandardCharsets.UTF_8)));
      }
    }
    return all;
  }
}
