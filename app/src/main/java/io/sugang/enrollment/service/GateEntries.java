package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.Settlement;
import io.sugang.seats.ledger.Seat;
import io.sugang.seats.reconciler.RosterRepair;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Settlement of entries at the gate by the rows of the ledger. Without a token, or without an
 * answer that the entry is settled, the reconciler gets the course.
 */
@Component
class GateEntries {
  private final SeatGate gate;
  private final RosterRepair rosters;

  GateEntries(SeatGate gate, RosterRepair rosters) {
    this.gate = gate;
    this.rosters = rosters;
  }

  /** Settles the entry of a student who has a row. */
  // The answer need not wait for it: until it is settled the entry holds the seat just as well.
  void confirm(Seat seat, @Nullable String token) {
    if (token == null) {
      rosters.suspect(seat.seatsId());
    } else {
      gate.confirm(seat.studentId(), seat.seatsId(), token)
          .thenAccept(settlement -> suspectUnlessSettled(seat, settlement));
    }
  }

  /**
   * Settles the entry of a student who has no row. Completes within the gate's time limit, never
   * exceptionally.
   */
  CompletableFuture<Void> release(Seat seat, @Nullable String token) {
    return token == null
        ? completedFuture(null)
        : gate.release(seat.studentId(), seat.seatsId(), token)
            .thenAccept(settlement -> suspectUnlessSettled(seat, settlement))
            .toCompletableFuture();
  }

  /**
   * Settles the entry that a call without an answer may have made, of a student who has no row.
   * Completes within the gate's time limit, never exceptionally.
   */
  CompletableFuture<Void> releaseUnanswered(Seat seat, String token) {
    return gate.release(seat.studentId(), seat.seatsId(), token)
        .thenAccept(settlement -> {
          if (settlement == Settlement.UNKNOWN) {
            rosters.suspect(seat.seatsId());
          }
        })
        .toCompletableFuture();
  }

  /** Leaves the course to the reconciler unless its entry is settled. */
  void suspectUnlessSettled(Seat seat, Settlement settlement) {
    if (settlement != Settlement.SETTLED) {
      rosters.suspect(seat.seatsId());
    }
  }
}
