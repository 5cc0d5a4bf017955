package io.sugang.seat;

import io.lettuce.core.ScriptOutputType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** {@code begin.lua} and {@code load.lua}. */
final class RedisSeatRosters implements SeatRosters {
  private static final String RUN_ID = "run_id:";
  private static final String TIME = "server_time_usec:";

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
  public CompletionStage<Snapshot> begin(long courseId) {
    return connection
        .<List<Object>>eval(
            SeatScript.BEGIN,
            ScriptOutputType.MULTI,
            SeatKeys.of(courseId).forBegin(),
            UUID.randomUUID().toString())
        .thenApply(reply -> snapshot(courseId, reply));
  }

  private static Snapshot snapshot(long courseId, List<Object> reply) {
    String capacity = (String) reply.get(1);
    Set<Long> students = new HashSet<>();
    for (Object student : (List<?>) reply.get(2)) {
      students.add(Long.valueOf((String) student));
    }
    long now = Long.parseLong((String) reply.get(4));
    List<?> fields = (List<?>) reply.get(3);
    Map<Long, OpenEntry> pending = new HashMap<>();
    for (int i = 0; i < fields.size(); i += 2) {
      long student = Long.parseLong((String) fields.get(i));
      String entry = (String) fields.get(i + 1);
      int bar = entry.lastIndexOf('|');
      long opened = Long.parseLong(entry.substring(bar + 1));
      pending.put(student, new OpenEntry(student, entry.substring(0, bar), now - opened));
    }
    return new Snapshot(
        courseId,
        (String) reply.get(0),
        capacity == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(capacity)),
        students,
        pending);
  }

  @Override
  public CompletionStage<Settlement> load(
      long courseId, String ticket, int capacity, Set<Long> roster) {
    String[] args = new String[2 + roster.size()];
    args[0] = ticket;
    args[1] = Integer.toString(capacity);
    int i = 2;
    for (long student : roster) {
      args[i++] = Long.toString(student);
    }
    return connection
        .call(SeatScript.LOAD, SeatKeys.of(courseId).forLoad(), args)
        .thenApply(code -> code == SeatCode.OK ? Settlement.SETTLED : Settlement.GONE);
  }
}
