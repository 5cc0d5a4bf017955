package io.sugang.ledger;

import io.sugang.ledger.ClaimResult.NotEnrolled;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * Keeps the enrollments: MySQL decides who has a seat, behind the lock of the course row. An answer
 * that says enrolled was committed before, durably. Safe without any gate in front, and with one
 * that is wrong.
 */
public interface EnrollmentLedger {

  /** False while MySQL is known to be down or read-only. */
  boolean available();

  /**
   * Claims a seat. The result comes within the claim's time limit and is never a failure: see
   * {@link NotEnrolled#UNKNOWN}. What follows on it runs in the thread that writes all claims, or
   * in that of all time limits, and must not wait.
   */
  CompletableFuture<ClaimResult> claim(Seat seat, @Nullable String idempotencyKey);

  /**
   * Claims a seat that the gate has granted. Takes less than {@link #claim} when the seat is there,
   * more when it is not.
   */
  CompletableFuture<ClaimResult> claimGranted(Seat seat, @Nullable String idempotencyKey);

  /**
   * Deletes {@code row}, in a transaction that it may share with other cancels of the course. The
   * result comes within the claim's time limit and is never a failure: see {@link
   * CancelResult#UNKNOWN}. What follows on it must not wait.
   */
  CompletableFuture<CancelResult> cancel(EnrollmentRow row);

  /**
   * Rows by student as whoever holds the course row's lock next would see them: also a COMMIT whose
   * sender lost the connection has ended by then.
   *
   * @throws DataAccessException when MySQL does not answer or the lock is not to be had in time
   */
  Map<Long, EnrollmentRow> lookUpBehindLock(long courseId, Collection<Long> studentIds);

  /**
   * As {@link #lookUpBehindLock}, but never waits for the lock.
   *
   * @return empty when another transaction has locked the course row
   * @throws DataAccessException when MySQL does not answer
   */
  Optional<Map<Long, EnrollmentRow>> lookUpUnlessLocked(long courseId, Collection<Long> studentIds);

  /**
   * The row of an id.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  Optional<EnrollmentRow> find(long enrollmentId);

  /**
   * The row of a seat, by one indexed read, in another thread: what follows on it may wait. Fails
   * with {@link DataAccessException} when MySQL does not answer.
   */
  CompletableFuture<Optional<EnrollmentRow>> find(Seat seat);

  /**
   * The row of an id, in another thread: what follows on it may wait. Fails with {@link
   * DataAccessException} when MySQL does not answer.
   */
  CompletableFuture<Optional<EnrollmentRow>> findLater(long enrollmentId);

  /**
   * The row that {@code preferred}'s student won with an Idempotency-Key, by one indexed read, in
   * another thread; of several {@code preferred}'s. Fails with {@link DataAccessException} when
   * MySQL does not answer.
   */
  CompletableFuture<Optional<EnrollmentRow>> find(String idempotencyKey, Seat preferred);

  /** Seats by id of all courses below {@code firstExcluded}. */
  SortedMap<Long, CourseSeats> seatsBelow(long firstExcluded);

  /** Seats by id; unknown courses are missing. */
  SortedMap<Long, CourseSeats> seats(Collection<Long> courseIds);

  /** The students that have a row, by course, as committed at the time of the call. */
  Map<Long, Set<Long>> rosters(Collection<Long> courseIds);

  /** Claims that wait for the writer. */
  int waitingClaims();

  /** Enrolled students by id of all courses below {@code firstExcluded} that have any. */
  Map<Long, Integer> enrolledBelow(long firstExcluded);

  /**
   * Those of the courses that have more rows than seats, by one statement and so at one instant:
   * two reads could show a capacity from before a change and rows from after it.
   */
  Set<Long> oversold(Collection<Long> courseIds);

  /**
   * Those of the courses whose counter {@code enrolled} differs from their rows, by one statement
   * and so at one instant.
   */
  Set<Long> drifted(Collection<Long> courseIds);
}
