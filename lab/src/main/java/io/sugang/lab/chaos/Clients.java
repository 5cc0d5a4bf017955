package io.sugang.lab.chaos;

import io.sugang.lab.http.KeepAliveConnection;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that a scenario adds to the load. Their requests are in the same history. */
final class Clients implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private final URI target;
  private final History history;
  private final String run;
  private final AtomicInteger numbers;
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("crowd-deadlines").factory());

  /**
   * @param firstNumber of their requests, beyond those of the load
   */
  Clients(URI target, History history, String run, int firstNumber) {
    this.target = target;
    this.history = history;
    this.run = run;
    this.numbers = new AtomicInteger(firstNumber);
  }

  /** What one client does, in a thread of its own. */
  @FunctionalInterface
  interface Behaviour {
    void of(Client client) throws InterruptedException;
  }

  URI target() {
    return target;
  }

  /** A planned request of this client alone; every second one has a key. */
  PlannedRequest plannedRequest(long studentId, long courseId) {
    int number = numbers.getAndIncrement();
    return new PlannedRequest(
        number, studentId, courseId, PlannedRequest.Then.KEEP, false, false, number % 2 == 0);
  }

  /** Returns when all of them are done. */
  void run(int number, Behaviour behaviour) throws Exception {
    join(start(number, behaviour));
  }

  List<Thread> start(int number, Behaviour behaviour) throws Exception {
    InetAddress address = InetAddress.getByName(target.getHost());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      threads.add(Thread.ofVirtual().start(() -> behave(address, behaviour)));
    }
    return threads;
  }

  static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void behave(InetAddress address, Behaviour behaviour) {
    try (Client client =
        new Client(
            new KeepAliveConnection(address, target, CONNECT_TIMEOUT), history, deadlines, run)) {
      behaviour.of(client);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    deadlines.shutdownNow();
  }
}
