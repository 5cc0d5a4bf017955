package io.sugang.registrar.mockterm;

import io.sugang.platform.ids.MockIds;
import io.sugang.seats.ledger.CourseSeatChanges;
import io.sugang.seats.ledger.DeskTransactions;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * The statements that copy a term, some rows at a time, each portion in a transaction of its own.
 * What is there already says where the next portion begins. Seats and credit limits are copied
 * without what overrides raised.
 */
@Component
class MockTermCopy {
  /** Students of one portion. */
  static final int STUDENTS = 1_000;

  /** Courses of one portion, without their pools. */
  static final int COURSES = 200;

  private static final String LAST_STUDENT =
      "SELECT student_id FROM student_term FORCE INDEX (ix_student_term_term)"
          + " WHERE term_id = ? ORDER BY student_id DESC LIMIT 1";
  private static final String COPY_STUDENTS =
      "INSERT INTO mocked_student_term (student_id, term_id, credit_limit)"
          + " SELECT s.student_id, ?, s.credit_limit - COALESCE((SELECT SUM(o.raised_credits)"
          + " FROM override o JOIN course c ON c.course_id = o.course_id"
          + " WHERE o.student_id = s.student_id AND o.state = 'CONFIRMED' AND c.term_id = s.term_id), 0)"
          + " FROM student_term s FORCE INDEX (ix_student_term_term)"
          + " WHERE s.term_id = ? AND s.student_id > ? ORDER BY s.student_id LIMIT "
          + STUDENTS;
  private static final String LAST_COURSE =
      "SELECT course_id FROM course FORCE INDEX (ix_course_term)"
          + " WHERE term_id = ? AND pool_of IS NULL ORDER BY course_id DESC LIMIT 1";
  private static final String NEXT_COURSES =
      "SELECT course_id FROM course FORCE INDEX (ix_course_term)"
          + " WHERE term_id = ? AND course_id > ? AND pool_of IS NULL ORDER BY course_id LIMIT "
          + COURSES;
  private static final String COPY_SEATS =
      "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id,"
          + " subject_id, section_no, language, status, audience_id, slot_mask, remark, pool_of,"
          + " merges_at) SELECT c.course_id + ?, c.title, c.department, c.professor_id, c.credits,"
          + " c.capacity - (SELECT COUNT(*) FROM enrollment e"
          + " WHERE e.course_id = c.course_id AND FIND_IN_SET('CAPACITY', e.lifted)), ?,"
          + " c.subject_id, c.section_no, c.language, c.status, c.audience_id, c.slot_mask,"
          + " c.remark, c.pool_of + ?, c.merges_at FROM course c WHERE c.term_id = ? AND ";
  private static final String COPY_COURSES =
      COPY_SEATS + "c.course_id BETWEEN ? AND ? AND c.pool_of IS NULL";
  private static final String COPY_POOLS = COPY_SEATS + "c.pool_of BETWEEN ? AND ?";
  private static final String COPY_MEETINGS =
      "INSERT INTO mocked_meeting (course_id, weekday, start_minute, end_minute, room)"
          + " SELECT m.course_id + ?, m.weekday, m.start_minute, m.end_minute, m.room"
          + " FROM course c JOIN meeting m ON m.course_id = c.course_id"
          + " WHERE c.term_id = ? AND c.course_id BETWEEN ? AND ? AND c.pool_of IS NULL";
  private static final String COPY_PORTIONS =
      "INSERT INTO mocked_seat_release (course_id, releases_at, seats)"
          + " SELECT r.course_id + ?, r.releases_at, r.seats"
          + " FROM course c JOIN seat_release r ON r.course_id = c.course_id"
          + " WHERE r.released_at IS NULL AND c.term_id = ?"
          + " AND COALESCE(c.pool_of, c.course_id) BETWEEN ? AND ?";
  private static final String WINDOW =
      "INSERT INTO mocked_window (term_id, phase, opens_at, closes_at, actions)"
          + " VALUES (?, 'ENROLL', ?, ?, 'ENROLL,DROP')";

  private final JdbcTemplate jdbc;
  private final CourseSeatChanges seats;

  MockTermCopy(DeskTransactions transactions, CourseSeatChanges seats) {
    this.jdbc = transactions.jdbc();
    this.seats = seats;
  }

  /** Copies the next students, and returns how many; 0: there are none left. */
  int students(MockTerm term) {
    return jdbc.update(
        COPY_STUDENTS, term.termId(), term.ofTerm(), last(LAST_STUDENT, term.termId()));
  }

  /** Copies the next courses with all that they have, and returns how many, with their pools. */
  int courses(MockTerm term) {
    long offset = MockIds.courseOffset(term.number());
    long last = Math.max(0, last(LAST_COURSE, term.termId()) - offset);
    List<Long> next = jdbc.query(NEXT_COURSES, (row, n) -> row.getLong(1), term.ofTerm(), last);
    if (next.isEmpty()) {
      return 0;
    }
    long from = next.getFirst();
    long to = next.getLast();
    // Each statement reads by itself: an import between two would leave meetings without their
    // mask.
    seats.lockRange(term.ofTerm(), from, to);
    // A pool names its course, which has to be there.
    int courses =
        jdbc.update(COPY_COURSES, offset, term.termId(), offset, term.ofTerm(), from, to)
            + jdbc.update(COPY_POOLS, offset, term.termId(), offset, term.ofTerm(), from, to);
    jdbc.update(COPY_MEETINGS, offset, term.ofTerm(), from, to);
    jdbc.update(COPY_PORTIONS, offset, term.ofTerm(), from, to);
    return courses;
  }

  /** Makes the window, after all that it lets students do is there. */
  void window(MockTerm term) {
    jdbc.update(
        WINDOW, term.termId(), MockTermRows.utc(term.opensAt()), MockTermRows.utc(term.closesAt()));
  }

  private long last(String statement, long termId) {
    return jdbc.query(statement, (row, n) -> row.getLong(1), termId).stream()
        .findFirst()
        .orElse(0L);
  }
}
