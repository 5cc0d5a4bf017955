package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reader of the free seats of many courses in one pipeline. It uses the connection of the
 * reconciler: a page is 200 commands, which must not delay the scripts of requests.
 */
final class RedisSeatAvailability implements SeatAvailability {
  private final GateConnection connection;
  private final Duration timeout;
  private final SeatCircuit circuit;

  /**
   * @param timeout for a whole page; shorter than that of the connection
   */
  RedisSeatAvailability(GateConnection connection, Duration timeout, SeatCircuit circuit) {
    this.connection = connection;
    this.timeout = timeout;
    this.circuit = circuit;
  }

  private record Seats(
      SeatsId seatsId, CompletionStage<String> capacity, CompletionStage<Long> taken) {}

  @Override
  public Map<SeatsId, Integer> remaining(Collection<SeatsId> seatsIds) {
    if (!circuit.closed()) {
      return Map.of();
    }
    List<Seats> asked = new ArrayList<>(seatsIds.size());
    for (SeatsId seatsId : seatsIds) {
      SeatKeys keys = SeatKeys.of(seatsId);
      asked.add(
          new Seats(
              seatsId,
              connection.commands(redis -> redis.get(keys.capacity())),
              connection.commands(redis -> redis.scard(keys.students()))));
    }
    Map<SeatsId, Integer> remaining = new HashMap<>();
    long end = System.nanoTime() + timeout.toNanos();
    for (Seats seats : asked) {
      try {
        String capacity = await(seats.capacity(), end);
        long taken = await(seats.taken(), end);
        if (capacity != null) {
          remaining.put(seats.seatsId(), (int) Math.max(0, Integer.parseInt(capacity) - taken));
        }
      } catch (ExecutionException | NumberFormatException unreadable) {
        // A number for display: the caller takes a missing one from MySQL.
        continue;
      } catch (TimeoutException late) {
        return remaining;
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return remaining;
      }
    }
    return remaining;
  }

  private static <T> T await(CompletionStage<T> answer, long end)
      throws ExecutionException, TimeoutException, InterruptedException {
    // An answer that has arrived counts, also without any time left.
    return answer
        .toCompletableFuture()
        .get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
  }
}
