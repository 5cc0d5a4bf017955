package io.sugang.seats.gate;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Circuit of the gate. It is open (the ledger decides alone) from the start, after failed calls,
 * and after every lost connection, because Redis may come back empty or with old rosters. It sends
 * no probe by itself: the reconciler does, and closes it when all rosters are fresh.
 */
public class SeatCircuit {
  private static final Logger log = LoggerFactory.getLogger(SeatCircuit.class);

  // Other instances close their circuits later, and claim without the gate until then. Their rows
  // come to the gate with their next load. I4 limits both.
  private static final long LATER_ROWS_NANOS = Duration.ofSeconds(10).toNanos();

  // Fewer calls are no evidence about Redis.
  private static final int MINIMUM_CALLS = 5;

  private final CircuitBreaker breaker;
  private final List<Runnable> openListeners = new CopyOnWriteArrayList<>();
  private final LongAdder fallbacks = new LongAdder();
  private final LongSupplier nanoClock;

  // Grows with every opening, so that a reconciliation that began before one cannot close the
  // circuit.
  private long openings = 1;
  private volatile long closedNanos;

  SeatCircuit(Duration failureWindow) {
    this(failureWindow, System::nanoTime);
  }

  /**
   * @param nanoClock of the time since the circuit closed
   */
  SeatCircuit(Duration failureWindow, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    closedNanos = nanoClock.getAsLong();
    breaker =
        CircuitBreaker.of(
            "seat-gate",
            CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.TIME_BASED)
                .slidingWindowSize(Math.toIntExact(failureWindow.toSeconds()))
                .minimumNumberOfCalls(MINIMUM_CALLS)
                .failureRateThreshold(50)
                // Only the reconciler ends the open state.
                .waitDurationInOpenState(Duration.ofDays(365))
                .build());
    breaker.transitionToOpenState();
    breaker
        .getEventPublisher()
        .onStateTransition(event -> {
          if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
            log.warn(
                "The gate is out of use: the ledger decides alone until all rosters are loaded");
            fallbacks.increment();
            doubt();
          }
        });
  }

  /** Returns whether the gate may be asked now. */
  public boolean closed() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }

  /**
   * Returns whether the circuit closed so recently that the gate may lack rows of claims that did
   * without it.
   */
  boolean closedRecently() {
    return nanoClock.getAsLong() - closedNanos < LATER_ROWS_NANOS;
  }

  /** Stops the use of the gate until the rosters were loaded again. */
  public void open(String reason) {
    if (closed()) {
      log.warn("The gate is in doubt: {}", reason);
    }
    doubt();
  }

  private void doubt() {
    synchronized (this) {
      openings++;
      // Also where a close came between the doubt and here: it did not know of it.
      if (closed()) {
        breaker.transitionToOpenState();
      }
    }
    openListeners.forEach(Runnable::run);
  }

  /** Calls {@code listener} on every opening; it must not block. */
  public void onOpen(Runnable listener) {
    openListeners.add(listener);
  }

  /**
   * Returns how often the gate went out of use. An opening while the circuit is open does not
   * count.
   */
  long fallbacks() {
    return fallbacks.sum();
  }

  /** Returns the number of openings so far, to be given to {@link #close}. */
  public synchronized long openings() {
    return openings;
  }

  /**
   * Lets requests use the gate again.
   *
   * @param openingsBefore {@link #openings} as it was before the rosters were loaded; another
   *     opening since forbids it
   */
  public void close(long openingsBefore) {
    synchronized (this) {
      if (openings != openingsBefore || closed()) {
        return;
      }
      closedNanos = nanoClock.getAsLong();
      breaker.transitionToClosedState();
    }
    log.info("The gate is in use: all rosters are fresh");
  }

  void succeeded(long nanos) {
    breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
  }

  void failed(long nanos, Throwable failure) {
    breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
  }
}
