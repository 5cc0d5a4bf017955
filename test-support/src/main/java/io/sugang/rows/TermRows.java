package io.sugang.rows;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Inserts rows of registration: terms, windows, audiences, subjects, timetables, histories. */
public record TermRows(JdbcTemplate jdbc) {
  private static final String DEPARTMENT = "INSERT INTO department VALUES (?, 'Science', ?, ?, ?)";
  private static final String TERM =
      "INSERT INTO term VALUES (?, ?, 'SPRING', ?, '2027-03-02', '2027-06-21')";
  private static final String WINDOW =
      "INSERT INTO registration_window VALUES (?, ?, 'ENROLL', ?, ?, ?, ?)";
  private static final String SUBJECT =
      "INSERT INTO subject (subject_id, code, title_ko, credits, classification, department_id)"
          + " VALUES (?, ?, ?, 3, ?, ?)";
  private static final String OFFERED =
      "UPDATE course SET term_id = ?, subject_id = ?, section_no = ?, credits = ?, slot_mask = ?"
          + " WHERE course_id = ?";
  private static final String MEETING = "INSERT INTO meeting VALUES (?, ?, ?, ?, NULL)";
  private static final String RELATION =
      "INSERT INTO subject_relation VALUES (?, ?, ?, NULL, NULL)";
  private static final String TAKEN = "INSERT INTO transcript VALUES (?, ?, ?, ?, 3, NULL)";
  private static final String PLAN =
      "INSERT INTO student_term (student_id, term_id, credit_limit) VALUES (?, ?, ?)";

  /** Inserts a department whose names are the same in both languages. */
  public void department(long id, String name, String aliases) {
    jdbc.update(DEPARTMENT, id, name, name, aliases);
  }

  /** Inserts the spring term of a year; an id from a million on is one of a mock term. */
  public void spring(long id, int year) {
    jdbc.update(TERM, id, year, id < 1_000_000 ? "REGULAR" : "MOCK");
  }

  /**
   * Inserts a window.
   *
   * @param audience null is every student
   * @param actions separated by commas
   */
  public void window(
      long id, long term, @Nullable Long audience, Instant opens, Instant closes, String actions) {
    jdbc.update(WINDOW, id, term, audience, utc(opens), utc(closes), actions);
  }

  /** Inserts a window that is open from 2000 to 2100, for every student. */
  public void openWindow(long id, long term) {
    window(
        id,
        term,
        null,
        Instant.parse("2000-01-01T00:00:00Z"),
        Instant.parse("2100-01-01T00:00:00Z"),
        "ENROLL,DROP");
  }

  /**
   * Inserts an audience of one row.
   *
   * @param columns of the row, separated by commas
   */
  public void audience(long id, String columns, Object... values) {
    jdbc.update("INSERT INTO audience VALUES (?, ?)", id, "audience " + id);
    jdbc.update(
        "INSERT INTO audience_row (audience_id, position, %s) VALUES (%d, 1, %s)"
            .formatted(columns, id, String.join(",", "?".repeat(values.length).split(""))),
        values);
  }

  public void subject(long id, String code, String title, long department) {
    subject(id, code, title, "전선", department);
  }

  public void subject(long id, String code, String title, String classification, long department) {
    jdbc.update(SUBJECT, id, code, title, classification, department);
  }

  /** Limits the courses of a classification in each plan of a term. */
  public void classificationRule(long term, String classification, int mostCourses) {
    jdbc.update(
        "INSERT INTO classification_rule VALUES (?, ?, ?)", term, classification, mostCourses);
  }

  /**
   * Puts a course into a term.
   *
   * @param meeting null for a course without one
   */
  public void offer(
      long course,
      long term,
      long subject,
      String section,
      int credits,
      @Nullable Meeting meeting) {
    byte[] mask = null;
    if (meeting != null) {
      mask = meeting.mask();
      jdbc.update(MEETING, course, meeting.weekday(), meeting.startMinute(), meeting.endMinute());
    }
    jdbc.update(OFFERED, term, subject, section, credits, mask, course);
  }

  public void relation(long subject, long other, String kind) {
    jdbc.update(RELATION, subject, other, kind);
  }

  /** Inserts a line of a transcript. */
  public void taken(long student, long subject, long term, String grade) {
    jdbc.update(TAKEN, student, subject, term, grade);
  }

  /** Registers a student in a term. */
  public void plan(long student, long term, int creditLimit) {
    jdbc.update(PLAN, student, term, creditLimit);
  }

  /** Returns a time as the tables have it. */
  public static LocalDateTime utc(Instant time) {
    return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
  }
}
