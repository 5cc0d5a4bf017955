package io.sugang.lab.rush;

import io.sugang.lab.http.AnswerBody;
import io.sugang.lab.http.KeepAliveConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One user with a connection of its own. This one takes the next request, waits until it is due,
 * sends it, waits for the answer. Runs on a virtual thread.
 */
sealed class RushUser implements Runnable permits WaitingStudent {

  private static final String PATH = "/api/enrollments";
  private static final long IDLE = Long.MAX_VALUE;

  // Without a pause, users whose server is gone would burn through the whole count within a second.
  private static final Duration PAUSE_AFTER_NO_ANSWER = Duration.ofMillis(100);

  private final Rush rush;
  private final KeepAliveConnection connection;
  private final long timeoutNanos;

  /** Deadline of the request in flight, in nanoseconds since the start of the run. */
  private volatile long deadline = IDLE;

  private volatile boolean timedOut;

  RushUser(Rush rush, KeepAliveConnection connection, Duration timeout) {
    this.rush = rush;
    this.connection = connection;
    this.timeoutNanos = timeout.toNanos();
  }

  @Override
  public void run() {
    long previousEnd = rush.firstDue();
    try (connection) {
      long i = rush.next();
      while (i >= 0) {
        long due = rush.dueNanos(i, previousEnd);
        RequestOutcome outcome = press(rush.pair(i), due);
        if (outcome == null) {
          return;
        }
        previousEnd = outcome.endNanos();
        if (outcome.lost()) {
          // The pause is the user's own and no latency of the server: the next request is due after
          // it.
          previousEnd += PAUSE_AFTER_NO_ANSWER.toNanos();
        }
        i = rush.next();
      }
    } catch (InterruptedException ended) {
      // The run was ended while this user had no request in flight.
      Thread.currentThread().interrupt();
    }
  }

  /** Opens the connection by a request that changes nothing. */
  final void connect() {
    deadline = rush.now() + timeoutNanos;
    try {
      connection.exchange("GET", "/clock", null);
    } catch (IOException noAnswer) {
      // The next request opens another connection, and says what became of it.
    } finally {
      deadline = IDLE;
    }
  }

  /** Waits until the request is due, sends and records it; null when the run was ended before. */
  final @Nullable RequestOutcome press(Pair pair, long due) throws InterruptedException {
    if (!rush.awaitDue(due) || rush.ending()) {
      return null;
    }
    RequestOutcome outcome = send(pair, due);
    rush.record(outcome);
    return outcome;
  }

  private RequestOutcome send(Pair pair, long due) {
    byte[] body =
        ("{\"studentId\":" + pair.studentId() + ",\"courseId\":" + pair.courseId() + "}")
            .getBytes(StandardCharsets.US_ASCII);
    connection.actAs(rush.sessionOf(pair.studentId()));
    timedOut = false;
    deadline = rush.now() + timeoutNanos;
    try {
      KeepAliveConnection.HttpAnswer answer = connection.exchange("POST", PATH, body);
      long end = rush.now();
      AnswerBody fields = AnswerBody.of(answer.body());
      return new RequestOutcome(
          pair, answer.status(), fields.code(), fields.enrollmentId(), null, due, sent(), end);
    } catch (IOException noAnswer) {
      long end = rush.now();
      return new RequestOutcome(pair, 0, null, null, reason(noAnswer), due, sent(), end);
    } finally {
      deadline = IDLE;
      if (connection.connectNanos() > 0) {
        rush.connected(connection.connectNanos());
      }
    }
  }

  private long sent() {
    return connection.sent() ? rush.sinceStart(connection.sentNanos()) : 0;
  }

  private String reason(IOException noAnswer) {
    if (timedOut) {
      return "no answer within " + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos) + " s";
    }
    if (rush.ending()) {
      return "the run was ended before the answer came";
    }
    @Nullable String message = noAnswer.getMessage();
    return noAnswer.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  /**
   * Gives up the request in flight after its deadline. Called by the thread that watches the
   * deadlines.
   */
  final void checkDeadline(long now) {
    if (deadline < now) {
      timedOut = true;
      connection.abort();
    }
  }
}
