package io.sugang.rules.plan;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A limit of the courses of one classification in a plan.
 *
 * @param classification as the subject has it
 * @param mostCourses that a plan of the term may hold, 0 or more
 */
public record ClassificationRule(long termId, String classification, int mostCourses) {
  /** The statement that reads all rules. */
  public static final String SELECT =
      "SELECT term_id, classification, most_courses FROM classification_rule";

  /** Reads a rule from the current row of {@link #SELECT}. */
  public static ClassificationRule of(ResultSet row) throws SQLException {
    return new ClassificationRule(row.getLong(1), row.getString(2), row.getInt(3));
  }
}
