package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Refused;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.PlanDecision.Forbidden;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanRefusal;
import io.sugang.rules.plan.PlanRefusal.SameSubject;
import io.sugang.rules.window.Admission;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRefusal;
import io.sugang.rules.window.RegistrationRefusal.CourseCancelled;
import io.sugang.rules.window.RegistrationRefusal.CourseClosed;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.seats.gate.GateAnswer;
import io.sugang.seats.gate.GateAnswer.Granted;
import io.sugang.seats.gate.GateAnswer.NotGranted;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.ledger.ClaimResult;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.ledger.Seat;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * The steps of an enrollment: eligibility, gate, ledger. A rejection by the gate ends it. The
 * ledger decides about all other answers, with a token of the gate or without. The order of the
 * steps is that of the model-checked protocol; see docs/architecture.md before changing any.
 */
@Service
class EnrollmentService {
  private final Eligibility eligibility;
  private final SeatGate gate;
  private final EnrollmentLedger ledger;
  private final GateEntries entries;
  private final RosterRepair rosters;
  private final KeyedEnrollment keyed;
  private final RegistrationRules rules;
  private final PoolTurns turns;
  private final EnrollmentMeters meters;
  private final FullCourses fullCourses = new FullCourses();
  private final Duration pendingWait;
  private final Duration pendingLimit;

  EnrollmentService(
      Eligibility eligibility,
      SeatGate gate,
      EnrollmentLedger ledger,
      GateEntries entries,
      RosterRepair rosters,
      KeyedEnrollment keyed,
      RegistrationRules rules,
      PoolTurns turns,
      EnrollmentMeters meters,
      EnrollmentProperties properties) {
    this.eligibility = eligibility;
    this.gate = gate;
    this.ledger = ledger;
    this.entries = entries;
    this.rosters = rosters;
    this.keyed = keyed;
    this.rules = rules;
    this.turns = turns;
    this.meters = meters;
    this.pendingWait = properties.pendingWait();
    this.pendingLimit = properties.pendingLimit();
  }

  /**
   * Enrolls a student, or returns a true reason why not. No thread waits for the gate or a commit:
   * the stages after them run in the threads that complete them, so they must not block.
   *
   * @param arrivedAt when the request reached the instance, by the shared clock
   * @param actor the student, or who acts for the student
   */
  CompletableFuture<EnrollmentResult> enroll(
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor) {
    long start = System.nanoTime();
    try {
      return answer(studentId, courseId, idempotencyKey, arrivedAt, actor)
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
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor) {
    if (!ledger.available()) {
      return completedFuture(Refused.UNAVAILABLE);
    }
    return eligibility
        .refusal(studentId, courseId)
        .thenCompose(notEligible ->
            notEligible != null
                ? completedFuture(notEligible)
                : eligible(studentId, courseId, idempotencyKey, arrivedAt, actor));
  }

  private CompletableFuture<EnrollmentResult> eligible(
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor) {
    return rules
        .admission(RegistrationAction.ENROLL, studentId, courseId, arrivedAt, Set.of())
        .thenCompose(admission -> {
          RegistrationRefusal refusal = admission.refusal();
          return refusal != null
              ? refused(refusal, studentId, courseId, idempotencyKey, arrivedAt)
              : inPools(admission, studentId, courseId, idempotencyKey, arrivedAt, actor);
        });
  }

  private CompletableFuture<EnrollmentResult> inPools(
      Admission admission,
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor) {
    List<Long> pools = admission.pools();
    if (pools.isEmpty()) {
      return decided(studentId, courseId, idempotencyKey, arrivedAt, actor);
    }
    LongFunction<CompletableFuture<EnrollmentResult>> decide =
        pool -> decided(studentId, pool, idempotencyKey, arrivedAt, actor);
    PoolTurns.Ways ways =
        new PoolTurns.Ways(
            decide, pool -> atTheLedger(studentId, pool, idempotencyKey, arrivedAt, actor));
    // Later steps run in threads that must not wait for the term of a pool.
    return eligibility
        .remember(pools)
        .thenCompose(remembered -> turns.enroll(admission, courseId, ways))
        .thenCompose(result ->
            // The student holds a seat of a later pool, which answers as a repetition.
            result instanceof RejectedByPlan(SameSubject(long held))
                    && (held == courseId || pools.contains(held))
                ? decide.apply(held)
                : completedFuture(result));
  }

  // A full course is refused without a read: history and plan are asked before a claim, if the gate
  // has a seat after all.
  private CompletableFuture<EnrollmentResult> decided(
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor) {
    if (fullCourses.contains(courseId)) {
      return enter(studentId, courseId, idempotencyKey, arrivedAt, actor, null);
    }
    return rules
        .decision(studentId, courseId, Set.of())
        .thenCompose(decision ->
            switch (decision) {
              case Forbidden(PlanRefusal refusal) ->
                  completedFuture((EnrollmentResult) new RejectedByPlan(refusal));
              case Permitted(CoursePermit permit) ->
                  enter(studentId, courseId, idempotencyKey, arrivedAt, actor, permit);
            });
  }

  /**
   * A repetition of a request of a window that has just closed, or of one for a course that the
   * desk closed, is answered as the first one.
   */
  private CompletableFuture<EnrollmentResult> refused(
      RegistrationRefusal refusal,
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt) {
    EnrollmentResult notPermitted = new RejectedByRules(refusal);
    boolean ofTheCourse = refusal instanceof CourseClosed || refusal instanceof CourseCancelled;
    if (idempotencyKey == null
        || !ofTheCourse && !rules.mayRepeat(RegistrationAction.ENROLL, courseId, arrivedAt)) {
      return completedFuture(notPermitted);
    }
    return keyed
        .known(idempotencyKey, new Seat(courseId, studentId))
        .thenApply(known ->
            known.orElse(notPermitted) instanceof Repeated repeated ? repeated : notPermitted);
  }

  private CompletableFuture<EnrollmentResult> enter(
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      @Nullable CoursePermit permit) {
    Seat seat = new Seat(courseId, studentId);
    Inquiry inquiry =
        new Inquiry(seat, idempotencyKey, arrivedAt, actor, permit, pendingWait, pendingLimit);
    return once(inquiry, this::ask);
  }

  private CompletableFuture<EnrollmentResult> atTheLedger(
      long studentId, long pool, @Nullable String idempotencyKey, Instant arrivedAt, Actor actor) {
    Seat seat = new Seat(pool, studentId);
    Inquiry inquiry =
        new Inquiry(seat, idempotencyKey, arrivedAt, actor, null, pendingWait, pendingLimit);
    return once(inquiry, this::claimWithoutGate);
  }

  private CompletableFuture<EnrollmentResult> once(
      Inquiry inquiry, Function<Inquiry, CompletableFuture<EnrollmentResult>> way) {
    String idempotencyKey = inquiry.idempotencyKey();
    return idempotencyKey == null
        ? way.apply(inquiry)
        : keyed.once(idempotencyKey, inquiry.seat(), () -> way.apply(inquiry));
  }

  private CompletableFuture<EnrollmentResult> ask(Inquiry inquiry) {
    Seat seat = inquiry.seat();
    return gate.enter(seat.courseId(), seat.studentId())
        .thenCompose(answer -> answered(answer, inquiry));
  }

  private CompletableFuture<EnrollmentResult> answered(GateAnswer answer, Inquiry inquiry) {
    if (answer == NotGranted.FULL || answer instanceof Granted) {
      fullCourses.answered(inquiry.seat().courseId(), answer == NotGranted.FULL);
    }
    return switch (answer) {
      case Granted(String token) -> unlessKnown(inquiry, token, () -> claim(inquiry, token));
      case NotGranted.FULL -> completedFuture(Refused.COURSE_FULL);
      case NotGranted.ALREADY_ENROLLED -> unlessKnown(inquiry, null, () -> verified(inquiry));
      case NotGranted.PENDING -> inquiry.mayWait() ? askLater(inquiry) : claimWithoutGate(inquiry);
      case NotGranted.NOT_LOADED ->
          inquiry.loaded()
              ? claimWithoutGate(inquiry)
              : runAsync(() -> rosters.load(inquiry.seat().courseId()), Thread::startVirtualThread)
                  .thenCompose(loaded -> ask(inquiry.afterLoad()));
      case NotGranted.UNAVAILABLE -> claimWithoutGate(inquiry);
    };
  }

  // A cancel or another click of the same student is in flight. It ends within a moment, and then
  // the gate knows more: a claim without a token would cost a transaction, and behind a cancel its
  // row would have no place at the gate.
  private CompletableFuture<EnrollmentResult> askLater(Inquiry inquiry) {
    Executor afterWait =
        delayedExecutor(inquiry.waitMillis(), TimeUnit.MILLISECONDS, Runnable::run);
    return supplyAsync(() -> ask(inquiry.afterWait()), afterWait).thenCompose(result -> result);
  }

  // A cancel may have come between the gate's answer and the look-up: then the gate has a better
  // answer by now. It may also have missed a cancel.
  private CompletableFuture<EnrollmentResult> verified(Inquiry inquiry) {
    return ledger
        .find(inquiry.seat())
        .thenCompose(row ->
            row.isPresent()
                ? completedFuture(alreadyEnrolled(row.get(), inquiry.idempotencyKey()))
                : inquiry.verified() ? claim(inquiry, null) : ask(inquiry.afterLookUp()));
  }

  private CompletableFuture<EnrollmentResult> claimWithoutGate(Inquiry inquiry) {
    return unlessKnown(inquiry, null, () -> claim(inquiry, null));
  }

  /**
   * Continues unless the key of the request has a row. Otherwise the row decides, also about a
   * grant.
   */
  private CompletableFuture<EnrollmentResult> unlessKnown(
      Inquiry inquiry, @Nullable String token, Supplier<CompletableFuture<EnrollmentResult>> goOn) {
    String idempotencyKey = inquiry.idempotencyKey();
    if (idempotencyKey == null) {
      return goOn.get();
    }
    Seat seat = inquiry.seat();
    return keyed
        .known(idempotencyKey, seat)
        .handle((known, failure) -> {
          if (failure != null) {
            return entries
                .release(seat, token)
                .thenCompose(released -> CompletableFuture.<EnrollmentResult>failedFuture(failure));
          }
          return switch (known.orElse(null)) {
            case null -> goOn.get();
            case Repeated repeated when repeated.row().courseId() == seat.courseId() -> {
              // Its row is there, although the gate had granted the seat again.
              entries.confirm(seat, token);
              yield completedFuture((EnrollmentResult) repeated);
            }
            case EnrollmentResult other -> released(seat, token, other);
          };
        })
        .thenCompose(result -> result);
  }

  private CompletableFuture<EnrollmentResult> claim(Inquiry inquiry, @Nullable String token) {
    CoursePermit permit = inquiry.permit();
    return permit == null ? claimIfPermitted(inquiry, token) : claim(inquiry, token, permit);
  }

  private CompletableFuture<EnrollmentResult> claimIfPermitted(
      Inquiry inquiry, @Nullable String token) {
    Seat seat = inquiry.seat();
    return rules
        .decision(seat.studentId(), seat.courseId(), Set.of())
        .handle((decision, failure) -> {
          if (failure != null) {
            return entries
                .release(seat, token)
                .thenCompose(released -> CompletableFuture.<EnrollmentResult>failedFuture(failure));
          }
          return switch (decision) {
            case Forbidden(PlanRefusal refusal) ->
                released(seat, token, new RejectedByPlan(refusal));
            case Permitted(CoursePermit permit) -> claim(inquiry, token, permit);
          };
        })
        .thenCompose(result -> result);
  }

  private CompletableFuture<EnrollmentResult> claim(
      Inquiry inquiry, @Nullable String token, CoursePermit permit) {
    Seat seat = inquiry.seat();
    String idempotencyKey = inquiry.idempotencyKey();
    CompletableFuture<ClaimResult> result =
        token == null
            ? ledger.claim(seat, idempotencyKey, inquiry.arrivedAt(), inquiry.actor(), permit)
            : ledger.claimGranted(
                seat, idempotencyKey, inquiry.arrivedAt(), inquiry.actor(), permit);
    return result.thenCompose(claimed -> settled(claimed, seat, idempotencyKey, token));
  }

  private CompletableFuture<EnrollmentResult> settled(
      ClaimResult claimed, Seat seat, @Nullable String idempotencyKey, @Nullable String token) {
    return switch (claimed) {
      case ClaimResult.Enrolled(EnrollmentRow row) -> {
        entries.confirm(seat, token);
        yield completedFuture(new Created(row));
      }
      case ClaimResult.AlreadyEnrolled(EnrollmentRow row) -> {
        // A row is there, so the seat is taken, whichever request inserted it.
        entries.confirm(seat, token);
        yield completedFuture(alreadyEnrolled(row, idempotencyKey));
      }
      case ClaimResult.AgainstPlan(PlanRefusal refusal) ->
          released(seat, token, new RejectedByPlan(refusal));
      case ClaimResult.NotEnrolled reason ->
          switch (reason) {
            case FULL -> released(seat, token, Refused.COURSE_FULL);
            case COURSE_CLOSED -> released(seat, token, new RejectedByRules(new CourseClosed()));
            case COURSE_CANCELLED ->
                released(seat, token, new RejectedByRules(new CourseCancelled()));
            case COURSE_NOT_FOUND -> {
              eligibility.forgetCourse(seat.courseId());
              yield released(seat, token, Refused.COURSE_NOT_FOUND);
            }
            case STUDENT_NOT_FOUND -> released(seat, token, Refused.STUDENT_NOT_FOUND);
            case NOT_INSERTED -> released(seat, token, Refused.UNAVAILABLE);
            // The entry stays for the reconciler.
            case UNKNOWN -> completedFuture(Refused.UNAVAILABLE);
          };
    };
  }

  private static EnrollmentResult alreadyEnrolled(
      EnrollmentRow row, @Nullable String idempotencyKey) {
    return idempotencyKey != null && idempotencyKey.equals(row.idempotencyKey())
        ? new Repeated(row)
        : Refused.ALREADY_ENROLLED;
  }

  // Answered when the seat is free again: an answered request holds no seat.
  private CompletableFuture<EnrollmentResult> released(
      Seat seat, @Nullable String token, EnrollmentResult reason) {
    if (token != null && reason == Refused.COURSE_FULL) {
      // The gate granted what the ledger did not have: it does not know of some row.
      rosters.suspect(seat.courseId());
    }
    return entries.release(seat, token).thenApply(released -> reason);
  }

  /** Returns the enrollment of an id. */
  Optional<EnrollmentRow> find(long enrollmentId) {
    return ledger.find(enrollmentId);
  }
}
