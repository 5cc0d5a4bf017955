package io.sugang.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sugang.problem.TemporarilyUnavailableException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AuditFileTurnsTests {
  private final AuditFileTurns turns = new AuditFileTurns();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ConcurrentLinkedQueue<Long> begun = new ConcurrentLinkedQueue<>();

  private String file(long member) {
    return turns.take(
        member,
        () -> {
          begun.add(member);
          try {
            end.await();
          } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
          }
          return "file of " + member;
        });
  }

  @Test
  void aMemberHasOneFileAtATimeAndTakesNoneFromAnother() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> first = threads.submit(() -> file(1));
      await().until(() -> begun.contains(1L));
      for (int i = 0; i < 20; i++) {
        assertThatThrownBy(() -> file(1))
            .isInstanceOf(TemporarilyUnavailableException.class)
            .hasMessageContaining("for this account");
      }
      Future<String> other = threads.submit(() -> file(2));
      await().until(() -> begun.contains(2L));
      end.countDown();
      assertThat(first.get()).isEqualTo("file of 1");
      assertThat(other.get()).isEqualTo("file of 2");
      assertThat(file(1)).isEqualTo("file of 1");
    }
  }

  @Test
  void membersWaitForTheirTurnAndNoMoreThanHaveAPlace() throws Exception {
    int most = AuditFileTurns.AT_ONCE + AuditFileTurns.MOST_WAITING;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> files =
          IntStream.rangeClosed(1, most + 3)
              .mapToObj(member -> threads.submit(() -> file(member)))
              .toList();
      await().until(() -> files.stream().filter(Future::isDone).count() == 3);
      await().until(() -> begun.size() == AuditFileTurns.AT_ONCE);
      end.countDown();
      for (Future<String> file : files) {
        await().until(file::isDone);
      }
      assertThat(files.stream().filter(file -> file.state() == Future.State.SUCCESS)).hasSize(most);
    }
  }
}
