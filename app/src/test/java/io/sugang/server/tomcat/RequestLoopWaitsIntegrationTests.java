package io.sugang.server.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.IoEventLoop;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A wait of the request loop is found; it would stop all connections of an instance. */
@ExtendWith(RequestLoopWaits.class)
class RequestLoopWaitsIntegrationTests {
  private final RequestLoop loops = new RequestLoop();
  private final IoEventLoop loop = loops.loop();

  /** What a thread may do that waits. */
  @FunctionalInterface
  private interface Waiting {
    void await() throws Exception;
  }

  @BeforeEach
  void possible() {
    Assumptions.assumeTrue(
        RequestLoopWaits.isPossible(), "needs -XX:+AllowRedefinitionToAddDeleteMethods");
  }

  @AfterEach
  void stop() {
    loops.destroy();
  }

  static Stream<Named<Waiting>> waits() {
    return Stream.of(
        Named.of("a sleep", () -> Thread.sleep(1)),
        Named.of("a latch", () -> new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS)),
        Named.of("an answer", () -> answeredElsewhere().join()),
        Named.of("a lock", () -> lockedElsewhere().tryLock(1, TimeUnit.MILLISECONDS)),
        Named.of("a notification", RequestLoopWaitsIntegrationTests::waitForNotification),
        Named.of("a socket", RequestLoopWaitsIntegrationTests::readFromASocket));
  }

  @ParameterizedTest
  @MethodSource("waits")
  void aWaitOfTheLoopIsFound(Waiting waiting) throws Exception {
    assertThat(foundIn(waiting)).isNotEmpty();
  }

  @Test
  void workThatDoesNotWaitIsNotFound() throws Exception {
    assertThat(foundIn(() -> CompletableFuture.completedFuture(1).join())).isEmpty();
  }

  @Test
  void aWaitOfAnotherThreadIsNotFound() throws Exception {
    Thread.sleep(1);
    assertThat(RequestLoopWaits.take(wait -> wait.isOf(getClass()))).isEmpty();
  }

  private List<RequestLoopWaits.Wait> foundIn(Waiting waiting) throws Exception {
    loop.submit(
            () -> {
              waiting.await();
              return null;
            })
        .get(10, TimeUnit.SECONDS);
    return RequestLoopWaits.take(wait -> wait.isOf(getClass()));
  }

  private static CompletableFuture<Integer> answeredElsewhere() {
    return new CompletableFuture<Integer>().completeOnTimeout(1, 20, TimeUnit.MILLISECONDS);
  }

  private static ReentrantLock lockedElsewhere() {
    ReentrantLock lock = new ReentrantLock();
    CompletableFuture.runAsync(lock::lock).join();
    return lock;
  }

  private static void waitForNotification() throws InterruptedException {
    Object monitor = new Object();
    synchronized (monitor) {
      monitor.wait(1);
    }
  }

  private static void readFromASocket() throws Exception {
    try (ServerSocket server = new ServerSocket(0);
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      accepted.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
    }
  }
}
