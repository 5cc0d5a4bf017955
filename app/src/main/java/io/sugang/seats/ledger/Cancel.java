package io.sugang.seats.ledger;

import io.sugang.audit.Actor;
import io.sugang.audit.AuditEvent;
import io.sugang.audit.AuditedAction;
import java.time.Instant;

/**
 * A row to delete, and who wants that.
 *
 * @param arrivedAt when the request reached the instance, by the shared clock
 */
public record Cancel(EnrollmentRow row, Actor actor, Instant arrivedAt) {
  AuditEvent event() {
    return AuditEvent.done(
        AuditedAction.CANCEL,
        arrivedAt,
        actor,
        row.studentId().value(),
        row.seatsId().value(),
        row.enrollmentId());
  }
}
