package io.sugang.seats.ledger;

import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.servers.MySqlDatabase;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A term with some courses, in which students of the seed are registered, and courses without. */
record TermOfTest(JdbcTemplate owner) {
  static final long TERM = 20991;

  /** The first course; the others have the ids after it. */
  static final long FIRST = 8_970_001;

  /** The first course without a term; the others have the ids after it. */
  static final long FREE = FIRST + 20;

  static final int COURSES = 3;
  static final int FREE_COURSES = 20;
  static final int STUDENTS = 40;

  static TermOfTest in(MySqlDatabase database) {
    var owner =
        new JdbcTemplate(
            new DriverManagerDataSource(database.jdbcUrl(), database.owner(), database.password()));
    Rows rows = new Rows(owner);
    TermRows terms = new TermRows(owner);
    terms.spring(TERM, 2099);
    terms.department(TERM, "Locks", "");
    for (long course = FIRST; course < FIRST + COURSES; course++) {
      terms.subject(course, "LCK" + course % 1000, "Subject " + course, TERM);
      rows.course(course, "Course " + course, "Locks", 1, 100);
      terms.offer(course, TERM, course, "001", 1, null);
    }
    for (long course = FREE; course < FREE + FREE_COURSES; course++) {
      rows.course(course, "Course " + course, "Locks", 1, 100);
    }
    for (long student = 1; student <= STUDENTS; student++) {
      terms.plan(student, TERM, 18);
    }
    return new TermOfTest(owner);
  }

  int rows(long course) {
    return owner
        .queryForList("SELECT 1 FROM enrollment WHERE course_id = ?", Integer.class, course)
        .size();
  }

  /** Whether counters of courses and credits of plans are those of the rows. */
  boolean countersAgree() {
    return owner
            .queryForList(
                "SELECT course_id FROM course c WHERE enrolled <> (SELECT COUNT(*) FROM enrollment e"
                    + " WHERE e.course_id = c.course_id)")
            .isEmpty()
        && owner
            .queryForList(
                "SELECT student_id FROM student_term t WHERE t.term_id = ? AND t.credits <>"
                    + " (SELECT COUNT(*) FROM enrollment e JOIN course c USING (course_id)"
                    + " WHERE e.student_id = t.student_id AND c.term_id = t.term_id)",
                TERM)
            .isEmpty();
  }
}
