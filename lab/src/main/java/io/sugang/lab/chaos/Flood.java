package io.sugang.lab.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Ten times the requests that are served. What is served is measured first, by few clients that
 * wait for their answers; then requests become due at ten times that rate, whatever comes of them.
 */
final class Flood implements ScenarioContext.Flooding {
  private static final int MEASURING_CLIENTS = 64;
  private static final Duration MEASURING = Duration.ofSeconds(3);
  private static final int TIMES = 10;

  // More at once than this and the clients are what fails.
  private static final int CLIENTS = 4_000;
  private static final int ASKING_AGAIN = 64;

  // A request that no client could send so long after it was due is one whose client went away.
  private static final long STALE = Duration.ofSeconds(1).toNanos();

  private final Clients clients;
  private final List<PlannedRequest> plannedRequests;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * @param plannedRequests are sent again from the start after the last
   */
  Flood(Clients clients, List<PlannedRequest> plannedRequests) {
    this.clients = clients;
    this.plannedRequests = plannedRequests;
  }

  @Override
  public void flood(ScenarioContext context, Duration length) throws Exception {
    AtomicLong served = new AtomicLong();
    Queue<PlannedRequest> open = new ConcurrentLinkedQueue<>();
    long begin = System.nanoTime();
    clients.run(
        MEASURING_CLIENTS,
        client -> {
          while (System.nanoTime() - begin < MEASURING.toNanos()) {
            once(client, nextRequest(), served, open);
          }
        });
    double perSecond = served.get() / (MEASURING.toNanos() / 1e9);
    if (served.get() == 0) {
      throw new IllegalStateException("no request is served, so the service cannot be overloaded");
    }
    double offered = perSecond * TIMES;
    context.say(
        String.format(
            Locale.ROOT,
            "%.0f requests per second are served, %.0f are sent now",
            perSecond,
            offered));

    served.set(0);
    AtomicLong sent = new AtomicLong();
    AtomicLong due = new AtomicLong(System.nanoTime());
    long interval = Math.max(1, (long) (1e9 / offered));
    long end = System.nanoTime() + length.toNanos();
    AtomicLong wentAway = new AtomicLong();
    clients.run(
        CLIENTS,
        client -> {
          for (long at = due.getAndAdd(interval); at < end; at = due.getAndAdd(interval)) {
            for (long wait = at - System.nanoTime(); wait > 0; wait = at - System.nanoTime()) {
              LockSupport.parkNanos(wait);
            }
            if (System.nanoTime() - at > STALE) {
              wentAway.incrementAndGet();
              continue;
            }
            sent.incrementAndGet();
            once(client, nextRequest(), served, open);
          }
        });
    context.say(
        String.format(
            Locale.ROOT,
            "%,d requests were sent, %,d were answered, %,d had no free connection in time",
            sent.get(),
            served.get(),
            wentAway.get()));
    context.requireFelt(
        served.get() < sent.get() || wentAway.get() > 0,
        "all requests were served, so the load was no overload");
    repeatUnanswered(context, open);
  }

  // A client without an answer repeats its request after the overload with the same key; only then
  // is its outcome known.
  private void repeatUnanswered(ScenarioContext context, Queue<PlannedRequest> open)
      throws Exception {
    int number = open.size();
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    clients.run(
        ASKING_AGAIN,
        client -> {
          for (PlannedRequest planned = open.poll(); planned != null; planned = open.poll()) {
            client.enroll(planned, "-flood", until);
          }
        });
    context.say("%,d requests without an answer were repeated".formatted(number));
  }

  private void once(
      Client client, PlannedRequest planned, AtomicLong served, Queue<PlannedRequest> open) {
    Attempt attempt = client.enroll(planned, "-flood", Long.MIN_VALUE);
    if (attempt.definitive()) {
      served.incrementAndGet();
    } else {
      open.add(planned);
    }
  }

  // Every request is planned anew: repeated ones would have the same key.
  private PlannedRequest nextRequest() {
    PlannedRequest planned = plannedRequests.get(next.getAndIncrement() % plannedRequests.size());
    return clients.plannedRequest(planned.studentId(), planned.courseId());
  }
}
