package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Other instances and the end of NGINX while requests are in flight. */
@NginxTest
class ReloadIntegrationTests {
  @Test
  void instancesChangeWithoutARequestLost(NginxFront nginx) throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var stop = new CountDownLatch(1);
      Callable<Integer> asking =
          () -> {
            int asked = 0;
            while (stop.getCount() > 0) {
              nginx.post("/api/enrollments", "{}").mustBe(201);
              asked++;
            }
            return asked;
          };
      var running = List.of(clients.submit(asking), clients.submit(asking));
      try {
        List<StubInstance> one = nginx.instances.subList(0, 1);
        nginx.serve(one);
        nginx.await("the others get nothing more", () -> nginx.servedBy(one));
        nginx.serve(nginx.instances);
        nginx.await("all of them get their part", () -> nginx.servedBy(nginx.instances));
      } finally {
        stop.countDown();
      }
      for (var asked : running) {
        assertThat(asked.get()).as("requests meanwhile").isPositive();
      }
    }
  }

  @Test
  void nginxFinishesWhatIsInFlightWhenToldToStop(NginxFront nginx) throws Exception {
    var goOn = new CountDownLatch(1);
    nginx.instances.forEach(instance -> instance.before = goOn);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<ClientAnswer> late = clients.submit(() -> nginx.post("/api/enrollments", "{}"));
      nginx.await("the POST has arrived", () -> nginx.timesSent("/api/enrollments") == 1);
      nginx.signal("QUIT");
      nginx.await("no new connections", nginx::refusesConnections);
      goOn.countDown();
      late.get().mustBe(201);
      assertThat(nginx.awaitEnd()).isZero();
    }
  }
}
