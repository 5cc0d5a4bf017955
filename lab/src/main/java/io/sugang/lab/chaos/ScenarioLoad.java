package io.sugang.lab.chaos;

import io.sugang.lab.http.KeepAliveConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The clients of one run. */
final class ScenarioLoad implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  // A request without an answer that long after the fault will never have one. Long, because half
  // a core whose code is not compiled yet serves all of them, and takes more than a minute.
  private static final Duration GIVE_UP = Duration.ofMinutes(5);

  private final InetAddress address;
  private final URI target;
  private final Pacer pacer;
  private final History history;
  private final String run;
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("chaos-deadlines").factory());
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger undecided = new AtomicInteger();
  private volatile long until = Long.MAX_VALUE;

  ScenarioLoad(URI target, Pacer pacer, History history, String run) throws UnknownHostException {
    this.address = InetAddress.getByName(target.getHost());
    this.target = target;
    this.pacer = pacer;
    this.history = history;
    this.run = run;
  }

  void start(int clients) {
    for (int i = 0; i < clients; i++) {
      threads.add(Thread.ofVirtual().name("chaos-client-" + i).start(this::sendRequests));
    }
  }

  /** Limits the wait for answers from now on; returns until when one is waited for. */
  long faultOver() {
    until = System.nanoTime() + GIVE_UP.toNanos();
    pacer.faultOver();
    return until;
  }

  /** Sends no further planned request until {@link #resume}. */
  void hold() {
    pacer.hold();
  }

  void resume() {
    pacer.resume();
  }

  /** Waits until every planned request is answered or given up. */
  void await() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /**
   * Clients with an unanswered request whose student has an unknown row send that request once
   * more. A first request that was given up may have been committed after the second one was
   * undone.
   *
   * @param headers with which an attempt was sent
   */
  void repeatUnanswered(List<EnrollmentRow> rows, Function<Attempt, Map<String, String>> headers) {
    Set<Long> known =
        history.attempts().stream()
            .filter(Attempt::won)
            .map(Attempt::enrollmentId)
            .collect(Collectors.toSet());
    Map<List<Long>, List<Attempt>> open =
        history.attempts().stream()
            .filter(Attempt::enroll)
            .filter(Attempt::inDoubt)
            .collect(
                Collectors.groupingBy(attempt -> List.of(attempt.studentId(), attempt.courseId())));
    try (Client client = client()) {
      for (EnrollmentRow row : rows) {
        if (!known.contains(row.enrollmentId())) {
          open.getOrDefault(List.of(row.studentId(), row.courseId()), List.of())
              .forEach(attempt -> {
                client.actAs(headers.apply(attempt));
                client.repeat(attempt);
              });
        }
      }
    }
  }

  /** The number of requests that were never decided. */
  int undecided() {
    return undecided.get();
  }

  private void sendRequests() {
    try (Client client = client();
        Client other = client()) {
      for (PlannedRequest planned = pacer.next(); planned != null; planned = pacer.next()) {
        serve(planned, client, other);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(PlannedRequest planned, Client client, Client other) {
    Thread second = null;
    if (planned.twice()) {
      second =
          Thread.ofVirtual()
              .start(() -> decided(other.enroll(planned, "-b", Client.PATIENCE, this::until)));
    }
    Attempt first =
        client.enroll(
            planned, "", planned.impatient() ? Client.IMPATIENCE : Client.PATIENCE, this::until);
    decided(first);
    if (second != null) {
      joinUninterruptibly(second);
    }
    if (first.won() && planned.then() != PlannedRequest.Then.KEEP) {
      Attempt cancel = client.cancel(planned, first.enrollmentId(), this::until);
      decided(cancel);
      if (cancel.cancel()
          && cancel.definitive()
          && planned.then() == PlannedRequest.Then.CANCEL_AND_ENROLL_AGAIN) {
        decided(client.enroll(planned, "-again", Client.PATIENCE, this::until));
      }
    }
  }

  private long until() {
    return until;
  }

  private void decided(Attempt last) {
    if (!last.definitive()) {
      undecided.incrementAndGet();
    }
  }

  // An interruption is passed on, so that the thread ends soon.
  static void joinUninterruptibly(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException ended) {
        interrupted = true;
        thread.interrupt();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Client client() {
    return new Client(
        new KeepAliveConnection(address, target, CONNECT_TIMEOUT), history, deadlines, run);
  }

  @Override
  public void close() {
    // After a signal too, the load ends before anything else begins.
    boolean interrupted = Thread.interrupted();
    pacer.stop();
    threads.forEach(Thread::interrupt);
    threads.forEach(ScenarioLoad::joinUninterruptibly);
    deadlines.shutdownNow();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
