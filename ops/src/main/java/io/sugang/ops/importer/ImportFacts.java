package io.sugang.ops.importer;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.verifier.Ids;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the database has already, as far as lines of the files can contradict it.
 *
 * @param sections of the term, by code and number
 * @param departments names
 * @param students by student number
 */
record ImportFacts(
    Map<String, StoredSection> sections, Set<String> departments, Map<String, Student> students) {

  private static final String SECTIONS =
      """
      SELECT CONCAT(code, ' ', section_no), enrolled + IFNULL(pools.enrolled_there, 0), course.credits, IFNULL(times, ''),
        enrolled + IFNULL(pools.seats, 0) + IFNULL(portions.seats, 0) - IFNULL(raised.seats, 0)
      FROM sugang.course JOIN sugang.subject USING (subject_id)
      LEFT JOIN (
        SELECT pool_of AS course_id, SUM(capacity) AS seats, SUM(enrolled) AS enrolled_there
        FROM sugang.course WHERE pool_of IS NOT NULL GROUP BY pool_of) pools USING (course_id)
      LEFT JOIN (
        SELECT COALESCE(owner.pool_of, owner.course_id) AS course_id, SUM(seats) AS seats
        FROM sugang.seat_release JOIN sugang.course owner USING (course_id)
        WHERE released_at IS NULL GROUP BY 1) portions USING (course_id)
      LEFT JOIN (
        SELECT course_id, COUNT(*) AS seats FROM sugang.enrollment
        WHERE FIND_IN_SET('CAPACITY', lifted) GROUP BY course_id) raised USING (course_id)
      LEFT JOIN (
        SELECT course_id, GROUP_CONCAT(CONCAT(weekday, ':', start_minute, '-', end_minute) ORDER BY weekday, start_minute) AS times
        FROM sugang.meeting GROUP BY course_id) meetings USING (course_id)
      WHERE term_id = %d AND course.pool_of IS NULL
      """;
  private static final String DEPARTMENTS = "SELECT name_ko FROM sugang.department";
  private static final String STUDENTS =
      """
      SELECT student_number, email, IFNULL(credits, 0) - (
        SELECT IFNULL(SUM(lift.raised_credits), 0) FROM sugang.override lift JOIN sugang.course USING (course_id)
        WHERE lift.student_id = student.student_id AND lift.state = 'CONFIRMED' AND course.term_id = %1$d)
      FROM sugang.student LEFT JOIN sugang.student_term ON student_term.student_id = student.student_id AND term_id = %1$d
      WHERE student.student_id < %2$d
      """;
  private static final String NEWEST_TERM =
      """
      SELECT CONCAT(year, '-', season) FROM sugang.term
      WHERE kind = 'REGULAR' AND EXISTS (SELECT 1 FROM sugang.registration_window w WHERE w.term_id = term.term_id)
      ORDER BY term_id DESC LIMIT 1
      """;

  /**
   * A course of the term.
   *
   * @param enrolled students, also in pools
   * @param leastCapacity seats that cannot be taken away: of the course's own students, of its
   *     pools and of portions to come, without the seats that overrides raised
   */
  record StoredSection(int enrolled, int credits, String times, int leastCapacity) {}

  /** A student, with the credits of the plan in the term that count toward its credit limit. */
  record Student(String email, int credits) {}

  /** Returns the newest term with a window, or an empty text. */
  static String newestTerm(RunningStack stack) {
    return stack.sql(MysqlAccount.READER, NEWEST_TERM).strip();
  }

  static ImportFacts read(RunningStack stack, TermName term) {
    var sections = new HashMap<String, StoredSection>();
    for (List<String> row : rows(stack, SECTIONS.formatted(term.id()))) {
      sections.put(
          row.get(0),
          new StoredSection(
              Integer.parseInt(row.get(1)),
              Integer.parseInt(row.get(2)),
              row.get(3),
              Integer.parseInt(row.get(4))));
    }
    var departments = new HashSet<String>();
    rows(stack, DEPARTMENTS).forEach(row -> departments.add(row.getFirst()));
    var students = new HashMap<String, Student>();
    for (List<String> row : rows(stack, STUDENTS.formatted(term.id(), Ids.RESERVED_FROM))) {
      students.put(row.get(0), new Student(row.get(1), Integer.parseInt(row.get(2))));
    }
    return new ImportFacts(sections, departments, students);
  }

  private static List<List<String>> rows(RunningStack stack, String sql) {
    return stack
        .sql(MysqlAccount.READER, sql)
        .lines()
        .map(line -> List.of(line.split("\t", -1)))
        .toList();
  }
}
