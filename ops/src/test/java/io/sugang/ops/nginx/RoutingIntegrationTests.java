package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Which instance a request goes to, and over which connection. */
@NginxTest
class RoutingIntegrationTests {
  @Test
  void requestsGoRoundTheInstances(NginxFront nginx) throws IOException {
    for (int i = 0; i < 30; i++) {
      nginx.get("/api/courses").mustBe(200);
    }
    assertThat(nginx.instances).allSatisfy(instance -> assertThat(instance.requests).hasSize(10));
  }

  @Test
  void aSlowInstanceHas400RequestsInFlightAtMostWhileOthersAreFree(NginxFront nginx)
      throws Exception {
    StubInstance slow = nginx.instances.get(1);
    slow.before = new CountDownLatch(1);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<ClientAnswer>>();
      // In waves that the others take without having 400 themselves.
      for (int wave = 0; wave < 15; wave++) {
        for (int i = 0; i < 100; i++) {
          answers.add(clients.submit(() -> nginx.get("/api/courses")));
        }
        nginx.await(
            "the others answer what the slow one does not get",
            () ->
                answers.stream().filter(Future::isDone).count()
                    == answers.size() - slow.requests.size());
      }
      assertThat(slow.requests).hasSize(400);
      slow.before.countDown();
      for (var answer : answers) {
        answer.get().mustBe(200);
      }
    }
  }

  @Test
  void connectionsToInstancesAreKept(NginxFront nginx) throws IOException {
    for (int i = 0; i < 300; i++) {
      nginx.get("/api/courses").mustBe(200);
    }
    assertThat(nginx.instances)
        .allSatisfy(instance -> {
          assertThat(instance.requests).hasSize(100);
          assertThat(instance.connections).hasSizeLessThanOrEqualTo(NginxFront.WORKERS);
        });
  }

  /**
   * An instance that stops keeps its connections open for three seconds (sugang.shutdown.drain).
   */
  @Test
  void anIdleConnectionIsClosedBeforeAnInstanceThatStopsClosesIt(NginxFront nginx)
      throws IOException {
    // Repeated where the machine pauses.
    nginx.await("all are closed in time", () -> isClosedInTime(nginx));
  }

  private static boolean isClosedInTime(NginxFront nginx) throws IOException {
    nginx.get("/api/courses").mustBe(200);
    long begin = System.nanoTime();
    assertThat(nginx.openConnections()).isPositive();
    nginx.await("all are closed by NGINX", () -> nginx.openConnections() == 0);
    return System.nanoTime() - begin < Duration.ofSeconds(3).toNanos();
  }

  @Test
  void aClientKeepsItsConnection(NginxFront nginx) throws IOException {
    try (var client = new PlainClient(nginx.port)) {
      for (int i = 0; i < 2000; i++) {
        ClientAnswer answer = client.ask("GET /api/courses HTTP/1.1\r\nHost: here\r\n\r\n");
        answer.mustBe(200);
        assertThat(answer.header("Connection")).isEqualTo("keep-alive");
      }
    }
  }
}
