package io.sugang.enrollment.service;

import io.sugang.audit.AuditedAction;
import io.sugang.audit.RefusedAttempts;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.server.admission.Arrival;
import io.sugang.signin.ActingUser;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Cancels enrollments for HTTP requests: notes refused attempts, and translates the outcomes. */
@Component
class CancelAnswers {
  private final EnrollmentCancellation cancellations;
  private final VisibleEnrollments visible;
  private final SharedClock clock;
  private final RefusedAttempts attempts;

  CancelAnswers(
      EnrollmentCancellation cancellations,
      VisibleEnrollments visible,
      SharedClock clock,
      RefusedAttempts attempts) {
    this.cancellations = cancellations;
    this.visible = visible;
    this.clock = clock;
    this.attempts = attempts;
  }

  /** Cancels an enrollment when the user of the request may, and returns the answer. */
  CompletableFuture<ResponseEntity<?>> cancel(long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Instant arrivedAt = clock.at(Arrival.nanoTimeOf(http));
    if (user.readsOnly()) {
      attempts.add(
          AuditedAction.CANCEL,
          arrivedAt,
          user.actorFor(0),
          null,
          null,
          id,
          ProblemType.NOT_YOURS.code());
      return CompletableFuture.completedFuture(user.notYours());
    }
    ResponseEntity<?> tooMany = user.tooManyCancels();
    if (tooMany != null) {
      return CompletableFuture.completedFuture(tooMany);
    }
    // Another student's enrollment is not shown, so it is not marked at the gate either.
    return cancellations
        .cancel(
            id, mayCancel(http, arrivedAt), arrivedAt, student -> user.actorFor(student.value()))
        .thenApply(outcome ->
            switch (outcome) {
              case CancelOutcome.Ended.CANCELLED -> ResponseEntity.noContent().build();
              case CancelOutcome.Ended.NOT_FOUND -> notFound(id);
              case CancelOutcome.Ended.UNAVAILABLE -> EnrollmentAnswers.unavailable();
              case CancelOutcome.RejectedCancel(RegistrationRejection rejection) ->
                  RegistrationProblem.of(RegistrationAction.DROP, rejection, clock.now())
                      .toResponse();
            });
  }

  private Predicate<EnrollmentRow> mayCancel(HttpServletRequest http, Instant arrivedAt) {
    ActingUser user = ActingUser.of(http);
    Predicate<EnrollmentRow> visibleToUser = visible.to(http);
    return row -> {
      if (!user.mayActFor(row.studentId().value())) {
        attempts.add(
            AuditedAction.CANCEL,
            arrivedAt,
            user.actorFor(row.studentId().value()),
            row.studentId().value(),
            row.seatsId().value(),
            row.enrollmentId(),
            ProblemType.ENROLLMENT_NOT_FOUND.code());
      }
      return visibleToUser.test(row);
    };
  }

  static ResponseEntity<?> notFound(long id) {
    return ProblemType.ENROLLMENT_NOT_FOUND.toResponse("There is no enrollment " + id + ".");
  }
}
