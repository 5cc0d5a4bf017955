package io.sugang.chaos;

import io.sugang.keepalive.KeepAliveConnection;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Ten times the requests that are served. What is served is measured first, by few clients that
 * wait for their answers; then requests become due at ten times that rate, whatever comes of them.
 */
final class Flood implements Stage.Flooding {
  private static final int MEASURING_CLIENTS = 64;
  private static final Duration MEASURING = Duration.ofSeconds(3);
  private static final int TIMES = 10;

  // More at once than this and the clients are what fails.
  private static final int CLIENTS = 4_000;
  private static final int ASKING_AGAIN = 64;

  // A request that no client could send so long after it was due is one whose client went away.
  private static final long STALE = Duration.ofSeconds(1).toNanos();

  private final URI target;
  private final History history;
  private final List<Wish> wishes;
  private final int first;
  private final String run;
  private final AtomicInteger next = new AtomicInteger();
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("flood-deadlines").factory());

  /**
   * @param wishes are asked for again from the beginning when all were
   * @param number that of the first wish, beyond those of the load
   */
  Flood(URI target, History history, List<Wish> wishes, int number, String run) {
    this.target = target;
    this.history = history;
    this.wishes = wishes;
    this.first = number;
    this.run = run;
  }

  @Override
  public void flood(Stage stage, Duration length) throws Exception {
    AtomicLong served = new AtomicLong();
    Queue<Wish> open = new ConcurrentLinkedQueue<>();
    long begin = System.nanoTime();
    clients(
        MEASURING_CLIENTS,
        client -> {
          while (System.nanoTime() - begin < MEASURING.toNanos()) {
            once(client, nextWish(), served, open);
          }
        });
    double perSecond = served.get() / (MEASURING.toNanos() / 1e9);
    if (served.get() == 0) {
      throw new IllegalStateException("nothing is served, so there is nothing to overload");
    }
    double offered = perSecond * TIMES;
    stage.say(
        String.format(
            Locale.ROOT, "%.0f a second are served, %.0f a second come now", perSecond, offered));

    served.set(0);
    AtomicLong sent = new AtomicLong();
    AtomicLong due = new AtomicLong(System.nanoTime());
    long interval = Math.max(1, (long) (1e9 / offered));
    long end = System.nanoTime() + length.toNanos();
    AtomicLong wentAway = new AtomicLong();
    clients(
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
            once(client, nextWish(), served, open);
          }
        });
    stage.say(
        String.format(
            Locale.ROOT,
            "%,d were sent, %,d got their answer, %,d found no free connection in time",
            sent.get(),
            served.get(),
            wentAway.get()));
    stage.requireFelt(
        served.get() < sent.get() || wentAway.get() > 0,
        "all were served, so it was no more than can be");
    askAgain(stage, open);
    deadlines.shutdownNow();
  }

  // Whoever had no answer comes back when it is calm, with the same key: only so can be told what
  // became of the request.
  private void askAgain(Stage stage, Queue<Wish> open) throws Exception {
    int number = open.size();
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    clients(
        ASKING_AGAIN,
        client -> {
          for (Wish wish = open.poll(); wish != null; wish = open.poll()) {
            client.enroll(wish, "-flood", false, () -> until);
          }
        });
    stage.say("%,d without an answer asked again".formatted(number));
  }

  private void once(Client client, Wish wish, AtomicLong served, Queue<Wish> open) {
    Attempt attempt = client.enroll(wish, "-flood", false, () -> Long.MIN_VALUE);
    if (attempt.definitive()) {
      served.incrementAndGet();
    } else {
      open.add(wish);
    }
  }

  // Every request is a wish of its own: repeated ones would have the same key.
  private Wish nextWish() {
    int number = next.getAndIncrement();
    Wish wish = wishes.get(number % wishes.size());
    return new Wish(
        first + number, wish.studentId(), wish.courseId(), Wish.Then.KEEP, false, false);
  }

  @FunctionalInterface
  private interface Behaviour {
    void of(Client client);
  }

  private void clients(int number, Behaviour behaviour) throws Exception {
    InetAddress address = InetAddress.getByName(target.getHost());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                try (Client client =
                    new Client(
                        new KeepAliveConnection(address, target, Duration.ofSeconds(3)),
                        history,
                        deadlines,
                        run)) {
                  behaviour.of(client);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
