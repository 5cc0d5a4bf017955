package io.sugang.startup.warmup;

import io.sugang.platform.ids.Ids;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/** The reads of the warm-up, of real rows: they leave nothing behind but cache entries. */
final class WarmupReads {

  // So many that each is read from Redis for a while before all are remembered in the instance.
  private static final int STUDENTS = 2_000;
  private static final int STUDENTS_PER_LIST = 8;
  private static final int COURSES = 100;
  private static final String SOME_STUDENTS =
      "SELECT student_id FROM student WHERE student_id < ? ORDER BY student_id LIMIT ?";
  private static final String SOME_COURSES =
      "SELECT course_id FROM course WHERE course_id < ? AND pool_of IS NULL"
          + " ORDER BY course_id LIMIT ?";

  private WarmupReads() {}

  static List<String> paths(JdbcTemplate mysql, List<Long> students) {
    List<String> paths = new ArrayList<>();
    paths.add("/api/courses?page=0&size=20");
    for (long id : students) {
      paths.add("/api/students/" + id);
      if (id % STUDENTS_PER_LIST == 0) {
        paths.add("/api/students/" + id + "/enrollments");
      }
    }
    for (long id : ids(mysql, SOME_COURSES, COURSES)) {
      paths.add("/api/courses/" + id);
    }
    paths.add("/api/courses?page=1&size=20");
    return paths;
  }

  static List<Long> students(JdbcTemplate mysql) {
    return ids(mysql, SOME_STUDENTS, STUDENTS);
  }

  private static List<Long> ids(JdbcTemplate mysql, String sql, int limit) {
    return mysql.query(sql, (row, number) -> row.getLong(1), Ids.RESERVED_FROM, limit);
  }
}
