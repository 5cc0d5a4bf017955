package io.sugang.registrar.student;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.StudentId;
import io.sugang.registrar.student.DeskStudent.StudentEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Finds students in MySQL, by indexes on number and name. */
@Component
class StudentEntries {
  /** Students that a search returns, at most. */
  static final int MOST = 20;

  private static final String ENTRIES =
      "SELECT student_id, student_number, name, department, grade, type, standing FROM student";
  private static final String BY_ID = ENTRIES + " WHERE student_id = ?";
  private static final String BY_NUMBER =
      ENTRIES
          + " WHERE student_number LIKE ? AND student_id < ? ORDER BY student_number LIMIT "
          + MOST;
  private static final String BY_NAME =
      ENTRIES + " WHERE name LIKE ? AND student_id < ? ORDER BY name, student_id LIMIT " + MOST;

  private final JdbcTemplate jdbc;

  StudentEntries(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Returns a student.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  Optional<StudentEntry> find(StudentId studentId) {
    return jdbc.query(BY_ID, (row, n) -> entry(row), studentId.value()).stream().findFirst();
  }

  /**
   * Returns students whose number or name begins with a text, those by number first, at most
   * {@value #MOST}.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  List<StudentEntry> search(String text) {
    String beginning = literally(text) + "%";
    List<StudentEntry> found = new ArrayList<>(search(BY_NUMBER, beginning));
    if (found.size() < MOST) {
      search(BY_NAME, beginning).stream()
          .filter(entry -> !found.contains(entry))
          .limit(MOST - found.size())
          .forEach(found::add);
    }
    return found;
  }

  private List<StudentEntry> search(String statement, String beginning) {
    return jdbc.query(statement, (row, n) -> entry(row), beginning, Ids.RESERVED_FROM);
  }

  // % and _ stand for other characters in a pattern, and \ makes a character stand for itself.
  private static String literally(String text) {
    return text.replaceAll("[\\\\%_]", "\\\\$0");
  }

  private static StudentEntry entry(ResultSet row) throws SQLException {
    return new StudentEntry(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getInt(5),
        row.getString(6),
        row.getString(7));
  }
}
