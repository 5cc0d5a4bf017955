package io.sugang.rules.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which questions share a read. */
class SharedReadsTests {
  private final List<List<Integer>> groups = new CopyOnWriteArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();

  private String read(List<Integer> questions) {
    begun.incrementAndGet();
    try {
      go.await();
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
    groups.add(List.copyOf(questions));
    return "answer " + groups.size();
  }

  @Test
  void thoseThatComeWhileOneReadIsUnderWayShareTheNextOne() {
    SharedReads<Integer, String> reads = new SharedReads<>(this::read, Duration.ZERO);
    CompletableFuture<String> first = reads.ask(1);
    await().until(() -> begun.get() == 1);
    List<CompletableFuture<String>> others = new ArrayList<>();
    for (int question = 2; question <= 500; question++) {
      others.add(reads.ask(question));
    }
    go.countDown();
    assertThat(first.join()).isEqualTo("answer 1");
    assertThat(others).allSatisfy(other -> assertThat(other.join()).isEqualTo("answer 2"));
    assertThat(groups.get(1)).hasSize(499);
    assertThat(reads.ask(501).join()).isEqualTo("answer 3");
  }

  @Test
  void oneReadTakesSoManyAndTheNextOneTheRest() {
    SharedReads<Integer, String> reads = new SharedReads<>(this::read, Duration.ZERO);
    reads.ask(0);
    await().until(() -> begun.get() == 1);
    for (int question = 0; question < SharedReads.MOST; question++) {
      reads.ask(question);
    }
    CompletableFuture<String> last = reads.ask(SharedReads.MOST);
    go.countDown();
    assertThat(last.join()).isEqualTo("answer 3");
    assertThat(groups.get(1)).hasSize(SharedReads.MOST);
  }

  @Test
  void readsBeginNoMoreOftenThanTheyMay() {
    go.countDown();
    SharedReads<Integer, String> reads = new SharedReads<>(this::read, Duration.ofMillis(50));
    long begin = System.nanoTime();
    for (int question = 0; question < 5; question++) {
      reads.ask(question).join();
    }
    assertThat(System.nanoTime() - begin)
        .as("the first one at once")
        .isBetween(Duration.ofMillis(200).toNanos(), Duration.ofSeconds(2).toNanos());
  }

  @Test
  void aFailureIsThatOfItsGroupAlone() {
    AtomicInteger tries = new AtomicInteger();
    SharedReads<Integer, String> reads =
        new SharedReads<>(
            questions -> {
              if (tries.getAndIncrement() == 0) {
                throw new IllegalStateException("of the test");
              }
              return "fine";
            },
            Duration.ZERO);
    assertThat(reads.ask(1)).failsWithin(Duration.ofSeconds(5));
    assertThat(reads.ask(2).join()).isEqualTo("fine");
  }

  @Test
  void noQuestionIsForgottenWhenManyAsk() throws Exception {
    go.countDown();
    SharedReads<Integer, String> reads = new SharedReads<>(this::read, Duration.ZERO);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<?>> asked = new CopyOnWriteArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        threads.submit(() -> {
          for (int i = 0; i < 2_000; i++) {
            asked.add(reads.ask(i));
          }
        });
      }
      await().until(() -> asked.size() == 16_000);
      asked.forEach(CompletableFuture::join);
    }
    assertThat(groups.stream().mapToInt(List::size).sum()).isEqualTo(16_000);
  }
}
