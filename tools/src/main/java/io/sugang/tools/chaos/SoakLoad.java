package io.sugang.tools.chaos;

import io.sugang.tools.http.AnswerBody;
import io.sugang.tools.http.KeepAliveConnection;
import io.sugang.tools.rush.Dataset;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A mixed load without an end: reads, enrollments with and without keys, cancels, and clients that
 * go away. Seats are given back as soon as many are taken, so that others can be won for hours.
 */
final class SoakLoad implements AutoCloseable {
  private static final int READS = 40;
  private static final int CANCELS = 25;
  private static final int ABORTS = 3;
  private static final int LONGEST_ABORT_MILLIS = 10;
  private static final long PATIENCE_MILLIS = 5_000;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private final URI target;
  private final Dataset dataset;
  private final int mostSeats;
  private final long pauseMillis;
  private final String run = Long.toString(System.currentTimeMillis(), 36);
  private final Queue<Long> seats = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicLong> answers = new ConcurrentSkipListMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("soak-deadlines").factory());
  private boolean held;
  private int resting;
  private volatile boolean ended;

  /**
   * @param mostSeats begins to cancel more than it enrolls with so many seats
   * @param perSecond requests of all clients together
   */
  SoakLoad(URI target, Dataset dataset, int mostSeats, int clients, int perSecond) {
    this.target = target;
    this.dataset = dataset;
    this.mostSeats = mostSeats;
    this.pauseMillis = Math.max(1, clients * 1000L / perSecond);
    for (int i = 0; i < clients; i++) {
      threads.add(Thread.ofVirtual().name("soak-client-" + i).start(this::ask));
    }
  }

  /** Returns when no request is under way; nothing is sent until {@link #resume}. */
  synchronized void hold() throws InterruptedException {
    held = true;
    while (resting < threads.stream().filter(Thread::isAlive).count()) {
      wait(1_000);
    }
  }

  synchronized void resume() {
    held = false;
    notifyAll();
  }

  /** How many requests ended how: the status of HTTP, or why there is none. */
  Map<String, AtomicLong> answers() {
    return answers;
  }

  /** Answers to a kind of request. */
  long answers(String outcome) {
    AtomicLong number = answers.get(outcome);
    return number == null ? 0 : number.get();
  }

  private synchronized void restWhileHeld() throws InterruptedException {
    if (held) {
      resting++;
      notifyAll();
      while (held) {
        wait();
      }
      resting--;
    }
  }

  private void ask() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try (KeepAliveConnection connection =
        new KeepAliveConnection(InetAddress.getByName(target.getHost()), target, CONNECT_TIMEOUT)) {
      while (!ended) {
        restWhileHeld();
        next(connection, random);
        Thread.sleep(random.nextLong(2 * pauseMillis));
      }
    } catch (IOException unknownHost) {
      throw new IllegalStateException(unknownHost);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void next(KeepAliveConnection connection, ThreadLocalRandom random) {
    int dice = random.nextInt(100);
    if (dice < READS) {
      String path =
          dice % 4 == 0
              ? "/api/courses?size=20"
              : "/api/students/" + any(dataset.students(), random);
      send(connection, "GET", path, null, null, random);
      return;
    }
    if (dice < READS + CANCELS || taken.get() > mostSeats) {
      Long seat = seats.poll();
      if (seat != null) {
        taken.decrementAndGet();
        send(connection, "DELETE", "/api/enrollments/" + seat, null, null, random);
        return;
      }
    }
    enroll(connection, random);
  }

  private void enroll(KeepAliveConnection connection, ThreadLocalRandom random) {
    double skewed = random.nextDouble();
    long course = dataset.courses()[(int) (dataset.courses().length * skewed * skewed)];
    byte[] body =
        String.format(
                Locale.ROOT,
                "{\"studentId\":%d,\"courseId\":%d}",
                any(dataset.students(), random),
                course)
            .getBytes(StandardCharsets.US_ASCII);
    String key = random.nextBoolean() ? "soak-" + run + "-" + numbers.incrementAndGet() : null;
    AnswerBody answer =
        AnswerBody.of(send(connection, "POST", "/api/enrollments", body, key, random));
    if (answer.enrollmentId() != null) {
      seats.add(answer.enrollmentId());
      taken.incrementAndGet();
    }
  }

  // A client that hung up sends its request again, so that every seat is known and can be given
  // back; only a key returns the id of the enrollment.
  private byte[] send(
      KeepAliveConnection connection,
      String method,
      String path,
      byte @Nullable [] body,
      @Nullable String key,
      ThreadLocalRandom random) {
    boolean leaves = random.nextInt(100) < ABORTS && (body == null || key != null);
    if (leaves) {
      byte[] answer =
          exchange(
              connection, method, path, body, key, random.nextInt(LONGEST_ABORT_MILLIS), " left");
      if (answer != null) {
        return answer;
      }
    }
    byte[] answer = exchange(connection, method, path, body, key, PATIENCE_MILLIS, " no answer");
    return answer == null ? new byte[0] : answer;
  }

  private byte @Nullable [] exchange(
      KeepAliveConnection connection,
      String method,
      String path,
      byte @Nullable [] body,
      @Nullable String key,
      long patienceMillis,
      String otherwise) {
    var deadline = deadlines.schedule(connection::abort, patienceMillis, TimeUnit.MILLISECONDS);
    try {
      KeepAliveConnection.HttpAnswer answer = connection.exchange(method, path, body, key);
      count(method + " " + answer.status());
      return answer.body();
    } catch (IOException noAnswer) {
      count(method + otherwise);
      return null;
    } finally {
      if (!deadline.cancel(false)) {
        // it may come in the same instant: the next request needs another connection
        connection.close();
      }
    }
  }

  private void count(String outcome) {
    answers.computeIfAbsent(outcome, _ -> new AtomicLong()).incrementAndGet();
  }

  private static long any(long[] ids, ThreadLocalRandom random) {
    return ids[random.nextInt(ids.length)];
  }

  @Override
  public void close() {
    // After a signal too, the load ends before anything else begins.
    boolean interrupted = Thread.interrupted();
    ended = true;
    resume();
    try {
      Clients.join(threads);
    } catch (InterruptedException again) {
      interrupted = true;
    }
    deadlines.shutdownNow();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
