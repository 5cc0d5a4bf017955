package io.sugang.seats.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SeatCircuitTests {
  private static final int ROUNDS = 500;

  /** Whichever comes first. */
  @Test
  void aDoubtAtTheInstantOfTheClosingIsNotLost() {
    SeatCircuit circuit = new SeatCircuit(Duration.ofSeconds(2));
    CyclicBarrier together = new CyclicBarrier(2);
    for (int round = 0; round < ROUNDS; round++) {
      long openings = circuit.openings();
      CompletableFuture<Void> close =
          CompletableFuture.runAsync(() -> {
            meet(together);
            circuit.close(openings);
          });
      CompletableFuture<Void> open =
          CompletableFuture.runAsync(() -> {
            meet(together);
            circuit.open("of the test");
          });
      CompletableFuture.allOf(close, open).join();
      assertThat(circuit.closed()).as("round %d", round).isFalse();
    }
  }

  @Test
  void theGateMayLackRowsForTenSecondsAfterEachClosing() {
    AtomicLong nanos = new AtomicLong();
    SeatCircuit circuit = new SeatCircuit(Duration.ofSeconds(2), nanos::get);
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    circuit.close(circuit.openings());
    assertThat(circuit.closedRecently()).isTrue();
    nanos.addAndGet(Duration.ofMillis(9_999).toNanos());
    assertThat(circuit.closedRecently()).isTrue();
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(circuit.closedRecently()).isFalse();
    circuit.open("of the test");
    circuit.close(circuit.openings());
    assertThat(circuit.closedRecently()).isTrue();
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
