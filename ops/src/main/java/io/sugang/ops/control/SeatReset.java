package io.sugang.ops.control;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The deletion of all enrollments of a running stack and of their events, after which every seat is
 * free again. Baskets, overrides, notices and kept rejections of the students go too. Courses that
 * the desk closed or cancelled are open again, with the seats and portions of before.
 */
public final class SeatReset {
  private static final Duration VALID_WITHIN = Duration.ofSeconds(90);
  private static final int KEYS_AT_ONCE = 500;

  // Courses that the desk cancelled, with the seats and the status of before.
  private static final String CANCELLED =
      """
      JOIN (
        SELECT seats.id, seats.capacity - COUNT(raised.event_id) AS capacity, event.detail->>'$.before.status' AS status
        FROM sugang.course_cancellation JOIN sugang.audit_event event
          ON event.target = CONCAT('course:', course_cancellation.course_id) AND event.action = 'COURSE_CANCEL' AND event.at = requested_at
        JOIN JSON_TABLE(event.detail, '$.before.seats[*]' COLUMNS (id BIGINT PATH '$.seatsId', capacity INT PATH '$.capacity')) seats
        LEFT JOIN (
          SELECT dropped.event_id, dropped.course_id FROM sugang.audit_event dropped JOIN sugang.override USING (enrollment_id)
          WHERE dropped.action = 'CANCEL' AND FIND_IN_SET('CAPACITY', override.lifts)
        ) raised ON raised.course_id = seats.id AND raised.event_id > event.event_id
        GROUP BY event.event_id, seats.id, seats.capacity
      ) cancelled ON cancelled.id = course.course_id
      """
          .strip();

  // Cancellations, plans, then course rows are locked, in the order in which every writer locks
  // them, so no claim is between two of these statements. A cancelled course gets the seats of its
  // event, without those that overrides had raised and that were dropped with it. Some of the
  // statements need a default database.
  private static final String EMPTY =
      """
      USE sugang;
      SET SESSION innodb_lock_wait_timeout = 30;
      START TRANSACTION;
      SELECT COUNT(*) INTO @cancelled FROM (SELECT course_id FROM sugang.course_cancellation FOR UPDATE) locked;
      SELECT COUNT(*) INTO @plans FROM (SELECT student_id FROM sugang.student_term ORDER BY student_id, term_id FOR UPDATE) locked;
      SELECT COUNT(*) INTO @courses FROM (SELECT course_id FROM sugang.course ORDER BY course_id FOR UPDATE) locked;
      INSERT INTO sugang.audit_event (at, actor, action, target, course_id, detail)
      SELECT UTC_TIMESTAMP(3), 'operator', 'COURSE_RESET', CONCAT('course:', COALESCE(pool_of, course.course_id)), COALESCE(pool_of, course.course_id), JSON_OBJECT(
        'before', JSON_OBJECT('status', course.status, 'seats', JSON_ARRAY(JSON_OBJECT('seatsId', course.course_id, 'capacity', course.capacity - COALESCE(raised.seats, 0)))),
        'after', JSON_OBJECT('status', cancelled.status, 'seats', JSON_ARRAY(JSON_OBJECT('seatsId', course.course_id, 'capacity', cancelled.capacity - COALESCE(raised.seats, 0)))))
      FROM sugang.course {cancelled}
      LEFT JOIN (SELECT course_id, COUNT(*) AS seats FROM sugang.enrollment WHERE FIND_IN_SET('CAPACITY', lifted) GROUP BY course_id) raised USING (course_id);
      UPDATE sugang.course {cancelled}
      SET course.capacity = cancelled.capacity, course.status = cancelled.status;
      UPDATE sugang.seat_release JOIN sugang.course USING (course_id)
        JOIN sugang.course_cancellation ON course_cancellation.course_id = COALESCE(pool_of, course.course_id)
      SET released_at = NULL WHERE released_at >= requested_at AND released_at <= COALESCE(finished_at, released_at);
      UPDATE sugang.course SET status = 'OPEN' WHERE status = 'CLOSED' AND EXISTS (SELECT 1 FROM sugang.audit_event
        WHERE target = CONCAT('course:', COALESCE(pool_of, course.course_id)) AND action = 'COURSE_CLOSE');
      UPDATE sugang.course LEFT JOIN (
        SELECT course_id, COUNT(*) AS seats FROM sugang.enrollment WHERE FIND_IN_SET('CAPACITY', lifted) GROUP BY course_id
      ) raised USING (course_id)
      SET enrolled = 0, capacity = capacity - COALESCE(seats, 0) WHERE enrolled <> 0;
      UPDATE sugang.student_term plan LEFT JOIN (
        SELECT lift.student_id, course.term_id, SUM(lift.raised_credits) AS credits
        FROM sugang.override lift JOIN sugang.course USING (course_id) WHERE lift.state = 'CONFIRMED' GROUP BY 1, 2
      ) raised USING (student_id, term_id)
      SET plan.credits = 0, credit_limit = credit_limit - COALESCE(raised.credits, 0) WHERE plan.credits <> 0;
      DELETE FROM sugang.override;
      DELETE FROM sugang.notice;
      DELETE FROM sugang.rejection;
      DELETE FROM sugang.basket;
      DELETE FROM sugang.course_cancellation;
      DELETE FROM sugang.enrollment;
      DELETE FROM sugang.audit_event WHERE action IN ('ENROLL', 'CANCEL');
      COMMIT;
      """
          .replace("{cancelled}", CANCELLED);

  private final RunningStack stack;
  private final Console console;
  private final Path verifyLog;

  /**
   * @param verifyLog where the verifier's last report is
   */
  public SeatReset(RunningStack stack, Console console, Path verifyLog) {
    this.stack = stack;
    this.console = console;
    this.verifyLog = verifyLog;
  }

  /** Frees every seat and waits until the verifier says valid, for which instances have to run. */
  public void freeAll() {
    empty();
    awaitValid();
  }

  /** Frees every seat, also while no instance runs. */
  public void empty() {
    try {
      stack.sql(MysqlAccount.OWNER, EMPTY);
    } catch (Failure refused) {
      throw new Failure("MySQL could not empty the enrollments: " + refused.message());
    }
    forgetRosters();
  }

  // Rosters leave Redis; every instance sees NOT_LOADED and loads them from MySQL.
  private void forgetRosters() {
    List<String> keys = stack.redis("--scan", "--pattern", "course:*").lines().toList();
    for (int i = 0; i < keys.size(); i += KEYS_AT_ONCE) {
      var command = new ArrayList<String>();
      command.add("unlink");
      command.addAll(keys.subList(i, Math.min(i + KEYS_AT_ONCE, keys.size())));
      stack.redis(command.toArray(String[]::new));
    }
  }

  /** Waits until the verifier says valid, or throws a failure. */
  public void awaitValid() {
    long end = System.nanoTime() + VALID_WITHIN.toNanos();
    if (!console.live()) {
      console.say("  verifying ...");
    }
    while (true) {
      console.clock("verifying ...");
      if (stack.verifyQuietly() == 0) {
        console.clearClock();
        return;
      }
      if (System.nanoTime() > end) {
        throw new Failure(
            "the verifier did not say valid within %d s".formatted(VALID_WITHIN.toSeconds()),
            verifyLog);
      }
      Interruption.sleep(Duration.ofSeconds(1));
    }
  }
}
