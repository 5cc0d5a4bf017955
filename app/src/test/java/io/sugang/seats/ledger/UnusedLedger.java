package io.sugang.seats.ledger;

import io.sugang.audit.Actor;
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
  public Map<Long, EnrollmentRow> lookUpBehindLock(long courseId, Collection<Long> studentIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Map<Long, EnrollmentRow>> lookUpBehindBusyLock(
      long courseId, Collection<Long> studentIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> findCancelled(
      long enrollmentId, Instant since) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Map<Long, EnrollmentRow>> lookUpUnlessLocked(
      long courseId, Collection<Long> studentIds) {
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
  public SortedMap<Long, CourseSeats> seatsBelow(long firstExcluded) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SortedMap<Long, CourseSeats> seats(Collection<Long> courseIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<Long, Set<Long>> rosters(Collection<Long> courseIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int waitingClaims() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<Long, Integer> enrolledBelow(long firstExcluded) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<Long> oversold(Collection<Long> courseIds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<Long> drifted(Collection<Long> courseIds) {
    throw new UnsupportedOperationException();
  }
}
