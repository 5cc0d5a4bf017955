package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.WaivedRule;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Extra capacity and credits of an override: one seat of the course, and the credits of the course
 * for the student. Both are added and removed in the transaction that inserts or deletes the row,
 * so no seat is free in between (docs/spec/SeatPools.tla). The statements need the locks of the
 * plan and of the course row.
 */
final class OverrideAllowances {
  // One statement: the CHECK compares both after it.
  private static final String INCREMENT =
      "UPDATE course FORCE INDEX (PRIMARY) SET enrolled = enrolled + 1, capacity = capacity + ?"
          + " WHERE course_id = ?";
  private static final String DECREMENT =
      "UPDATE course SET enrolled = enrolled - ? WHERE course_id = ?";
  private static final String DECREMENT_RAISED =
      "UPDATE course SET enrolled = enrolled - ?, capacity = capacity - ? WHERE course_id = ?";
  private static final String RAISE_LIMIT =
      "UPDATE student_term FORCE INDEX (PRIMARY) SET credit_limit = credit_limit + ?, credits = ?"
          + " WHERE student_id = ? AND term_id = ?";
  private static final String RAISED =
      "SELECT raised_credits FROM override WHERE enrollment_id = ?";
  // From left to right: the credits are compared with the new limit.
  private static final String LOWER_LIMIT =
      "UPDATE student_term FORCE INDEX (PRIMARY) SET credit_limit = credit_limit - ?,"
          + " credits = LEAST(credits, credit_limit) WHERE student_id = ? AND term_id = ?";
  private static final String CANCELLED =
      "UPDATE override SET state = 'CANCELLED' WHERE enrollment_id = ?";

  private final JdbcTemplate jdbc;

  OverrideAllowances(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Counts a row that is inserted, and raises the capacity where that rule is waived. */
  void incrementEnrolled(EnrollmentRow row) {
    jdbc.update(
        INCREMENT, row.waived().contains(WaivedRule.CAPACITY) ? 1 : 0, row.seatsId().value());
  }

  /** Writes the credits of a plan, and raises its limit. */
  void raiseLimit(PlanKey plan, int raise, int credits) {
    jdbc.update(RAISE_LIMIT, raise, credits, plan.studentId().value(), plan.termId());
  }

  /**
   * Counts rows that were deleted, and lowers the capacity by what they raised.
   *
   * @param waived those of them with waived rules
   */
  void decrementEnrolled(SeatsId seatsId, int deleted, Collection<EnrollmentRow> waived) {
    long raised = waived.stream().filter(row -> row.waived().contains(WaivedRule.CAPACITY)).count();
    if (raised == 0) {
      jdbc.update(DECREMENT, deleted, seatsId.value());
    } else {
      jdbc.update(DECREMENT_RAISED, deleted, raised, seatsId.value());
    }
  }

  /**
   * Lowers the limits of plans by what deleted rows raised, and ends their overrides; the credits
   * were restored before.
   */
  void withdraw(List<EnrollmentRow> waived, @Nullable Long termId) {
    for (EnrollmentRow row : waived) {
      if (termId != null && row.waived().contains(WaivedRule.CREDIT_LIMIT)) {
        for (int raised : jdbc.queryForList(RAISED, Integer.class, row.enrollmentId())) {
          jdbc.update(LOWER_LIMIT, raised, row.studentId().value(), termId);
        }
      }
      jdbc.update(CANCELLED, row.enrollmentId());
    }
  }
}
