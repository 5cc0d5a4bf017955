package io.sugang.lab.rush;

import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.lab.signin.StudentSessions;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * One run: as many users as the plan says, each a virtual thread with a connection of its own,
 * share out the requests 0, 1, 2... among them.
 *
 * <p>{@link #end} may be called by any thread at any time, also before {@link #run}. No request is
 * begun after it, those in flight get a moment to be answered, and {@link #run} returns with every
 * outcome recorded.
 */
final class Rush {

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final long WATCH_MILLIS = 50;

  private final RushPlan plan;
  private final RushDemand demand;
  private final StudentSessions sessions;
  private final Acknowledgements acknowledgements;
  private final InetAddress address;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong slowestConnect = new AtomicLong();
  private final CountDownLatch ending = new CountDownLatch(1);
  private final RunClock clock;
  private volatile long firstDue;

  Rush(
      RushPlan plan,
      RunClock clock,
      RushDemand demand,
      StudentSessions sessions,
      Acknowledgements acknowledgements)
      throws IOException {
    this.clock = clock;
    this.plan = plan;
    this.demand = demand;
    this.sessions = sessions;
    this.acknowledgements = acknowledgements;
    this.address = InetAddress.getByName(plan.target().getHost());
  }

  /**
   * Sends everything and returns how long that took; earlier when the run is ended or the outcomes
   * cannot be kept.
   */
  Duration run() throws InterruptedException {
    firstDue = clock.now();
    return run(
        Stream.generate(() -> new RushUser(this, connection(), plan.timeout()))
            .limit(Math.min(plan.concurrency(), plan.count()))
            .toList());
  }

  /** As {@link #run()}, with users that send what they want. */
  Duration run(List<? extends RushUser> all) throws InterruptedException {
    long begin = now();
    List<Thread> threads = new ArrayList<>(all.size());
    for (RushUser user : all) {
      threads.add(Thread.ofVirtual().name("user-", threads.size()).start(user));
    }
    long graceOver = Long.MAX_VALUE;
    for (Thread thread : threads) {
      while (!thread.join(Duration.ofMillis(WATCH_MILLIS))) {
        long now = now();
        all.forEach(user -> user.checkDeadline(now));
        if (acknowledgements.failed()) {
          end();
        }
        if (ending() && graceOver == Long.MAX_VALUE) {
          graceOver = now + GRACE.toNanos();
        }
        if (now > graceOver) {
          // Interrupting a virtual thread in the middle of a socket call closes the socket: the
          // call fails at once.
          threads.forEach(Thread::interrupt);
        }
      }
    }
    return Duration.ofNanos(now() - begin);
  }

  /** Returns a connection that is not open yet. */
  KeepAliveConnection connection() {
    return new KeepAliveConnection(address, plan.target(), CONNECT_TIMEOUT);
  }

  /** Returns the headers with which a student signs in. */
  Map<String, String> sessionOf(long studentId) {
    return sessions.headers(studentId);
  }

  /** Begins no more requests. */
  void end() {
    ending.countDown();
  }

  boolean ending() {
    return ending.getCount() == 0;
  }

  /** The number of the next request, -1 when there is none left to send. */
  long next() {
    if (ending()) {
      return -1;
    }
    long i = next.getAndIncrement();
    return i < plan.count() ? i : -1;
  }

  Pair pair(long i) {
    return demand.pair(i);
  }

  /** When the first requests are due. */
  long firstDue() {
    return firstDue;
  }

  long dueNanos(long i, long previousEnd) {
    return plan.schedule().dueNanos(i, firstDue, previousEnd);
  }

  /** Waits until that time; false when the run was ended meanwhile. */
  boolean awaitDue(long dueNanos) throws InterruptedException {
    long wait = dueNanos - now();
    return wait <= 0 || !ending.await(wait, TimeUnit.NANOSECONDS);
  }

  void record(RequestOutcome outcome) throws InterruptedException {
    acknowledgements.put(outcome);
  }

  void connected(long nanos) {
    slowestConnect.accumulateAndGet(nanos, Math::max);
  }

  Duration slowestConnect() {
    return Duration.ofNanos(slowestConnect.get());
  }

  long now() {
    return clock.now();
  }

  long sinceStart(long nanoTime) {
    return clock.sinceStart(nanoTime);
  }
}
