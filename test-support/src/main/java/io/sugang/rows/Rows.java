package io.sugang.rows;

import java.time.LocalDateTime;
import org.springframework.jdbc.core.JdbcTemplate;

/** Inserts rows under ids that the seed never uses; each test class keeps to ids of its own. */
public record Rows(JdbcTemplate jdbc) {
  private static final String PROFESSOR = "INSERT INTO professor VALUES (?, ?, 'Physics')";
  private static final String STUDENT =
      "INSERT INTO student (student_id, student_number, name, email, department, grade)"
          + " VALUES (?, ?, ?, ?, 'Physics', 2)";
  private static final String STUDENTS =
      "INSERT /*+ SET_VAR(cte_max_recursion_depth = 1000000) */ INTO student"
          + " (student_id, student_number, name, email, department, grade)"
          + " WITH RECURSIVE ids (id) AS (SELECT ? UNION ALL SELECT id + 1 FROM ids WHERE id < ?)"
          + " SELECT id, CONCAT('N', id), CONCAT('Student ', id), CONCAT('student', id, '@test.invalid'),"
          + " 'Physics', ? FROM ids";
  private static final String COURSE =
      "INSERT INTO course (course_id, title, department, professor_id, credits, capacity)"
          + " VALUES (?, ?, ?, ?, 3, ?)";
  private static final String ENROLLMENT =
      "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)"
          + " VALUES (?, ?, ?, ?)";
  private static final String COUNT =
      "UPDATE course SET enrolled = enrolled + 1 WHERE course_id = ?";

  public void professor(long id, String name) {
    jdbc.update(PROFESSOR, id, name);
  }

  public void student(long id) {
    jdbc.update(STUDENT, id, number(id), "Student " + id, "student" + id + "@test.invalid");
  }

  /** Inserts students whose numbers are {@link #decimalNumber}s, by one statement. */
  public void students(long firstId, int count, int grade) {
    jdbc.update(STUDENTS, firstId, firstId + count - 1, grade);
  }

  /** Returns the number of one of {@link #students}: its last digit is that of the id. */
  public static String decimalNumber(long id) {
    return "N" + id;
  }

  /** Returns the student number of a student; short also for the largest id. */
  public static String number(long id) {
    return "T" + Long.toString(id, 36);
  }

  public void course(long id, String title, String department, long professorId, int capacity) {
    jdbc.update(COURSE, id, title, department, professorId, capacity);
  }

  public void enrollment(long id, long studentId, long courseId, LocalDateTime at) {
    jdbc.update(ENROLLMENT, id, studentId, courseId, at);
    jdbc.update(COUNT, courseId);
  }
}
