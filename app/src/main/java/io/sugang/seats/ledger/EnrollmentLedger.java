package io.sugang.seats.ledger;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * The ledger of the enrollments: MySQL decides about every seat, behind the lock of the course row.
 * An enrollment is committed, durably, before the result is returned. The ledger is safe without a
 * gate, and with a wrong one.
 */
public interface EnrollmentLedger {

  /** Returns false while MySQL is known to be down or read-only. */
  boolean available();

  /**
   * Claims a seat.
   *
   * @param arrivedAt when the request reached the instance, by the shared clock: {@code
   *     enrolled_at} of the row, to the microsecond
   * @param actor the student, or who claims the seat for the student
   * @param permit what the student's history says about the course; the plan keeps its conditions
   * @return the result, which comes within the claim's time limit and is never a failure: see
   *     {@link NotEnrolled#UNKNOWN}. The next stage runs in the claim writer or in the thread of
   *     the time limits, and must not block.
   */
  CompletableFuture<ClaimResult> claim(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit);

  /** Claims a seat without conditions. */
  default CompletableFuture<ClaimResult> claim(
      Seat seat, @Nullable String idempotencyKey, Instant arrivedAt, Actor actor) {
    return claim(seat, idempotencyKey, arrivedAt, actor, CoursePermit.NONE);
  }

  /**
   * Claims a seat that the gate has granted. Costs less than {@link #claim} when the seat is free,
   * and more otherwise.
   */
  CompletableFuture<ClaimResult> claimGranted(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      CoursePermit permit);

  /** Claims a granted seat without conditions. */
  default CompletableFuture<ClaimResult> claimGranted(
      Seat seat, @Nullable String idempotencyKey, Instant arrivedAt, Actor actor) {
    return claimGranted(seat, idempotencyKey, arrivedAt, actor, CoursePermit.NONE);
  }

  /**
   * Deletes a row, in a transaction that it may share with other cancels of the course. The result
   * comes within the claim's time limit and is never a failure: see {@link CancelResult#UNKNOWN}.
   * The next stage must not block.
   */
  CompletableFuture<CancelResult> cancel(Cancel cancel);

  /**
   * Returns the rows by student, read behind the lock of the course row. A COMMIT whose sender lost
   * the connection has ended by then.
   *
   * @throws DataAccessException when MySQL does not answer or the lock is not granted in time
   */
  Map<StudentId, EnrollmentRow> lookUpBehindLock(SeatsId seatsId, Collection<StudentId> studentIds);

  /**
   * Returns the rows as {@link #lookUpBehindLock} does, but never waits for the lock. Without
   * students it says whether the row is locked.
   *
   * @return empty when another transaction has locked the course row
   * @throws DataAccessException when MySQL does not answer
   */
  Optional<Map<StudentId, EnrollmentRow>> lookUpUnlessLocked(
      SeatsId seatsId, Collection<StudentId> studentIds);

  /**
   * Returns the rows as {@link #lookUpBehindLock} does, but waits for the lock for a second at
   * most. So the course row may be in use by one short transaction after the other.
   *
   * @return empty when the lock was not granted within a second
   * @throws DataAccessException when MySQL does not answer
   */
  Optional<Map<StudentId, EnrollmentRow>> lookUpBehindBusyLock(
      SeatsId seatsId, Collection<StudentId> studentIds);

  /**
   * Returns the row of an id.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  Optional<EnrollmentRow> find(long enrollmentId);

  /**
   * Returns the row of a seat, by an indexed read that begins after the call and that look-ups
   * share. Fails with {@link DataAccessException} when MySQL does not answer. The next stage must
   * not block.
   */
  CompletableFuture<Optional<EnrollmentRow>> find(Seat seat);

  /**
   * Returns the row of an id, read in another thread, so the next stage may block. Fails with
   * {@link DataAccessException} when MySQL does not answer.
   */
  CompletableFuture<Optional<EnrollmentRow>> findAsync(long enrollmentId);

  /**
   * Returns what the row of an id was that a cancel has deleted, read in another thread from the
   * events. Of the row it has the ids alone, and the arrival of the cancel as its time. The
   * warm-up's rows leave none. Fails with {@link DataAccessException} when MySQL does not answer.
   *
   * @param since the first arrival of a cancel that counts, by the shared clock
   */
  CompletableFuture<Optional<EnrollmentRow>> findCancelled(long enrollmentId, Instant since);

  /**
   * Returns the row of the student with an Idempotency-Key, by one indexed read, in another thread.
   * Of several rows it is that of {@code preferred}. Fails with {@link DataAccessException} when
   * MySQL does not answer.
   */
  CompletableFuture<Optional<EnrollmentRow>> find(String idempotencyKey, Seat preferred);

  /** Returns the seats by id of all courses below {@code firstExcluded}. */
  SortedMap<SeatsId, CourseSeats> seatsBelow(long firstExcluded);

  /**
   * Returns the seats by id, by one statement and so at one instant; unknown courses are missing.
   */
  SortedMap<SeatsId, CourseSeats> seats(Collection<SeatsId> seatsIds);

  /** Returns the students that have a row, by course, as committed at the time of the call. */
  Map<SeatsId, Set<StudentId>> rosters(Collection<SeatsId> seatsIds);

  /** Returns the number of claims that wait for the claim writer. */
  int waitingClaims();

  /** Returns the number of rows by id of all courses below {@code firstExcluded} that have any. */
  Map<SeatsId, Integer> enrolledBelow(long firstExcluded);

  /**
   * Returns those of the courses that have more rows than seats, by one statement and so at one
   * instant. Two reads could show a capacity from before a change and rows from after it.
   */
  Set<SeatsId> oversold(Collection<SeatsId> seatsIds);

  /**
   * Returns those of the courses whose counter {@code enrolled} differs from their rows, by one
   * statement and so at one instant.
   */
  Set<SeatsId> drifted(Collection<SeatsId> seatsIds);
}
