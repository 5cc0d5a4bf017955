package io.sugang.tools.rush;

import io.sugang.tools.control.MysqlAccount;
import io.sugang.tools.control.RunningStack;
import io.sugang.tools.workspace.Failure;
import io.sugang.verifier.Ids;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * The windows of a simulated day, under the account of the owner. Those of the term are put off
 * meanwhile by 4,800 years: twelve cycles of the calendar, so the way back is exact. They show by
 * their year that they were put off, so another run can put them back after this one was killed.
 */
public final class DayWindows {
  /** Window and audience of a grade have this id plus the grade. */
  static final long IDS = 4_800_000_000L;

  static final int MOST_GRADES = 6;

  // No window of a university is this late, and every one that was put off is later.
  private static final String PUT_OFF_FROM = "'5000-01-01'";
  private static final String TERM =
      """
      SELECT term_id, (SELECT COUNT(*) FROM sugang.enrollment JOIN sugang.course USING (course_id)
          WHERE course.term_id = term.term_id AND student_id < %1$d AND course_id < %1$d),
        (SELECT COUNT(*) FROM sugang.registration_window late WHERE late.term_id = term.term_id AND late.closes_at >= %2$s)
      FROM sugang.term WHERE kind = 'REGULAR'
      AND EXISTS (SELECT 1 FROM sugang.registration_window own WHERE own.term_id = term.term_id)
      ORDER BY term_id DESC LIMIT 1
      """
          .formatted(Ids.RESERVED_FROM, PUT_OFF_FROM);
  private static final String PUT_OFF =
      """
      START TRANSACTION;
      UPDATE sugang.registration_window
      SET opens_at = opens_at + INTERVAL 4800 YEAR, closes_at = closes_at + INTERVAL 4800 YEAR
      WHERE term_id = %d;
      """;
  private static final String OPEN =
      """
      INSERT INTO sugang.audience VALUES (%1$d, 'rush --day: grade %2$d');
      INSERT INTO sugang.audience_row (audience_id, position, grade_from, grade_to) VALUES (%1$d, 1, %2$d, %2$d);
      INSERT INTO sugang.registration_window VALUES (%1$d, %3$d, 'ENROLL', %1$d, '%4$s', '%5$s', 'ENROLL');
      """;
  private static final String RESTORE =
      """
      START TRANSACTION;
      UPDATE sugang.registration_window
      SET opens_at = opens_at - INTERVAL 4800 YEAR, closes_at = closes_at - INTERVAL 4800 YEAR
      WHERE opens_at >= %3$s AND term_id IN (SELECT term_id FROM (
        SELECT term_id FROM sugang.registration_window WHERE window_id BETWEEN %1$d + 1 AND %1$d + %2$d) of_the_day);
      SELECT ROW_COUNT();
      DELETE FROM sugang.registration_window WHERE window_id BETWEEN %1$d + 1 AND %1$d + %2$d;
      DELETE FROM sugang.audience_row WHERE audience_id BETWEEN %1$d + 1 AND %1$d + %2$d;
      DELETE FROM sugang.audience WHERE audience_id BETWEEN %1$d + 1 AND %1$d + %2$d;
      COMMIT;
      """
          .formatted(IDS, MOST_GRADES, PUT_OFF_FROM);

  private final RunningStack stack;

  public DayWindows(RunningStack stack) {
    this.stack = stack;
  }

  /**
   * Puts off the windows of the newest term, and writes one for each grade, the highest first; each
   * closes when the next one opens.
   *
   * @param lead from now to the first opening
   * @return the term
   * @throws Failure when no term has windows, or a seat is taken; nothing is changed then
   */
  public long open(int grades, Duration every, Duration lead) {
    String[] term = stack.sql(MysqlAccount.OWNER, TERM).strip().split("\t");
    if (term.length < 3) {
      throw new Failure("No term has a window, so no day can be simulated.");
    }
    if (!term[2].equals("0")) {
      throw new Failure(
          "A window of term %s closes after the year 4999, so it cannot be put off; give it another end."
              .formatted(term[0]));
    }
    if (!term[1].equals("0")) {
      throw new Failure(
          "A day begins with free seats, and %,d of term %s are taken. ./sugang reset frees them."
              .formatted(Long.parseLong(term[1]), term[0]));
    }
    long termId = Long.parseLong(term[0]);
    var script = new StringBuilder(PUT_OFF.formatted(termId));
    Instant opens = Instant.now().plus(lead);
    for (int grade = grades; grade >= 1; grade--) {
      Instant closes = opens.plus(every);
      script.append(OPEN.formatted(IDS + grade, grade, termId, utc(opens), utc(closes)));
      opens = closes;
    }
    stack.sql(MysqlAccount.OWNER, script.append("COMMIT;").toString());
    return termId;
  }

  /**
   * Removes the windows of a day and puts back those that it put off. Both were written in one
   * transaction, so without windows of a day none was put off, and nothing is changed.
   *
   * @return how many were put back
   */
  public long restore() {
    return Long.parseLong(stack.sql(MysqlAccount.OWNER, RESTORE).strip());
  }

  private static LocalDateTime utc(Instant time) {
    return LocalDateTime.ofInstant(time.truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC);
  }
}
