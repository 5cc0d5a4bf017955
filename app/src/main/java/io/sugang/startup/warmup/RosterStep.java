package io.sugang.startup.warmup;

import io.sugang.seats.gate.SeatControl;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Step that waits until the rosters of all courses are in Redis and the gate is in use. */
final class RosterStep implements WarmupStep {
  private final RosterRepair rosters;
  private final SeatControl control;
  private final Duration timeLimit;

  RosterStep(RosterRepair rosters, SeatControl control, Duration timeLimit) {
    this.rosters = rosters;
    this.control = control;
    this.timeLimit = timeLimit;
  }

  @Override
  public String name() {
    return "rosters";
  }

  @Override
  public Duration timeLimit() {
    return timeLimit;
  }

  @Override
  public String run() throws TimeoutException {
    if (control == SeatControl.LOCK) {
      return "none, MySQL decides alone";
    }
    if (!rosters.awaitFresh(timeLimit)) {
      throw new TimeoutException(
          "the gate is not in use after "
              + timeLimit.toSeconds()
              + " s; check that Redis runs and can be reached");
    }
    return "the gate is in use";
  }
}
