package io.sugang.catalog.student;

import io.sugang.platform.ids.Ids;
import io.sugang.signin.StudentRegister;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Finds students by their numbers, in MySQL. */
@Component
class StudentNumbers implements StudentRegister {
  private static final String BY_NUMBER =
      "SELECT student_id, student_number FROM student WHERE student_number = ? AND student_id < ?";

  private final JdbcTemplate jdbc;

  StudentNumbers(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public OptionalLong studentId(String studentNumber) {
    // Those of the warm-up cannot sign in.
    List<Long> ids = new ArrayList<>();
    jdbc.query(
        BY_NUMBER,
        row -> {
          // MySQL compares without case and accents.
          if (studentNumber.equals(row.getString("student_number"))) {
            ids.add(row.getLong("student_id"));
          }
        },
        studentNumber,
        Ids.RESERVED_FROM);
    return ids.stream().mapToLong(Long::longValue).findFirst();
  }
}
