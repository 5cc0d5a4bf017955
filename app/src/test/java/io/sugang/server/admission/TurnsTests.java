package io.sugang.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that end when the test says so. */
@Timeout(60)
class TurnsTests {
  private static final int AT_ONCE = 2;
  private static final int WAITING = 6;

  private final Turns turns =
      new Turns(
          AT_ONCE,
          WAITING,
          Duration.ofSeconds(20),
          UncheckedIOException.class::isInstance,
          "Another request",
          "Too many requests");
  private final CountDownLatch end = new CountDownLatch(1);
  private final ConcurrentLinkedQueue<Long> begun = new ConcurrentLinkedQueue<>();

  private String request(long user) {
    return turns.take(
        user,
        () -> {
          begun.add(user);
          try {
            end.await();
          } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
          }
          return "answer to " + user;
        });
  }

  @Test
  void aUserHasOneRequestAtATimeAndTakesNoTurnFromAnother() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> first = threads.submit(() -> request(1));
      await().until(() -> begun.contains(1L));
      for (int i = 0; i < 20; i++) {
        assertThatThrownBy(() -> request(1))
            .isInstanceOf(TemporarilyUnavailableException.class)
            .hasMessageContaining("Another request");
      }
      Future<String> other = threads.submit(() -> request(2));
      await().until(() -> begun.contains(2L));
      end.countDown();
      assertThat(first.get()).isEqualTo("answer to 1");
      assertThat(other.get()).isEqualTo("answer to 2");
      assertThat(request(1)).isEqualTo("answer to 1");
    }
  }

  @Test
  void usersWaitForTheirTurnAndNoMoreThanHaveAPlace() throws Exception {
    int most = AT_ONCE + WAITING;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> requests =
          IntStream.rangeClosed(1, most + 3)
              .mapToObj(user -> threads.submit(() -> request(user)))
              .toList();
      await().until(() -> requests.stream().filter(Future::isDone).count() == 3);
      await().until(() -> begun.size() == AT_ONCE);
      end.countDown();
      for (Future<String> request : requests) {
        await().until(request::isDone);
      }
      assertThat(requests.stream().filter(one -> one.state() == Future.State.SUCCESS))
          .hasSize(most);
    }
  }

  @Test
  void aRequestThatIsRunAgainHoldsNoTurnMeanwhile() throws Exception {
    AtomicBoolean held = new AtomicBoolean(true);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> blocked =
          LongStream.rangeClosed(1, AT_ONCE)
              .mapToObj(user ->
                  threads.submit(() ->
                      turns.take(
                          user,
                          () -> {
                            if (held.get()) {
                              begun.add(user);
                              throw new UncheckedIOException(new IOException("held"));
                            }
                            return "answer to " + user;
                          })))
              .toList();
      await().until(() -> begun.size() > 2 * AT_ONCE);
      end.countDown();
      assertThat(request(9)).isEqualTo("answer to 9");
      held.set(false);
      assertThat(blocked.get(0).get()).isEqualTo("answer to 1");
      assertThat(blocked.get(1).get()).isEqualTo("answer to 2");
    }
  }
}
