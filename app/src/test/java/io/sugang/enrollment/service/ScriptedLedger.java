package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.seats.ledger.Cancel;
import io.sugang.seats.ledger.CancelResult;
import io.sugang.seats.ledger.ClaimResult;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.ledger.Seat;
import io.sugang.seats.ledger.UnusedLedger;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A ledger that decides as a test says, and writes down what it is asked. */
final class ScriptedLedger extends UnusedLedger {
  private final List<String> events;

  /** Of the claims, in turn. */
  final List<CoursePermit> permits = new ArrayList<>();

  boolean available = true;
  ClaimResult claim = NotEnrolled.UNKNOWN;

  /** Seats by pool; the last of several answers stays. */
  final Deque<SortedMap<SeatsId, CourseSeats>> seats = new ArrayDeque<>();

  CancelResult cancel = CancelResult.UNKNOWN;
  @Nullable EnrollmentRow ofSeat;
  @Nullable EnrollmentRow ofKey;
  @Nullable EnrollmentRow ofId;
  @Nullable EnrollmentRow cancelled;

  /** Since when a cancel counts that is looked for. */
  @Nullable Instant cancelledSince;

  /** Of every read. */
  @Nullable RuntimeException failure;

  /** Of an instance that stops: no read begins. */
  @Nullable RejectedExecutionException rejection;

  /** Of every read, before it begins. */
  @Nullable RuntimeException defect;

  ScriptedLedger(List<String> events) {
    this.events = events;
  }

  @Override
  public boolean available() {
    return available;
  }

  @Override
  public CompletableFuture<ClaimResult> claim(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit) {
    permits.add(permit);
    events.add(idempotencyKey == null ? "claim" : "claim with " + idempotencyKey);
    return completedFuture(claim);
  }

  @Override
  public CompletableFuture<ClaimResult> claimGranted(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit) {
    permits.add(permit);
    events.add(idempotencyKey == null ? "claim granted" : "claim granted with " + idempotencyKey);
    return completedFuture(claim);
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Cancel cancelled) {
    events.add("delete " + cancelled.row().enrollmentId());
    return completedFuture(cancel);
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> seats(Collection<SeatsId> seatsIds) {
    events.add("look " + new TreeSet<>(seatsIds));
    if (failure != null) {
      throw failure;
    }
    return Objects.requireNonNull(seats.size() > 1 ? seats.poll() : seats.peek());
  }

  @Override
  public Optional<EnrollmentRow> find(long enrollmentId) {
    return Optional.ofNullable(ofId);
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> find(Seat seat) {
    events.add("find seat");
    return read(ofSeat);
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> findAsync(long enrollmentId) {
    events.add("find " + enrollmentId);
    if (rejection != null) {
      throw rejection;
    }
    if (defect != null) {
      throw defect;
    }
    return read(ofId);
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> findCancelled(
      long enrollmentId, Instant since) {
    events.add("find cancel of " + enrollmentId);
    cancelledSince = since;
    return read(cancelled);
  }

  @Override
  public CompletableFuture<Optional<EnrollmentRow>> find(String idempotencyKey, Seat preferred) {
    events.add("find key");
    return read(ofKey);
  }

  private CompletableFuture<Optional<EnrollmentRow>> read(@Nullable EnrollmentRow row) {
    return failure == null ? completedFuture(Optional.ofNullable(row)) : failedFuture(failure);
  }
}
