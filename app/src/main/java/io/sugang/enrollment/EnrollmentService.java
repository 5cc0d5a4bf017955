package io.sugang.enrollment;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.runAsync;

import io.sugang.course.CourseCatalog;
import io.sugang.enrollment.EnrollmentResult.Enrolled;
import io.sugang.enrollment.EnrollmentResult.Refused;
import io.sugang.enrollment.EnrollmentResult.Repeated;
import io.sugang.ledger.CancelResult;
import io.sugang.ledger.ClaimResult;
import io.sugang.ledger.EnrollmentLedger;
import io.sugang.ledger.EnrollmentRow;
import io.sugang.ledger.Seat;
import io.sugang.reconciler.RosterRepair;
import io.sugang.seat.GateAnswer;
import io.sugang.seat.GateAnswer.Granted;
import io.sugang.seat.GateAnswer.NotGranted;
import io.sugang.seat.SeatGate;
import io.sugang.seat.Settlement;
import io.sugang.student.StudentDirectory;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * The way of one enrollment: eligibility, gate, ledger. A refusal by the gate ends it; everything
 * else is the ledger's to decide, with a token of the gate or without. The order of the steps is
 * the model-checked protocol's; see docs/architecture.md before changing any.
 */
@Service
class EnrollmentService {
  // Each keeps some 80 KB of Tomcat's buffers until it is answered, for 9 s at most.
  private static final int MOST_CANCELS = 256;

  private final Semaphore cancels = new Semaphore(MOST_CANCELS);
  private final StudentDirectory students;
  private final CourseCatalog courses;
  private final SeatGate gate;
  private final EnrollmentLedger ledger;
  private final RosterRepair rosters;
  private final KeyedEnrollment keyed;
  private final EnrollmentMeters meters;

  EnrollmentService(
      StudentDirectory students,
      CourseCatalog courses,
      SeatGate gate,
      EnrollmentLedger ledger,
      RosterRepair rosters,
      KeyedEnrollment keyed,
      EnrollmentMeters meters) {
    this.students = students;
    this.courses = courses;
    this.gate = gate;
    this.ledger = ledger;
    this.rosters = rosters;
    this.keyed = keyed;
    this.meters = meters;
  }

  /**
   * Enrolls a student, or tells truly why not. Nobody waits in a thread for the gate or a commit:
   * what follows on them runs where they end, and must not wait itself.
   */
  CompletableFuture<EnrollmentResult> enroll(
      long studentId, long courseId, @Nullable String idempotencyKey) {
    long start = System.nanoTime();
    try {
      return answer(studentId, courseId, idempotencyKey)
          .whenComplete((result, failure) -> {
            if (failure == null) {
              meters.ended(result, courseId, System.nanoTime() - start);
            } else {
              meters.failed(courseId, System.nanoTime() - start);
            }
          });
    } catch (RuntimeException failure) {
      meters.failed(courseId, System.nanoTime() - start);
      throw failure;
    }
  }

  private CompletableFuture<EnrollmentResult> answer(
      long studentId, long courseId, @Nullable String idempotencyKey) {
    if (!ledger.available()) {
      return completedFuture(Refused.UNAVAILABLE);
    }
    Seat seat = new Seat(courseId, studentId);
    return idempotencyKey == null
        ? decide(seat, null)
        : keyed.once(idempotencyKey, seat, () -> decide(seat, idempotencyKey));
  }

  private CompletableFuture<EnrollmentResult> decide(Seat seat, @Nullable String idempotencyKey) {
    long studentId = seat.studentId();
    long courseId = seat.courseId();
    if (!students.exists(studentId)) {
      return completedFuture(Refused.STUDENT_NOT_FOUND);
    }
    if (!courses.exists(courseId)) {
      return completedFuture(Refused.COURSE_NOT_FOUND);
    }
    return gate.enter(courseId, studentId)
        .thenCompose(answer ->
            answer == NotGranted.NOT_LOADED
                ? runAsync(() -> rosters.load(courseId), Thread::startVirtualThread)
                    .thenCompose(loaded -> gate.enter(courseId, studentId))
                    .thenCompose(again -> admitted(again, seat, idempotencyKey))
                : admitted(answer, seat, idempotencyKey));
  }

  private CompletableFuture<EnrollmentResult> admitted(
      GateAnswer answer, Seat seat, @Nullable String idempotencyKey) {
    return switch (answer) {
      case Granted granted -> claim(seat, idempotencyKey, granted.token());
      case NotGranted.FULL -> completedFuture(Refused.COURSE_FULL);
      case NotGranted.ALREADY_ENROLLED ->
          // The gate may be behind a cancel that it was not told of.
          ledger
              .find(seat)
              .thenCompose(row ->
                  row.isPresent()
                      ? completedFuture(alreadyEnrolled(row.get(), idempotencyKey))
                      : claim(seat, idempotencyKey, null));
      case NotGranted.PENDING, NotGranted.NOT_LOADED, NotGranted.UNAVAILABLE ->
          claim(seat, idempotencyKey, null);
    };
  }

  private CompletableFuture<EnrollmentResult> claim(
      Seat seat, @Nullable String idempotencyKey, @Nullable String token) {
    CompletableFuture<ClaimResult> result =
        token == null
            ? ledger.claim(seat, idempotencyKey)
            : ledger.claimGranted(seat, idempotencyKey);
    return result.thenApply(claimed -> settled(claimed, seat, idempotencyKey, token));
  }

  private EnrollmentResult settled(
      ClaimResult claimed, Seat seat, @Nullable String idempotencyKey, @Nullable String token) {
    return switch (claimed) {
      case ClaimResult.Enrolled(EnrollmentRow row) -> {
        confirm(seat, token);
        yield new Enrolled(row);
      }
      case ClaimResult.AlreadyEnrolled(EnrollmentRow row) -> {
        // A row is there, so the seat is taken, whoever inserted it.
        confirm(seat, token);
        yield alreadyEnrolled(row, idempotencyKey);
      }
      case ClaimResult.NotEnrolled reason ->
          switch (reason) {
            case FULL -> released(seat, token, Refused.COURSE_FULL);
            case COURSE_NOT_FOUND -> released(seat, token, Refused.COURSE_NOT_FOUND);
            case STUDENT_NOT_FOUND -> released(seat, token, Refused.STUDENT_NOT_FOUND);
            case NOT_INSERTED -> released(seat, token, Refused.UNAVAILABLE);
            // The entry stays for the reconciler.
            case UNKNOWN -> Refused.UNAVAILABLE;
          };
    };
  }

  private static EnrollmentResult alreadyEnrolled(
      EnrollmentRow row, @Nullable String idempotencyKey) {
    return idempotencyKey != null && idempotencyKey.equals(row.idempotencyKey())
        ? new Repeated(row)
        : Refused.ALREADY_ENROLLED;
  }

  // The answer need not wait for it: until it is settled the entry holds the seat just as well.
  private void confirm(Seat seat, @Nullable String token) {
    if (token == null) {
      rosters.suspect(seat.courseId());
    } else {
      gate.confirm(seat.courseId(), seat.studentId(), token)
          .thenAccept(settlement -> suspectUnlessSettled(seat, settlement));
    }
  }

  private EnrollmentResult released(Seat seat, @Nullable String token, Refused reason) {
    if (token != null) {
      if (reason == Refused.COURSE_FULL) {
        // The gate granted what the ledger did not have: it does not know of some row.
        rosters.suspect(seat.courseId());
      }
      gate.release(seat.courseId(), seat.studentId(), token)
          .thenAccept(settlement -> suspectUnlessSettled(seat, settlement));
    }
    return reason;
  }

  private void suspectUnlessSettled(Seat seat, Settlement settlement) {
    if (settlement != Settlement.SETTLED) {
      rosters.suspect(seat.courseId());
    }
  }

  /** The enrollment of an id. */
  Optional<EnrollmentRow> find(long enrollmentId) {
    return ledger.find(enrollmentId);
  }

  /**
   * Cancels an enrollment; its seat can be taken again when this returns {@code CANCELLED} and
   * Redis answers. No thread waits for a step of it. Fails like {@link #find} when MySQL does not
   * answer.
   */
  CompletableFuture<CancelOutcome> cancel(long enrollmentId) {
    if (!ledger.available() || !cancels.tryAcquire()) {
      return completedFuture(CancelOutcome.UNAVAILABLE);
    }
    return ledger
        .findLater(enrollmentId)
        .thenCompose(found ->
            found.isPresent() ? cancel(found.get()) : completedFuture(CancelOutcome.NOT_FOUND))
        .whenComplete((outcome, failure) -> cancels.release());
  }

  private CompletableFuture<CancelOutcome> cancel(EnrollmentRow row) {
    Seat seat = new Seat(row.courseId(), row.studentId());
    // Before the DELETE: from now on no confirm of an enroll that is still on its way can settle
    // this entry.
    return gate.mark(seat.courseId(), seat.studentId())
        .thenCompose(token ->
            ledger.cancel(row).thenCompose(result -> cancelled(result, seat, token.orElse(null))));
  }

  private CompletableFuture<CancelOutcome> cancelled(
      CancelResult result, Seat seat, @Nullable String token) {
    return switch (result) {
      case DELETED -> left(seat, token, CancelOutcome.CANCELLED);
      case ABSENT -> left(seat, token, CancelOutcome.NOT_FOUND);
      case REPLACED -> stayed(seat, token, CancelOutcome.NOT_FOUND);
      case NOT_DELETED -> stayed(seat, token, CancelOutcome.UNAVAILABLE);
      // The entry stays for the reconciler.
      case UNKNOWN -> completedFuture(CancelOutcome.UNAVAILABLE);
    };
  }

  // Answered when the seat can be taken again, or the gate's time limit is over.
  private CompletableFuture<CancelOutcome> left(
      Seat seat, @Nullable String token, CancelOutcome outcome) {
    CompletionStage<Settlement> settled =
        token == null
            ? completedFuture(Settlement.UNKNOWN)
            : gate.release(seat.courseId(), seat.studentId(), token);
    return settled
        .thenApply(settlement -> {
          suspectUnlessSettled(seat, settlement);
          return outcome;
        })
        .toCompletableFuture();
  }

  private CompletableFuture<CancelOutcome> stayed(
      Seat seat, @Nullable String token, CancelOutcome outcome) {
    confirm(seat, token);
    return completedFuture(outcome);
  }
}
