package io.sugang.lab.chaos;

import io.sugang.lab.http.AnswerBody;
import io.sugang.lab.http.KeepAliveConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * A student's browser: asks, gives up when nothing comes, and asks again until it knows, with the
 * same {@code Idempotency-Key} where its planned request has one. Belongs to one thread.
 */
final class Client implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(5);
  static final Duration IMPATIENCE = Duration.ofMillis(40);

  private static final String ENROLLMENTS = "/api/enrollments";
  private static final String PRESS = "/api/me/basket/enrollments";

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

  /** Sends these headers with each later request. */
  void actAs(Map<String, String> headers) {
    connection.actAs(headers);
  }

  /** Sends the request of {@code attempt} once more, with its key if it had one. */
  void repeat(Attempt attempt) {
    post(attempt.plannedRequest(), attempt.request(), PATIENCE);
  }

  /**
   * Enrolls, and asks until there is an answer that decides.
   *
   * @param firstPatience gives the first attempt up after this time
   * @param until gives up for good then, by {@link System#nanoTime}
   * @return the last attempt, in doubt when the time was over
   */
  Attempt enroll(
      PlannedRequest planned, String suffix, Duration firstPatience, LongSupplier until) {
    String request = run + "-" + planned.number() + suffix;
    Duration patience = firstPatience;
    while (true) {
      Attempt attempt = post(planned, request, patience);
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
  Attempt enroll(PlannedRequest planned, String suffix, long until) {
    return enroll(planned, suffix, PATIENCE, () -> until);
  }

  /**
   * Cancels {@code enrollmentId}, and asks until there is an answer that decides. Every second
   * student whose cancel was answered 503 looks first, and keeps the enrollment that is still
   * there.
   *
   * @return the last attempt; a look when the student keeps the enrollment
   */
  Attempt cancel(PlannedRequest planned, long enrollmentId, LongSupplier until) {
    while (true) {
      Attempt attempt = once(Attempt.AttemptKind.CANCEL, "DELETE", planned, enrollmentId);
      if (attempt.cancelWithoutOutcome() && planned.number() % 2 == 0) {
        Attempt look = once(Attempt.AttemptKind.LOOK, "GET", planned, enrollmentId);
        if (look.seen()) {
          return look;
        }
      }
      if (!again(attempt, until)) {
        return attempt;
      }
    }
  }

  private Attempt once(
      Attempt.AttemptKind kind, String method, PlannedRequest planned, long enrollmentId) {
    return send(
        kind,
        planned,
        enrollmentId,
        method,
        ENROLLMENTS + "/" + enrollmentId,
        null,
        run + "-cancel-" + enrollmentId,
        PATIENCE);
  }

  /**
   * Enrolls in all the courses by one press, and presses again those that are not decided. Each
   * course is an attempt of its own, with the times of its press.
   *
   * @param plannedRequests of one student, as whom this client acts
   */
  List<Attempt> press(List<PlannedRequest> plannedRequests, LongSupplier until) {
    List<Attempt> decided = new ArrayList<>();
    List<PlannedRequest> open = plannedRequests;
    while (true) {
      List<PlannedRequest> undecided = new ArrayList<>();
      for (Attempt attempt : pressOnce(open)) {
        if (!attempt.definitive() && retryable(attempt)) {
          undecided.add(attempt.plannedRequest());
        } else {
          decided.add(attempt);
        }
      }
      if (undecided.isEmpty() || System.nanoTime() >= until.getAsLong() || !pause()) {
        return decided;
      }
      open = undecided;
    }
  }

  private List<Attempt> pressOnce(List<PlannedRequest> plannedRequests) {
    String courses =
        plannedRequests.stream()
            .map(planned ->
                planned.keyed()
                    ? "{\"courseId\":%d,\"idempotencyKey\":\"%s\"}"
                        .formatted(planned.courseId(), name(planned))
                    : "{\"courseId\":%d}".formatted(planned.courseId()))
            .collect(Collectors.joining(","));
    Exchanged answer =
        exchange("POST", PRESS, ascii("{\"courses\":[" + courses + "]}"), null, PATIENCE);
    JsonNode lines = answer.lines();
    List<Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < plannedRequests.size(); i++) {
      PlannedRequest planned = plannedRequests.get(i);
      JsonNode line = lines.path(i);
      boolean ofTheLine = line.path("courseId").asLong(0) == planned.courseId();
      JsonNode code = line.path("problem").path("code");
      attempts.add(
          added(
              Attempt.AttemptKind.ENROLL,
              planned,
              name(planned),
              0,
              answer,
              ofTheLine ? line.path("status").asInt(0) : answer.statusWithoutLine(),
              ofTheLine ? (code.isString() ? code.asString() : null) : answer.body().code(),
              line.path("enrollment").path("enrollmentId").asLong(0)));
    }
    return attempts;
  }

  private String name(PlannedRequest planned) {
    return run + "-" + planned.number();
  }

  private static boolean again(Attempt attempt, LongSupplier until) {
    if (attempt.definitive() || !retryable(attempt) || System.nanoTime() >= until.getAsLong()) {
      return false;
    }
    return pause();
  }

  private static boolean pause() {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(100, 500));
      return true;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  // 409 here: the first request with this key is still in flight.
  private static boolean retryable(Attempt attempt) {
    return attempt.inDoubt() || attempt.status() == 409 || attempt.status() == 429;
  }

  private Attempt post(PlannedRequest planned, String name, Duration patience) {
    PlannedRequest.Lift lift = planned.lift();
    return lift == null
        ? send(
            Attempt.AttemptKind.ENROLL,
            planned,
            0,
            "POST",
            ENROLLMENTS,
            body(planned),
            name,
            patience)
        : send(
            Attempt.AttemptKind.ENROLL,
            planned,
            0,
            "POST",
            "/api/me/overrides/%d/confirm".formatted(lift.overrideId()),
            null,
            name,
            patience);
  }

  private Attempt send(
      Attempt.AttemptKind kind,
      PlannedRequest planned,
      long target,
      String method,
      String path,
      byte @Nullable [] body,
      String name,
      Duration patience) {
    String key =
        kind == Attempt.AttemptKind.ENROLL && planned.keyed() && planned.lift() == null
            ? name
            : null;
    Exchanged answer = exchange(method, path, body, key, patience);
    return added(
        kind,
        planned,
        name,
        target,
        answer,
        answer.status(),
        answer.body().code(),
        answer.status() == 201 ? Objects.requireNonNullElse(answer.body().enrollmentId(), 0L) : 0);
  }

  private Attempt added(
      Attempt.AttemptKind kind,
      PlannedRequest planned,
      String name,
      long target,
      Exchanged answer,
      int status,
      @Nullable String code,
      long enrollmentId) {
    Attempt attempt =
        new Attempt(
            kind,
            planned,
            name,
            planned.studentId(),
            planned.courseId(),
            target,
            answer.start(),
            answer.end(),
            status,
            code,
            enrollmentId,
            answer.reason());
    history.add(attempt);
    return attempt;
  }

  private record Exchanged(
      long start, long end, int status, AnswerBody body, byte[] content, @Nullable String reason) {
    /** The answers of a press; nothing for any other answer. */
    JsonNode lines() {
      try {
        return status == 200
            ? JsonMapper.shared().readTree(content).path("answers")
            : MissingNode.getInstance();
      } catch (JacksonException cut) {
        return MissingNode.getInstance();
      }
    }

    // A press is answered as a whole; a 200 that lacks a line is none of the contract.
    int statusWithoutLine() {
      return status == 200 ? 500 : status;
    }
  }

  private Exchanged exchange(
      String method, String path, byte @Nullable [] body, @Nullable String key, Duration patience) {
    AtomicBoolean gaveUp = new AtomicBoolean();
    long turn = underWay;
    ScheduledFuture<?> deadline =
        deadlines.schedule(() -> giveUp(turn, gaveUp), patience.toMillis(), TimeUnit.MILLISECONDS);
    int status = 0;
    byte[] content = {};
    String reason = null;
    long start = System.nanoTime();
    try {
      KeepAliveConnection.HttpAnswer answer = connection.exchange(method, path, body, key);
      status = answer.status();
      content = answer.body();
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
    return new Exchanged(start, end, status, AnswerBody.of(content), content, reason);
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

  private static byte[] body(PlannedRequest planned) {
    return ascii(
        "{\"studentId\":%d,\"courseId\":%d}".formatted(planned.studentId(), planned.courseId()));
  }

  private static byte[] ascii(String json) {
    return json.getBytes(StandardCharsets.US_ASCII);
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
