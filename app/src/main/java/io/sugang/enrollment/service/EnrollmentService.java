package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.rules.window.RegistrationRejection.CourseCancelled;
import io.sugang.rules.window.RegistrationRejection.CourseClosed;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.rules.window.WindowDecision;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.EnrollmentRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * An enrollment from its arrival to its answer: student and course, windows, pools, plan, and then
 * {@link EnrollmentProtocol} with gate and ledger.
 *
 * <p>Which thread runs what: the thread that has the request runs the steps until one has to wait;
 * that is the request loop, or an HTTP thread. Steps after a look-up or a read of the rules run in
 * the virtual thread that read. Steps after an answer of the gate run in the request loop, which
 * reads the connection to the gate. Steps after a claim run in the claim writer, or in the thread
 * of the time limits. So no step waits for another thread; one that has to returns a future.
 */
@Service
class EnrollmentService {
  private final Eligibility eligibility;
  private final EnrollmentLedger ledger;
  private final EnrollmentProtocol protocol;
  private final KeyedEnrollment keyed;
  private final RegistrationRules rules;
  private final PoolTurns turns;
  private final EnrollmentMeters meters;
  private final EnrollmentProperties properties;

  EnrollmentService(
      Eligibility eligibility,
      EnrollmentLedger ledger,
      EnrollmentProtocol protocol,
      KeyedEnrollment keyed,
      RegistrationRules rules,
      PoolTurns turns,
      EnrollmentMeters meters,
      EnrollmentProperties properties) {
    this.eligibility = eligibility;
    this.ledger = ledger;
    this.protocol = protocol;
    this.keyed = keyed;
    this.rules = rules;
    this.turns = turns;
    this.meters = meters;
    this.properties = properties;
  }

  /**
   * Enrolls a student, or returns a true reason why not. No thread waits for the gate or a commit:
   * the stages after them run in the threads that complete them, so they must not block.
   *
   * @param arrivedAt when the request reached the instance, by the shared clock
   * @param actor the student, or who acts for the student
   */
  CompletableFuture<EnrollmentResult> enroll(
      StudentId studentId,
      CourseId courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor) {
    long start = System.nanoTime();
    EnrollmentAttempt attempt =
        EnrollmentAttempt.of(studentId, courseId, idempotencyKey, arrivedAt, actor, properties);
    try {
      return checkStudentAndCourse(attempt)
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

  private CompletableFuture<EnrollmentResult> checkStudentAndCourse(EnrollmentAttempt attempt) {
    if (!ledger.available()) {
      return completedFuture(Rejected.UNAVAILABLE);
    }
    return eligibility
        .rejection(attempt.studentId(), attempt.courseId())
        .thenCompose(notEligible ->
            notEligible != null ? completedFuture(notEligible) : checkWindows(attempt));
  }

  private CompletableFuture<EnrollmentResult> checkWindows(EnrollmentAttempt attempt) {
    return rules
        .windowDecision(
            RegistrationAction.ENROLL,
            attempt.studentId(),
            attempt.seatsId(),
            attempt.arrivedAt(),
            Set.of())
        .thenCompose(windowDecision -> {
          RegistrationRejection rejection = windowDecision.rejection();
          if (rejection != null) {
            return rejectUnlessRepeated(rejection, attempt);
          }
          return windowDecision.pools().isEmpty()
              ? checkPlan(attempt)
              : tryPools(windowDecision, attempt);
        });
  }

  /**
   * A repetition of a request of a window that has just closed, or of one for a course that the
   * desk closed, is answered as the first one.
   */
  private CompletableFuture<EnrollmentResult> rejectUnlessRepeated(
      RegistrationRejection reason, EnrollmentAttempt attempt) {
    EnrollmentResult rejection = new RejectedByRules(reason);
    String idempotencyKey = attempt.idempotencyKey();
    boolean ofTheCourse = reason instanceof CourseClosed || reason instanceof CourseCancelled;
    if (idempotencyKey == null
        || !ofTheCourse
            && !rules.mayRepeat(
                RegistrationAction.ENROLL, attempt.courseId(), attempt.arrivedAt())) {
      return completedFuture(rejection);
    }
    return keyed
        .known(idempotencyKey, attempt.seat())
        .thenApply(
            known -> known.orElse(rejection) instanceof Repeated repeated ? repeated : rejection);
  }

  private CompletableFuture<EnrollmentResult> tryPools(
      WindowDecision windowDecision, EnrollmentAttempt attempt) {
    List<SeatsId> pools = windowDecision.pools();
    PoolTurns.Ways ways =
        new PoolTurns.Ways(
            pool -> checkPlan(attempt.inPool(pool)),
            pool -> protocol.claimWithoutGate(attempt.inPool(pool)));
    // Later steps run in threads that must not wait for the term of a pool.
    return eligibility
        .remember(pools)
        .thenCompose(remembered -> turns.enroll(windowDecision, attempt.courseId(), ways))
        .thenCompose(result ->
            // The student holds a seat of a later pool, which answers as a repetition.
            result instanceof RejectedByPlan(SameSubject(SeatsId held))
                    && (held.equals(attempt.seatsId()) || pools.contains(held))
                ? checkPlan(attempt.inPool(held))
                : completedFuture(result));
  }

  // A full course is rejected without a read: history and plan are asked before a claim, if the
  // gate has a seat after all.
  private CompletableFuture<EnrollmentResult> checkPlan(EnrollmentAttempt attempt) {
    if (protocol.lastAnswerWasFull(attempt.seatsId())) {
      return protocol.enroll(attempt);
    }
    return rules
        .planDecision(attempt.studentId(), attempt.seatsId(), Set.of())
        .thenCompose(decision ->
            switch (decision) {
              case RejectedCourse(PlanRejection rejection) ->
                  completedFuture((EnrollmentResult) new RejectedByPlan(rejection));
              case Permitted(CoursePermit permit) -> protocol.enroll(attempt.permitted(permit));
            });
  }

  /** Returns the enrollment of an id. */
  Optional<EnrollmentRow> find(long enrollmentId) {
    return ledger.find(enrollmentId);
  }
}
