package io.sugang.seats.ledger;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A ledger for tests that override what they use of it; every other call fails. */
public abstract class UnusedLedger implements EnrollmentLedger {

  @Override
  public boolean available() {
    return true;
  }

  @Override
  public CompletableFuture<ClaimResult> claim(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<ClaimResult> claimGranted(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Cancel cancelled) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<StudentId, EnrollmentRow> lookUpBehindLock(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Map<StudentId, EnrollmentRow>> lookUpBehindBusyLock(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> findCancelled(
      long enrollmentId, Instant since) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Map<StudentId, EnrollmentRow>> lookUpUnlessLocked(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<EnrollmentRow> find(long enrollmentId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> find(Seat seat) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> findAsync(long enrollmentId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> find(String idempotencyKey, Seat preferred) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> seatsBelow(long firstExcluded) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> seats(Collection<SeatsId> seatsIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<SeatsId, Set<StudentId>> rosters(Collection<SeatsId> seatsIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int waitingClaims() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<SeatsId, Integer> enrolledBelow(long firstExcluded) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SeatsId> oversold(Collection<SeatsId> seatsIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SeatsId> drifted(Collection<SeatsId> seatsIds) {
    throw new UnsupportedOperationException();
  }
}
