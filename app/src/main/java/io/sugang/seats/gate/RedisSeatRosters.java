package io.sugang.seats.gate;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.sugang.platform.ids.IdText;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Rosters of the gate in Redis, by {@code summarize_course.lua}, {@code begin_roster_load.lua},
 * {@code load_roster.lua} and {@code raise_capacity.lua}.
 */
final class RedisSeatRosters implements SeatRosters {
  private static final String RUN_ID = "run_id:";
  private static final String TIME = "server_time_usec:";
  // Beginnings of Redis' errors for a key of another type, and for an error of the script.
  private static final String WRONG_TYPE = "WRONGTYPE";
  private static final String SCRIPT_FAILED = "ERR user_script:";

  private final GateConnection requestConnection;
  private final GateConnection connection;
  private final RedisClock clock;

  RedisSeatRosters(
      GateConnection requestConnection, GateConnection rosterConnection, RedisClock clock) {
    this.requestConnection = requestConnection;
    this.connection = rosterConnection;
    this.clock = clock;
  }

  @Override
  public boolean connect() {
    return requestConnection.connect() && connection.connect();
  }

  @Override
  public Optional<String> runAndTime() {
    long asked = System.nanoTime();
    try {
      String server =
          connection.commands(redis -> redis.info("server")).toCompletableFuture().join();
      return line(server, TIME)
          .flatMap(micros -> {
            clock.read(asked, Long.parseLong(micros));
            return line(server, RUN_ID);
          });
    } catch (CompletionException failure) {
      return Optional.empty();
    }
  }

  private static Optional<String> line(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst();
  }

  @Override
  public CompletionStage<CourseSummary> summarize(SeatsId seatsId) {
    return ofCourse(
        seatsId,
        connection
            .<List<Object>>eval(
                SeatScript.SUMMARIZE_COURSE,
                ScriptOutputType.MULTI,
                SeatKeys.of(seatsId).forSummarizeCourse())
            .thenApply(reply -> {
              int held = Math.toIntExact((Long) reply.get(1));
              return new CourseSummary(
                  capacity(reply.get(0)),
                  held,
                  pending((List<?>) reply.get(2), (String) reply.get(3)).values());
            }));
  }

  @Override
  public CompletionStage<Snapshot> begin(SeatsId seatsId) {
    return ofCourse(
        seatsId,
        connection
            .<List<Object>>eval(
                SeatScript.BEGIN_ROSTER_LOAD,
                ScriptOutputType.MULTI,
                SeatKeys.of(seatsId).forBeginRosterLoad(),
                UUID.randomUUID().toString())
            .thenApply(reply -> snapshot(seatsId, reply)));
  }

  private static <T> CompletionStage<T> ofCourse(SeatsId seatsId, CompletionStage<T> answer) {
    return answer.exceptionallyCompose(failure -> {
      Throwable cause = cause(failure);
      if (RedisFullException.isCauseOf(cause)) {
        return CompletableFuture.failedFuture(new RedisFullException(seatsId, cause));
      }
      return CompletableFuture.failedFuture(
          isOfTheCourse(cause) ? new UnreadableCourseException(seatsId, cause) : cause);
    });
  }

  // All other errors (no right, loading, read-only) concern every course.
  private static boolean isOfTheCourse(Throwable failure) {
    if (failure instanceof RedisCommandExecutionException refused) {
      String reason = String.valueOf(refused.getMessage());
      return reason.startsWith(WRONG_TYPE) || reason.startsWith(SCRIPT_FAILED);
    }
    // Parsing: numbers, and entries without the bar between token and time.
    return failure instanceof IllegalArgumentException
        || failure instanceof IndexOutOfBoundsException
        || failure instanceof ArithmeticException;
  }

  private static Snapshot snapshot(SeatsId seatsId, List<Object> reply) {
    return new Snapshot(
        seatsId,
        (String) reply.get(0),
        capacity(reply.get(1)),
        IdText.parse((String) reply.get(2)),
        pending((List<?>) reply.get(3), (String) reply.get(4)));
  }

  private static OptionalInt capacity(@Nullable Object reply) {
    return reply == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt((String) reply));
  }

  private static Map<StudentId, OpenEntry> pending(List<?> fields, String millis) {
    long now = Long.parseLong(millis);
    Map<StudentId, OpenEntry> pending = new HashMap<>();
    for (int i = 0; i < fields.size(); i += 2) {
      StudentId student = new StudentId(Long.parseLong((String) fields.get(i)));
      String entry = (String) fields.get(i + 1);
      int bar = entry.lastIndexOf('|');
      long opened = Long.parseLong(entry.substring(bar + 1));
      pending.put(student, new OpenEntry(student, entry.substring(0, bar), now - opened));
    }
    return pending;
  }

  @Override
  public CompletionStage<Settlement> load(
      SeatsId seatsId, String ticket, int capacity, Set<StudentId> roster) {
    String[] args = new String[2 + roster.size()];
    args[0] = ticket;
    args[1] = Integer.toString(capacity);
    int i = 2;
    for (StudentId student : roster) {
      args[i++] = student.toString();
    }
    return ofCourse(
        seatsId,
        connection
            .call(SeatScript.LOAD_ROSTER, SeatKeys.of(seatsId).forLoadRoster(), args)
            .thenApply(code -> code == SeatCode.OK ? Settlement.SETTLED : Settlement.GONE));
  }

  // By the connection of requests: its calls take no longer than theirs.
  @Override
  public CompletionStage<Settlement> raise(SeatsId seatsId, int capacity) {
    return requestConnection
        .call(
            SeatScript.RAISE_CAPACITY,
            SeatKeys.of(seatsId).forRaiseCapacity(),
            Integer.toString(capacity))
        .thenApply(code -> code == SeatCode.OK ? Settlement.SETTLED : Settlement.GONE);
  }

  @Override
  public CompletionStage<Void> forget(SeatsId seatsId) {
    return connection
        .commands(redis -> redis.del(SeatKeys.of(seatsId).all()))
        .thenAccept(deleted -> {});
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
