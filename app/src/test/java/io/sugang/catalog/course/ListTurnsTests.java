package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.signin.Client;
import io.sugang.signin.Client.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Turns of searches that end when the test says so. */
class ListTurnsTests {
  private static final int RUNNING = 4;
  private static final int WAITING = 64;
  private static final int RUNNING_OF_AN_ADDRESS = 1;
  private static final int WAITING_OF_AN_ADDRESS = 16;

  private final ListTurns turns = new ListTurns(RUNNING, WAITING);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> running = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void endAll() {
    end.countDown();
    threads.close();
    await().untilAsserted(() -> assertThat(turns.clients()).isZero());
  }

  private static Client address(int number) {
    return new Client(Kind.ADDRESS, "192.0.2." + number);
  }

  private static Client student(int number) {
    return new Client(Kind.ACCOUNT, "STUDENT:" + number);
  }

  private CompletableFuture<Optional<String>> search(Client client) {
    return CompletableFuture.supplyAsync(
            () ->
                turns.run(
                    client,
                    () -> {
                      running.add(client.name());
                      try {
                        end.await();
                      } catch (InterruptedException stop) {
                        throw new IllegalStateException(stop);
                      }
                      return client.name();
                    }),
            threads)
        .thenCompose(found -> found);
  }

  private List<CompletableFuture<Optional<String>>> flood(Client client, int searches) {
    List<CompletableFuture<Optional<String>>> found = new ArrayList<>();
    for (int i = 0; i < searches; i++) {
      found.add(search(client));
    }
    return found;
  }

  private void awaitRunning(Client client, int searches) {
    await()
        .untilAsserted(
            () -> assertThat(Collections.frequency(running, client.name())).isEqualTo(searches));
  }

  @Test
  void theFloodOfAnAddressLeavesTurnsToAnotherAndToStudents() {
    List<CompletableFuture<Optional<String>>> flood = flood(address(1), 200);
    awaitRunning(address(1), RUNNING_OF_AN_ADDRESS);
    search(address(2));
    awaitRunning(address(2), 1);
    search(student(1));
    awaitRunning(student(1), 1);
    await()
        .untilAsserted(() ->
            assertThat(
                    flood.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                .hasSizeGreaterThanOrEqualTo(200 - RUNNING_OF_AN_ADDRESS - WAITING_OF_AN_ADDRESS)
                .containsOnly(Optional.empty()));
  }

  @Test
  void addressesTogetherLeaveATurnAndPlacesToStudents() {
    for (int i = 0; i < 20; i++) {
      flood(address(i), 20);
    }
    await().until(() -> running.size() == RUNNING - 1);
    search(student(1));
    awaitRunning(student(1), 1);
    CompletableFuture<Optional<String>> waiting = search(student(2));
    end.countDown();
    assertThat(waiting.join()).contains(student(2).name());
  }

  @Test
  void aStudentHasOneTurnAndAFewPlaces() {
    List<CompletableFuture<Optional<String>>> flood = flood(student(1), 50);
    await().until(() -> flood.stream().filter(CompletableFuture::isDone).count() >= 50 - 1 - 3);
    assertThat(running).containsExactly(student(1).name());
    search(student(2));
    awaitRunning(student(2), 1);
  }

  @Test
  void aLoadDriverMayUseAllTurns() {
    flood(new Client(Kind.LOAD_DRIVER, "LOAD"), 20);
    await().until(() -> running.size() == RUNNING);
  }

  @Test
  void whatWaitedTooLongIsRefusedAndNeverRuns() {
    search(student(1));
    awaitRunning(student(1), 1);
    assertThat(search(student(1)).orTimeout(20, TimeUnit.SECONDS).join()).isEmpty();
    end.countDown();
    await().untilAsserted(() -> assertThat(turns.clients()).isZero());
    assertThat(running).hasSize(1);
  }

  @Test
  void aSearchThatFailsEndsItsTurn() {
    Client client = student(1);
    for (int i = 0; i < 3 * RUNNING; i++) {
      CompletableFuture<Optional<String>> found =
          turns.run(
              client,
              () -> {
                throw new IllegalStateException("as a test");
              });
      assertThat(found).failsWithin(0, TimeUnit.SECONDS);
    }
  }

  @Test
  void everySearchOfAClassBehindOneAddressIsDoneWhenItFits() {
    AtomicInteger done = new AtomicInteger();
    List<CompletableFuture<Optional<Integer>>> found = new ArrayList<>();
    for (int i = 0; i < RUNNING_OF_AN_ADDRESS + WAITING_OF_AN_ADDRESS; i++) {
      found.add(
          CompletableFuture.supplyAsync(() -> turns.run(address(1), done::incrementAndGet), threads)
              .thenCompose(one -> one));
    }
    assertThat(found.stream().map(CompletableFuture::join)).allMatch(Optional::isPresent);
    assertThat(done).hasValue(RUNNING_OF_AN_ADDRESS + WAITING_OF_AN_ADDRESS);
  }
}
