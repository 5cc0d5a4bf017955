package io.sugang.seat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Reads capacity and number of taken seats of many courses in one pipeline. */
final class RedisSeatAvailability implements SeatAvailability {
  private final GateConnection connection;
  private final SeatCircuit circuit;

  RedisSeatAvailability(GateConnection connection, SeatCircuit circuit) {
    this.connection = connection;
    this.circuit = circuit;
  }

  private record Seats(
      long courseId, CompletionStage<String> capacity, CompletionStage<Long> taken) {}

  @Override
  public Map<Long, Integer> remaining(Collection<Long> courseIds) {
    if (!circuit.closed()) {
      return Map.of();
    }
    List<Seats> asked = new ArrayList<>(courseIds.size());
    for (long courseId : courseIds) {
      SeatKeys keys = SeatKeys.of(courseId);
      asked.add(
          new Seats(
              courseId,
              connection.commands(redis -> redis.get(keys.capacity())),
              connection.commands(redis -> redis.scard(keys.students()))));
    }
    Map<Long, Integer> remaining = new HashMap<>();
    try {
      for (Seats seats : asked) {
        String capacity = seats.capacity().toCompletableFuture().join();
        long taken = seats.taken().toCompletableFuture().join();
        if (capacity != null) {
          remaining.put(seats.courseId(), (int) Math.max(0, Integer.parseInt(capacity) - taken));
        }
      }
    } catch (CompletionException failure) {
      // A number for display: what Redis did not tell, the caller takes from MySQL.
      return remaining;
    }
    return remaining;
  }
}
