package io.sugang.tools.chaos;

import io.sugang.tools.http.AnswerBody;
import io.sugang.tools.http.KeepAliveConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A student's browser: asks, gives up when nothing comes, and asks again until it knows, with the
 * same {@code Idempotency-Key} where its planned request has one. Belongs to one thread.
 */
final class Client implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(5);
  static final Duration IMPATIENCE = Duration.ofMillis(40);

  private static final String ENROLLMENTS = "/api/enrollments";

  private final KeepAliveConnection connection;
  private final History history;
  private final ScheduledExecutorService deadlines;
  private final String run;
  private long underWay;

  /**
   * @param run makes the keys of this run unlike those of all others
   */
  Client(
      KeepAliveConnection connection,
      History history,
      ScheduledExecutorService deadlines,
      String run) {
    this.connection = connection;
    this.history = history;
    this.deadlines = deadlines;
    this.run = run;
  }

  /** Sends the request of {@code attempt} once more, with its key if it had one. */
  void repeat(Attempt attempt) {
    PlannedRequest wish = attempt.wish();
    send(
        Attempt.AttemptKind.ENROLL,
        wish,
        0,
        "POST",
        ENROLLMENTS,
        body(wish),
        attempt.request(),
        PATIENCE);
  }

  /**
   * Enrolls, and asks until there is an answer that decides.
   *
   * @param firstPatience gives the first attempt up after this time
   * @param until gives up for good then, by {@link System#nanoTime}
   * @return the last attempt, in doubt when the time was over
   */
  Attempt enroll(PlannedRequest wish, String suffix, Duration firstPatience, LongSupplier until) {
    String request = run + "-" + wish.number() + suffix;
    byte[] body = body(wish);
    Duration patience = firstPatience;
    while (true) {
      Attempt attempt =
          send(Attempt.AttemptKind.ENROLL, wish, 0, "POST", ENROLLMENTS, body, request, patience);
      if (!again(attempt, until)) {
        return attempt;
      }
      patience = PATIENCE;
    }
  }

  /**
   * As {@link #enroll(PlannedRequest, String, Duration, LongSupplier)}, with patience and one
   * deadline.
   */
  Attempt enroll(PlannedRequest wish, String suffix, long until) {
    return enroll(wish, suffix, PATIENCE, () -> until);
  }

  /** Cancels {@code enrollmentId}, and asks until there is an answer that decides. */
  Attempt cancel(PlannedRequest wish, long enrollmentId, LongSupplier until) {
    while (true) {
      Attempt attempt =
          send(
              Attempt.AttemptKind.CANCEL,
              wish,
              enrollmentId,
              "DELETE",
              ENROLLMENTS + "/" + enrollmentId,
              null,
              run + "-cancel-" + enrollmentId,
              PATIENCE);
      if (!again(attempt, until)) {
        return attempt;
      }
    }
  }

  private static boolean again(Attempt attempt, LongSupplier until) {
    if (attempt.definitive() || !retryable(attempt) || System.nanoTime() >= until.getAsLong()) {
      return false;
    }
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(100, 500));
      return true;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  // 409 here: the first request with this key is still under way.
  private static boolean retryable(Attempt attempt) {
    return attempt.inDoubt() || attempt.status() == 409 || attempt.status() == 429;
  }

  private Attempt send(
      Attempt.AttemptKind kind,
      PlannedRequest wish,
      long target,
      String method,
      String path,
      byte @Nullable [] body,
      String name,
      Duration patience) {
    AtomicBoolean gaveUp = new AtomicBoolean();
    long turn = underWay;
    ScheduledFuture<?> deadline =
        deadlines.schedule(() -> giveUp(turn, gaveUp), patience.toMillis(), TimeUnit.MILLISECONDS);
    int status = 0;
    AnswerBody problem = AnswerBody.NOTHING;
    String reason = null;
    String key = kind == Attempt.AttemptKind.ENROLL && wish.keyed() ? name : null;
    long start = System.nanoTime();
    try {
      KeepAliveConnection.HttpAnswer answer = connection.exchange(method, path, body, key);
      status = answer.status();
      problem = AnswerBody.of(answer.body());
    } catch (IOException noAnswer) {
      reason = gaveUp.get() ? "gave up after " + patience.toMillis() + " ms" : reason(noAnswer);
    }
    long end = System.nanoTime();
    deadline.cancel(false);
    answered();
    if (gaveUp.get()) {
      // Also where the answer came in the same instant: the next request needs another connection.
      connection.close();
    }
    Attempt attempt =
        new Attempt(
            kind,
            wish,
            name,
            wish.studentId(),
            wish.courseId(),
            target,
            start,
            end,
            status,
            problem.code(),
            status == 201 ? Objects.requireNonNullElse(problem.enrollmentId(), 0L) : 0,
            reason);
    history.add(attempt);
    return attempt;
  }

  // A deadline that comes at the same time as the answer must not end the next request.
  private synchronized void giveUp(long turn, AtomicBoolean gaveUp) {
    if (turn == underWay) {
      gaveUp.set(true);
      connection.abort();
    }
  }

  private synchronized void answered() {
    underWay++;
  }

  private static byte[] body(PlannedRequest wish) {
    return "{\"studentId\":%d,\"courseId\":%d}"
        .formatted(wish.studentId(), wish.courseId())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String reason(IOException noAnswer) {
    String message = noAnswer.getMessage();
    return noAnswer.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  @Override
  public void close() {
    connection.close();
  }
}
