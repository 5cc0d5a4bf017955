package io.sugang.registrar.mockterm;

import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.CourseSeatChanges;
import io.sugang.seats.ledger.DeskTransactions;
import io.sugang.seats.ledger.EnrollmentRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * The statements that take a mock term away, some rows at a time, each portion in a transaction of
 * its own. Enrollments are not deleted here, but by the ledger.
 */
@Component
class MockTermRemoval {
  /** Rows of one portion. */
  static final int ROWS = 1_000;

  /** Courses of one portion, without their pools. */
  static final int COURSES = 100;

  /** Courses whose enrollments are dropped at the same time. */
  static final int TOGETHER = 4;

  /** Enrollments of a course that are dropped at a time: those that share a transaction. */
  static final int GROUP = 64;

  private static final StudentId BEFORE_ALL = new StudentId(0);
  private static final String DELETE_UNOPENED =
      "DELETE FROM mocked_window WHERE term_id = ? AND opens_at >= ?";
  private static final String CLOSE =
      "UPDATE registration_window SET closes_at = ? WHERE term_id = ? AND closes_at > ?";
  private static final String NOT_CANCELLED =
      "SELECT course_id FROM course WHERE term_id = ? AND status <> 'CANCELLED'"
          + " ORDER BY course_id LIMIT "
          + COURSES;
  private static final String ENROLLED =
      "SELECT course_id FROM course WHERE term_id = ? AND enrolled > 0 ORDER BY course_id LIMIT "
          + TOGETHER;
  private static final String DELETE_STUDENTS =
      "DELETE FROM mocked_student_term WHERE term_id = ? LIMIT " + ROWS;
  private static final String DELETE_BASKETS =
      "DELETE FROM mocked_basket WHERE term_id = ? LIMIT " + ROWS;
  private static final String DELETE_REJECTIONS =
      "DELETE FROM mocked_rejection WHERE course_id BETWEEN ? AND ? LIMIT " + ROWS;
  private static final String DELETE_LATE_REJECTIONS =
      "DELETE FROM mocked_rejection WHERE course_id IN (%s)";
  private static final String NEXT_COURSES =
      "SELECT course_id FROM course WHERE term_id = ? AND pool_of IS NULL"
          + " ORDER BY course_id LIMIT "
          + COURSES;
  private static final String POOLS =
      "SELECT course_id FROM course FORCE INDEX (ix_course_pool) WHERE pool_of BETWEEN ? AND ?";
  private static final String KEEP_ID =
      "INSERT INTO removed_course (course_id, removed_at) VALUES (?, ?)";
  private static final String DELETE_PORTIONS =
      "DELETE FROM mocked_seat_release WHERE course_id IN (%s)";
  private static final String DELETE_MEETINGS =
      "DELETE FROM mocked_meeting WHERE course_id IN (%s)";
  private static final String DELETE_COURSES = "DELETE FROM course WHERE course_id IN (%s)";
  private static final String DELETE_WINDOWS = "DELETE FROM mocked_window WHERE term_id = ?";
  private static final String DELETE_TERM = "DELETE FROM mocked_term WHERE term_id = ?";
  private static final String REMOVED =
      "SELECT course_id FROM removed_course WHERE removed_at <= ? ORDER BY removed_at LIMIT "
          + ROWS;
  private static final String ALL_REMOVED = "SELECT course_id FROM removed_course";
  private static final String FORGET = "DELETE FROM removed_course WHERE course_id IN (%s)";

  private final JdbcTemplate reads;
  private final JdbcTemplate jdbc;
  private final CourseSeatChanges seats;

  MockTermRemoval(JdbcTemplate reads, DeskTransactions transactions, CourseSeatChanges seats) {
    this.reads = reads;
    this.jdbc = transactions.jdbc();
    this.seats = seats;
  }

  /** Closes the windows at a time that every instance knows of before; no other opens. */
  void closeWindows(MockTerm term, Instant closedAt) {
    jdbc.update(DELETE_UNOPENED, term.termId(), MockTermRows.utc(closedAt));
    jdbc.update(CLOSE, MockTermRows.utc(closedAt), term.termId(), MockTermRows.utc(closedAt));
  }

  /** Cancels the next courses and pools, and returns how many; no row is inserted afterwards. */
  int cancelCourses(MockTerm term, Instant now) {
    List<Long> next = ids(jdbc, NOT_CANCELLED, term.termId());
    if (!next.isEmpty()) {
      seats.cancel(next.stream().map(SeatsId::new).toList(), now);
    }
    return next.size();
  }

  /** Returns some of the enrollments that are left. */
  List<EnrollmentRow> enrollments(MockTerm term) {
    List<EnrollmentRow> some = new ArrayList<>();
    for (long courseId : ids(reads, ENROLLED, term.termId())) {
      some.addAll(seats.enrollments(new SeatsId(courseId), BEFORE_ALL, GROUP));
    }
    return some;
  }

  /** Deletes the next plans of students, and returns how many. */
  int students(MockTerm term) {
    return jdbc.update(DELETE_STUDENTS, term.termId());
  }

  /** Deletes the next baskets, and returns how many. */
  int baskets(MockTerm term) {
    return jdbc.update(DELETE_BASKETS, term.termId());
  }

  /** Deletes the next rejections that were kept, and returns how many. */
  int rejections(MockTerm term) {
    long first = MockIds.courseOffset(term.number());
    return jdbc.update(DELETE_REJECTIONS, first, first + MockIds.COPIED_BELOW - 1);
  }

  /**
   * Deletes the next courses with their pools, and returns the ids of all of them. The ids are kept
   * until nothing of them can be at the gate.
   */
  List<Long> courses(MockTerm term, Instant now) {
    List<Long> courses = ids(jdbc, NEXT_COURSES, term.termId());
    if (courses.isEmpty()) {
      return courses;
    }
    List<Long> pools = ids(jdbc, POOLS, courses.getFirst(), courses.getLast());
    List<Long> all = new ArrayList<>(courses);
    all.addAll(pools);
    jdbc.batchUpdate(
        KEEP_ID, all.stream().map(id -> new Object[] {id, MockTermRows.utc(now)}).toList());
    delete(DELETE_PORTIONS, all);
    delete(DELETE_MEETINGS, courses);
    delete(DELETE_COURSES, pools);
    delete(DELETE_COURSES, courses);
    return all;
  }

  /** Deletes the term, when it has no courses. */
  void term(MockTerm term) {
    jdbc.update(DELETE_WINDOWS, term.termId());
    jdbc.update(DELETE_TERM, term.termId());
  }

  /** Returns the ids of all courses that were deleted, and of which the gate may have something. */
  List<Long> removed() {
    return ids(reads, ALL_REMOVED);
  }

  /** Returns some of these ids, of courses that were deleted until a time. */
  List<Long> removedUntil(Instant time) {
    return ids(reads, REMOVED, MockTermRows.utc(time));
  }

  /**
   * Forgets ids, after what the gate had of them is gone. Instances may have written rejections
   * since the others were deleted.
   */
  void forget(List<Long> courseIds) {
    delete(DELETE_LATE_REJECTIONS, courseIds);
    delete(FORGET, courseIds);
  }

  private static List<Long> ids(JdbcTemplate of, String statement, Object... values) {
    return of.query(statement, (row, n) -> row.getLong(1), values);
  }

  private void delete(String statement, List<Long> ids) {
    if (!ids.isEmpty()) {
      jdbc.update(of(statement, ids), ids.toArray());
    }
  }

  private static String of(String statement, List<Long> ids) {
    return statement.formatted(String.join(",", Collections.nCopies(ids.size(), "?")));
  }
}
