package io.sugang.enrollment.service;

import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.window.ReadCoalescer;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentLedger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Which of several pools have free seats at one instant. Gates that are asked one after the other
 * do not say that: a seat may have moved from a pool that is not asked yet to one that was full.
 * The ledger shows all of them in one statement, which requests share.
 */
@Component
class FreeSeats {
  // A bounded number of statements, however many requests are rejected.
  private static final Duration GATHER = Duration.ofMillis(2);
  private static final Duration LONGEST_READ = Duration.ofSeconds(4);

  private final ReadCoalescer<List<SeatsId>, Map<SeatsId, CourseSeats>> reads;

  FreeSeats(EnrollmentLedger ledger) {
    reads =
        new ReadCoalescer<>(
            questions ->
                ledger.seats(questions.stream().flatMap(List::stream).collect(Collectors.toSet())),
            GATHER);
  }

  /**
   * Returns those of the pools that have a free seat, in their order, by a read that begins after
   * the call.
   *
   * @return fails as the ledger does, or with a TimeoutException after 4 s; what follows on it must
   *     not wait
   */
  CompletableFuture<List<SeatsId>> among(List<SeatsId> pools) {
    return reads
        .ask(pools)
        .orTimeout(LONGEST_READ.toNanos(), TimeUnit.NANOSECONDS)
        .thenApply(seats -> pools.stream().filter(pool -> isFree(seats.get(pool))).toList());
  }

  private static boolean isFree(@Nullable CourseSeats seats) {
    return seats != null && seats.hasFree();
  }
}
