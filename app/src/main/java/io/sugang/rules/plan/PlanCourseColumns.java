package io.sugang.rules.plan;

import io.sugang.platform.ids.SeatsId;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What the rules of a plan read of a course, for statements that join {@code course c} and {@code
 * subject s}. The ledger and the instances decide by the same columns.
 */
public final class PlanCourseColumns {
  /** The columns, for a SELECT. */
  public static final String SELECTED =
      "c.course_id, c.term_id, c.subject_id, IF(s.counts_toward_limit, c.credits, 0), c.slot_mask,"
          + " s.classification";

  /** How many columns {@link #SELECTED} has. */
  public static final int COUNT = 6;

  private PlanCourseColumns() {}

  /**
   * Reads a course from the current row.
   *
   * @param first position of the first column, from 1
   */
  public static PlanCourse course(ResultSet row, int first) throws SQLException {
    return new PlanCourse(
        new SeatsId(row.getLong(first)),
        row.getLong(first + 1),
        row.getLong(first + 2),
        row.getInt(first + 3),
        SlotMask.of(row.getBytes(first + 4)),
        row.getString(first + 5));
  }
}
