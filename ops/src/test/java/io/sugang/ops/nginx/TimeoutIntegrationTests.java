package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.nginx.StubInstance.StubBehaviour;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How long NGINX waits for clients, instances and names. These tests only wait, 10 s to 15 s each,
 * so they run at the same time as the others.
 */
@NginxTest
@Execution(ExecutionMode.CONCURRENT)
class TimeoutIntegrationTests {
  /** {@code proxy_read_timeout}, less what clocks may differ. */
  private static final Duration READ_LIMIT = Duration.ofMillis(14_800);

  private static final String HEAD =
      "POST /api/enrollments HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n";

  @Test
  void withASilentInstanceAGetIsTriedElsewhereAndAPostIsA504AndNotRepeated(NginxFront nginx)
      throws Exception {
    nginx.instances.get(1).behaviour = StubBehaviour.HANG;
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var posts = new ArrayList<Future<ClientAnswer>>();
      var gets = new ArrayList<Future<ClientAnswer>>();
      long begin = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        String target = "/api/enrollments?n=" + i;
        posts.add(clients.submit(() -> nginx.post(target, "{}")));
        nginx.await("the POST has arrived", () -> nginx.timesSent(target) == 1);
      }
      for (int i = 0; i < 3; i++) {
        String target = "/api/courses/" + i;
        gets.add(clients.submit(() -> nginx.get(target)));
        nginx.await("the GET has arrived", () -> nginx.timesSent(target) == 1);
      }
      for (var get : gets) {
        get.get().mustBe(200);
      }
      var failed = new ArrayList<ClientAnswer>();
      for (var post : posts) {
        if (post.get().status() != 201) {
          failed.add(post.get());
        }
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(READ_LIMIT);
      assertThat(failed).hasSize(1);
      failed.getFirst().mustBeProblem(504, "TEMPORARILY_UNAVAILABLE", "/api/enrollments");
      assertThat(failed.getFirst().header("Retry-After")).isEqualTo("1");
      for (int i = 0; i < 3; i++) {
        assertThat(nginx.timesSent("/api/enrollments?n=" + i)).as("times of POST %d", i).isOne();
      }
      assertThat(IntStream.range(0, 3).filter(i -> nginx.timesSent("/api/courses/" + i) == 2))
          .as("GETs that were tried elsewhere")
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST /api/en", HEAD})
  void aClientThatStopsInItsHeaderIsCutOffAfter3Seconds(String sent, NginxFront nginx)
      throws IOException {
    try (var client = new PlainClient(nginx.port)) {
      mustBeThreeSeconds(client.untilCutOff(sent));
    }
    assertThat(nginx.received()).isZero();
  }

  @Test
  void aClientThatStopsInItsBodyIsCutOffAfter10Seconds(NginxFront nginx) throws IOException {
    try (var client = new PlainClient(nginx.port)) {
      assertThat(client.untilCutOff(HEAD + "\r\n{\"studentId\""))
          .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(13));
    }
    assertThat(nginx.received()).isZero();
  }

  /** The time of the header as a whole counts. */
  @Test
  void aClientThatSendsOneByteASecondIsCutOffAfter3Seconds(NginxFront nginx) throws IOException {
    try (var client = new PlainClient(nginx.port)) {
      mustBeThreeSeconds(client.untilCutOffWhileDripping("GET /api/courses HTTP/1.1\r\nX: "));
    }
    assertThat(nginx.received()).isZero();
  }

  private static void mustBeThreeSeconds(Duration untilCutOff) {
    assertThat(untilCutOff).isBetween(Duration.ofMillis(2_500), Duration.ofSeconds(6));
  }

  @Test
  void aClientThatDoesNotTakeItsAnswerIsCutOff(NginxFront nginx) throws IOException {
    try (var client = new Socket()) {
      client.setReceiveBufferSize(4096);
      client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), nginx.port));
      client
          .getOutputStream()
          .write("GET /api/huge HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      nginx.await("the request has arrived", () -> nginx.timesSent("/api/huge") == 1);
      // NGINX gives up, so the instance cannot write on.
      nginx.await(
          "the instance is free again",
          () -> nginx.instances.stream().anyMatch(instance -> instance.brokenOff));
    }
  }

  /**
   * Otherwise a sound start, in which no instance has a name for half a minute, looks like a fault.
   */
  @Test
  void aNameThatIsNotKnownYetIsNoErrorInTheLog(NginxFront nginx) throws IOException {
    List<StubInstance> named = nginx.moveTo("127.0.0.5");
    try (var names = new NameServer()) {
      nginx.serveByName(names);
      nginx.await("the name is asked for again and again", () -> names.questions.get() >= 4);
      nginx.get("/api/courses").mustBeProblem(502, "TEMPORARILY_UNAVAILABLE", "/api/courses");
      assertThat(nginx.log()).doesNotContain("could not be resolved").contains("no live upstreams");
      names.addresses = List.of(named.getFirst().address);
      nginx.await("it is served when it has one", () -> nginx.servedBy(named));
    }
  }

  /** The settings of the container, {@code nginx/compose/upstream.conf}. */
  @Test
  void instancesAreFollowedByName(NginxFront nginx) throws IOException {
    List<StubInstance> named = nginx.moveTo("127.0.0.2", "127.0.0.3", "127.0.0.4");
    try (var names = new NameServer()) {
      for (int count : new int[] {1, 3, 2, 3}) {
        List<StubInstance> serving = named.subList(0, count);
        names.addresses = serving.stream().map(instance -> instance.address).toList();
        if (nginx.received() == 0) {
          nginx.serveByName(names);
        }
        nginx.await(count + " addresses are known", () -> nginx.servedBy(serving));
      }
    }
  }
}
