package io.sugang.acceptance;

import io.sugang.rows.Meeting;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A term with a department, students and courses that no other test knows. */
final class OwnTerm {
  private static final int SEATS = 50_000;

  private final Campus campus;
  private final Rows rows;
  private final TermRows terms;
  private final long department;
  private final long professor;
  private final long id;

  OwnTerm(Campus campus) {
    this(campus, campus.newYear(), 1_000_000L, 1);
  }

  /** A regular term, which is the newest of all with courses as soon as it has one. */
  static OwnTerm regular(Campus campus) {
    return regular(campus, campus.newYear());
  }

  /** The regular spring term of a year, which no other test may have. */
  static OwnTerm regular(Campus campus, int year) {
    return new OwnTerm(campus, year, 1, 10);
  }

  private OwnTerm(Campus campus, int year, long firstId, int idsOfAYear) {
    this.campus = campus;
    rows = new Rows(campus.jdbc());
    terms = new TermRows(campus.jdbc());
    id = firstId + (long) idsOfAYear * year;
    department = campus.newIds(1);
    professor = campus.newIds(1);
    terms.spring(id, year);
    terms.department(department, departmentName(), "");
    rows.professor(professor, "Professor " + professor);
  }

  String departmentName() {
    return "Department " + department;
  }

  // ---- Windows

  /** A window for everything and every student, open for a century. */
  OwnTerm open() {
    terms.openWindow(campus.newIds(1), id);
    return this;
  }

  void window(@Nullable Long audience, Instant opens, Instant closes) {
    terms.window(campus.newIds(1), id, audience, opens, closes, "ENROLL,DROP");
  }

  /** A window of the phase BASKET, for every student. */
  void basketWindow(Instant opens, Instant closes) {
    long window = campus.newIds(1);
    terms.window(window, id, null, opens, closes, "");
    campus
        .jdbc()
        .update("UPDATE registration_window SET phase = 'BASKET' WHERE window_id = ?", window);
  }

  long id() {
    return id;
  }

  long audience(String columns, Object... values) {
    long audience = campus.newIds(1);
    terms.audience(audience, columns, values);
    return audience;
  }

  // ---- Students

  Student student(int creditLimit) {
    return students(1, 2, creditLimit).getFirst();
  }

  /** Students of one grade, with numbers that go up by one. */
  List<Student> students(int count, int grade, int creditLimit) {
    long first = campus.newIds(count);
    rows.students(first, count, grade);
    campus
        .jdbc()
        .update(
            "INSERT INTO student_term (student_id, term_id, credit_limit)"
                + " SELECT student_id, ?, ? FROM student WHERE student_id BETWEEN ? AND ?",
            id,
            creditLimit,
            first,
            first + count - 1);
    List<Student> students = new ArrayList<>();
    for (long student = first; student < first + count; student++) {
      students.add(Student.withToken(campus.front(), student, Rows.decimalNumber(student)));
    }
    return students;
  }

  /** A grade of a passed subject in the spring of 2024. */
  void taken(Student student, long subject, String grade) {
    terms.taken(student.id(), subject, 20_241, grade);
  }

  // ---- Courses

  long subject() {
    return subject("Subject");
  }

  long subject(String title) {
    long subject = campus.newIds(1);
    terms.subject(subject, code(subject), title, department);
    return subject;
  }

  static String code(long subject) {
    return "ACC" + subject;
  }

  void relation(long subject, long other, String kind) {
    terms.relation(subject, other, kind);
  }

  /** A course of three credits without a meeting, with a seat for every student. */
  long course() {
    return course(subject(), 3, null);
  }

  long course(@Nullable Meeting meeting) {
    return course(subject(), 3, meeting);
  }

  long course(long subject) {
    return course(subject, 3, null);
  }

  long course(long subject, int credits, @Nullable Meeting meeting) {
    return course("Course of subject " + subject, subject, credits, meeting, SEATS);
  }

  long course(String title, long subject, int credits, @Nullable Meeting meeting, int capacity) {
    long course = campus.newIds(1);
    rows.course(course, title, departmentName(), professor, capacity);
    terms.offer(course, id, subject, Long.toString(course, 36), credits, meeting);
    return course;
  }
}
