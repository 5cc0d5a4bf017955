package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.nginx.StubInstance.StubBehaviour;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How many polling pages are few requests for the seats of a department. */
@NginxTest
class SeatCacheIntegrationTests {
  private static final String SEATS = "/api/seats?department=";
  private static final int PAGES = 50;

  @Test
  void pollsOfASecondAreOneRequest(NginxFront nginx) throws IOException {
    long begin = System.nanoTime();
    for (int i = 0; i < 10 * PAGES; i++) {
      nginx.get(SEATS + "one").mustBe(200);
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    // An answer is kept until the second after it.
    assertThat(nginx.timesSent(SEATS + "one")).isBetween(1L, seconds + 2);
  }

  /** The command line knows by this title which process ends by itself. */
  @Test
  void theProcessThatReadsTheCacheAtTheStartHasATitle(NginxFront nginx) {
    nginx.await(
        "the children of NGINX have their titles",
        () ->
            nginx.titles().stream()
                        .filter(title -> title.contains("nginx: cache loader process"))
                        .count()
                    == 1
                && nginx.titles().stream()
                    .anyMatch(title -> title.contains("nginx: cache manager process")));
  }

  @Test
  void pollsThatBeginTogetherAreOneRequest(NginxFront nginx) {
    var held = new CountDownLatch(1);
    nginx.instances.forEach(instance -> instance.before = held);
    long begin = System.nanoTime();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<ClientAnswer>> polls = polls(nginx, clients, SEATS + "together");
      nginx.await("one request is sent", () -> nginx.received() == 1);
      held.countDown();
      assertThat(polls).allSatisfy(poll -> poll.join().mustBe(200));
    }
    // A poll that came late may belong to a later second.
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    assertThat(nginx.received()).isBetween(1L, seconds + 2);
  }

  @Test
  void aPollDuringAnUpdateGetsThePreviousAnswer(NginxFront nginx) throws IOException {
    nginx.get(SEATS + "updating").mustBe(200);
    var held = new CountDownLatch(1);
    nginx.instances.forEach(instance -> instance.before = held);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<ClientAnswer>> polls = new ArrayList<>();
      nginx.await(
          "an update is sent",
          () -> {
            polls.add(poll(nginx, clients, SEATS + "updating"));
            return nginx.timesSent(SEATS + "updating") == 2;
          });
      for (int i = 0; i < PAGES; i++) {
        nginx.get(SEATS + "updating").mustBe(200);
      }
      assertThat(nginx.timesSent(SEATS + "updating")).isEqualTo(2);
      held.countDown();
      assertThat(polls).allSatisfy(poll -> poll.join().mustBe(200));
    } finally {
      held.countDown();
    }
  }

  @Test
  void departmentsAreApartAndNothingElseCounts(NginxFront nginx) throws IOException {
    nginx.get(SEATS + "a").mustBe(200);
    nginx.get(SEATS + "b").mustBe(200);
    assertThat(nginx.timesSent(SEATS + "a")).isOne();
    assertThat(nginx.timesSent(SEATS + "b")).isOne();
    // A second department, or other parameters, could otherwise be kept under the name of the
    // first.
    nginx.get("/api/seats?x=1&department=c&department=d#e").mustBe(200);
    assertThat(nginx.timesSent(SEATS + "c")).isOne();
    nginx.get("/api/seats").mustBe(200);
    assertThat(nginx.timesSent(SEATS)).isOne();
    assertThat(nginx.received()).isEqualTo(4);
    nginx.get(SEATS + "a&term=20261").mustBe(200);
    nginx.get("/api/seats?term=20261&x=1&department=a").mustBe(200);
    nginx.get(SEATS + "a&term=").mustBe(200);
    assertThat(nginx.timesSent(SEATS + "a&term=20261")).isOne();
    assertThat(nginx.received()).isEqualTo(5);
  }

  @Test
  void thePreviousAnswerIsServedWhileNoInstanceAnswers(NginxFront nginx) throws IOException {
    nginx.get(SEATS + "dead").mustBe(200);
    nginx.instances.forEach(instance -> instance.behaviour = StubBehaviour.DIE);
    long received = nginx.received();
    nginx.await(
        "an update fails",
        () -> {
          nginx.get(SEATS + "dead").mustBe(200);
          return nginx.received() > received;
        });
    nginx.get(SEATS + "dead").mustBe(200);
  }

  @Test
  void anAnswerIsNotKeptByBrowsersAndKeepsItsHeaders(NginxFront nginx) throws IOException {
    for (int i = 0; i < 2; i++) {
      ClientAnswer answer = nginx.get(SEATS + "headers");
      answer.mustBe(200);
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
      assertThat(answer.header("Content-Type")).isEqualTo(StubInstance.TYPE);
      assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(answer.body()).isEqualTo(StubInstance.TEXT);
    }
  }

  private static List<CompletableFuture<ClientAnswer>> polls(
      NginxFront nginx, ExecutorService clients, String target) {
    List<CompletableFuture<ClientAnswer>> polls = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      polls.add(poll(nginx, clients, target));
    }
    return polls;
  }

  private static CompletableFuture<ClientAnswer> poll(
      NginxFront nginx, ExecutorService clients, String target) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return nginx.get(target);
          } catch (IOException failed) {
            throw new IllegalStateException(failed);
          }
        },
        clients);
  }
}
