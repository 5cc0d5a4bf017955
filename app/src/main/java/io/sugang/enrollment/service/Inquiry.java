package io.sugang.enrollment.service;

import io.sugang.audit.Actor;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.seats.ledger.Seat;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of a request at the gate, with the steps that happen once or for a limited time.
 *
 * @param arrivedAt when the request reached the instance, by the shared clock
 * @param actor the student, or who acts for the student
 * @param permit what history and plan say about the course; null: they have to be asked before a
 *     claim
 * @param loaded the roster was loaded because the gate did not know the course
 * @param verified the gate said ALREADY_ENROLLED, and the ledger had no row
 * @param waitMillis how long it waits when it meets PENDING next
 * @param leftMillis how long it may wait in all from now on
 */
record Inquiry(
    Seat seat,
    @Nullable String idempotencyKey,
    Instant arrivedAt,
    Actor actor,
    @Nullable CoursePermit permit,
    boolean loaded,
    boolean verified,
    long waitMillis,
    long leftMillis) {

  Inquiry(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor,
      @Nullable CoursePermit permit,
      Duration wait,
      Duration limit) {
    this(
        seat,
        idempotencyKey,
        arrivedAt,
        actor,
        permit,
        false,
        false,
        wait.toMillis(),
        limit.toMillis());
  }

  Inquiry afterLoad() {
    return new Inquiry(
        seat, idempotencyKey, arrivedAt, actor, permit, true, verified, waitMillis, leftMillis);
  }

  Inquiry afterLookUp() {
    return new Inquiry(
        seat, idempotencyKey, arrivedAt, actor, permit, loaded, true, waitMillis, leftMillis);
  }

  boolean mayWait() {
    return waitMillis <= leftMillis;
  }

  Inquiry afterWait() {
    return new Inquiry(
        seat,
        idempotencyKey,
        arrivedAt,
        actor,
        permit,
        loaded,
        verified,
        2 * waitMillis,
        leftMillis - waitMillis);
  }
}
