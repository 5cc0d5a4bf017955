package io.sugang.student;

import io.sugang.id.Ids;
import io.sugang.signin.StudentRegister;
import java.util.OptionalLong;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Finds students by their numbers, in MySQL. */
@Component
class StudentNumbers implements StudentRegister {
  private static final String BY_NUMBER =
      "SELECT student_id FROM student WHERE student_number = ? AND student_id < ?";

  private final JdbcTemplate jdbc;

  StudentNumbers(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public OptionalLong studentId(String studentNumber) {
    // Those of the warm-up cannot sign in.
    return jdbc.queryForList(BY_NUMBER, Long.class, studentNumber, Ids.RESERVED_FROM).stream()
        .mapToLong(Long::longValue)
        .findFirst();
  }
}
