package io.sugang.seats.ledger;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import java.time.Instant;

/**
 * A student's request for one seat, for which the desk waived rules; the ledger reads which.
 *
 * @param overrideId of the grant
 * @param seatsId a course or a pool
 * @param arrivedAt when the request reached the instance, by the shared clock
 * @param permit what the student's history says about the course, without the waived rules
 */
public record OverrideClaim(
    long overrideId,
    StudentId studentId,
    SeatsId seatsId,
    Instant arrivedAt,
    Actor actor,
    CoursePermit permit) {
  Seat seat() {
    return new Seat(studentId, seatsId);
  }
}
