package io.sugang.registrar.desk;

import io.sugang.platform.ids.Ids;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Counts the enrolled students of audiences, each in one statement that reads all students. */
@Component
class AudienceCounts {
  private static final String OF_STUDENTS =
      " FROM student s LEFT JOIN department d ON d.name_ko = s.department"
          + " WHERE s.student_id < ? AND s.standing = 'ENROLLED'";
  private static final String LAST_DIGIT = "RIGHT(s.student_number, 1)";
  private static final String ODD = LAST_DIGIT + " IN ('1', '3', '5', '7', '9')";
  private static final String EVEN = LAST_DIGIT + " IN ('0', '2', '4', '6', '8')";

  // As AudienceRow of the rules decides.
  private static final String IN_AUDIENCE =
      "EXISTS (SELECT 1 FROM audience_row r WHERE r.audience_id = ?"
          + " AND s.grade BETWEEN COALESCE(r.grade_from, s.grade) AND COALESCE(r.grade_to, s.grade)"
          + " AND s.terms_completed BETWEEN COALESCE(r.terms_from, s.terms_completed)"
          + " AND COALESCE(r.terms_to, s.terms_completed)"
          + " AND (r.number_parity IS NULL OR r.number_parity = 'ODD' AND "
          + ODD
          + " OR r.number_parity = 'EVEN' AND "
          + EVEN
          + ") AND (r.type IS NULL OR r.type = s.type)"
          + " AND CASE WHEN r.program_id IS NULL AND r.program_role IS NULL"
          + " THEN r.department_id IS NULL OR r.department_id = d.department_id"
          + " ELSE EXISTS (SELECT 1 FROM student_program sp"
          + " JOIN program p ON p.program_id = sp.program_id WHERE sp.student_id = s.student_id"
          + " AND sp.program_id = COALESCE(r.program_id, sp.program_id)"
          + " AND sp.role = COALESCE(r.program_role, sp.role)"
          + " AND p.department_id = COALESCE(r.department_id, p.department_id)) END)";

  private final JdbcTemplate jdbc;

  AudienceCounts(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Counts students.
   *
   * @param audienceId null for no such condition
   * @param others audiences
   * @return the students who fit, and of these the students of each of the others
   */
  List<Long> count(AudienceChoice choice, @Nullable Long audienceId, Collection<Long> others) {
    List<Object> values = new ArrayList<>(others);
    StringBuilder statement = new StringBuilder("SELECT COUNT(*)");
    others.forEach(
        other -> statement.append(", COALESCE(SUM(").append(IN_AUDIENCE).append("), 0)"));
    statement.append(OF_STUDENTS);
    values.add(Ids.RESERVED_FROM);
    if (audienceId != null) {
      statement.append(" AND ").append(IN_AUDIENCE);
      values.add(audienceId);
    }
    oneOf("s.grade", choice.grades(), statement, values);
    oneOf("d.department_id", choice.departments(), statement, values);
    oneOf("s.type", choice.types(), statement, values);
    String parity = choice.parity();
    if (parity != null) {
      statement.append(" AND ").append(parity.equals("ODD") ? ODD : EVEN);
    }
    return jdbc.query(
            statement.toString(),
            (row, n) -> {
              List<Long> counts = new ArrayList<>();
              for (int column = 1; column <= 1 + others.size(); column++) {
                counts.add(row.getLong(column));
              }
              return counts;
            },
            values.toArray())
        .getFirst();
  }

  private static void oneOf(
      String column, Collection<?> values, StringBuilder statement, List<Object> all) {
    if (!values.isEmpty()) {
      statement
          .append(" AND %s IN (".formatted(column))
          .append(String.join(",", Collections.nCopies(values.size(), "?")))
          .append(')');
      all.addAll(values);
    }
  }
}
