package io.sugang.enrollment.service;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Writes down what the reconciler is asked for. */
final class RecordedRosters implements RosterRepair {
  private final List<String> events;

  RecordedRosters(List<String> events) {
    this.events = events;
  }

  @Override
  public void suspect(SeatsId seatsId) {
    events.add("suspect");
  }

  @Override
  public void load(SeatsId seatsId) {
    events.add("load");
  }

  @Override
  public boolean reconcile(Collection<SeatsId> seatsIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void raise(SeatsId seatsId, int capacity) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean awaitFresh(Duration limit) {
    throw new UnsupportedOperationException();
  }
}
