package io.sugang.seats.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
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

  private static void meet(CyclicBarrier together) {
    try {
      together.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
