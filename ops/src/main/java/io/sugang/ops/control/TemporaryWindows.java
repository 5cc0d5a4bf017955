package io.sugang.ops.control;

import io.sugang.ops.workspace.Failure;
import io.sugang.verifier.Ids;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * A window in place of those of the newest term, under the account of the owner: it opens for all
 * at a time. Those of the term are postponed meanwhile by 4,800 years: twelve cycles of the
 * calendar, so the way back is exact. Their year marks them as postponed, so another run can put
 * them back after this one was killed.
 */
public final class TemporaryWindows {
  /**
   * The id of the window for all; copies of others follow it. They are below zero, so those that
   * the desk makes meanwhile follow the ids of the term's own.
   */
  public static final long IDS = -4_800_000_000L;

  /** The shortest time from now to the opening of a window for all. */
  public static final Duration LEAST_LEAD = Duration.ofSeconds(10);

  private static final int MOST_IDS = 99_999;

  // Instances admit by windows that they read at most a second ago.
  private static final Duration STALE = Duration.ofSeconds(2);

  // No window of a university is this late, and every postponed one is later.
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
      UPDATE sugang.registration_window
      SET opens_at = opens_at + INTERVAL 4800 YEAR, closes_at = closes_at + INTERVAL 4800 YEAR
      WHERE term_id = %d AND window_id > 0 AND %s;
      COMMIT;
      """;
  // Enrollments of before stay within a window that was open for them, and seats can be given back.
  private static final String OPEN_FOR_ALL =
      """
      INSERT INTO sugang.registration_window (window_id, term_id, phase, audience_id, opens_at, closes_at, actions)
      SELECT %1$d, %2$d, 'ENROLL', NULL, '%3$s',
        GREATEST(CAST('%3$s' AS DATETIME(3)) + INTERVAL 1 DAY, COALESCE(MAX(closes_at), CAST('%3$s' AS DATETIME(3)))), 'ENROLL,DROP,SWAP,WAITLIST'
      FROM sugang.registration_window WHERE term_id = %2$d AND %5$s
      UNION ALL
      SELECT %1$d + 100 + CAST(ROW_NUMBER() OVER (ORDER BY window_id) AS SIGNED), term_id, phase, audience_id, opens_at, '%4$s', actions
      FROM sugang.registration_window WHERE term_id = %2$d AND opens_at < '%4$s' AND %5$s
      UNION ALL
      SELECT %1$d + 10000 + CAST(ROW_NUMBER() OVER (ORDER BY window_id) AS SIGNED), term_id, phase, audience_id, opens_at, closes_at, 'DROP'
      FROM sugang.registration_window WHERE term_id = %2$d AND FIND_IN_SET('DROP', actions) AND %5$s;
      """;
  private static final String RESTORE =
      """
      START TRANSACTION;
      UPDATE sugang.registration_window
      SET opens_at = opens_at - INTERVAL 4800 YEAR, closes_at = closes_at - INTERVAL 4800 YEAR
      WHERE opens_at >= %3$s AND term_id IN (SELECT term_id FROM (
        SELECT term_id FROM sugang.registration_window WHERE window_id BETWEEN %1$d AND %1$d + %2$d) stand_in);
      SELECT ROW_COUNT();
      DELETE FROM sugang.registration_window WHERE window_id BETWEEN %1$d AND %1$d + %2$d;
      COMMIT;
      """
          .formatted(IDS, MOST_IDS, PUT_OFF_FROM);

  private final RunningStack stack;

  public TemporaryWindows(RunningStack stack) {
    this.stack = stack;
  }

  /** The term whose windows are postponed, and how many of its seats are taken. */
  public record Term(long id, long taken) {}

  /**
   * Writes a window that opens for all students, and ends with the last window that lets students
   * enroll in the newest term, a day later at the least. No window is open until then.
   *
   * @throws Failure when no term has windows, or the time is too near; nothing is changed then
   */
  public Term openForAll(Instant opens) {
    Term term = newestTerm();
    Instant now = Instant.now();
    if (opens.isBefore(now.plus(LEAST_LEAD))) {
      throw new Failure(
          "A window opens %d seconds from now at the earliest.".formatted(LEAST_LEAD.toSeconds()));
    }
    LocalDateTime until = utc(now.plus(STALE));
    String lettingOn = "FIND_IN_SET('ENROLL', actions) AND closes_at > '" + until + "'";
    stack.sql(
        MysqlAccount.OWNER,
        "START TRANSACTION;\n"
            + OPEN_FOR_ALL.formatted(IDS, term.id(), utc(opens), until, lettingOn)
            + PUT_OFF.formatted(term.id(), lettingOn));
    return term;
  }

  private Term newestTerm() {
    String[] term = stack.sql(MysqlAccount.OWNER, TERM).strip().split("\t");
    if (term.length < 3) {
      throw new Failure("No term has a window, so none can be postponed.");
    }
    if (!term[2].equals("0")) {
      throw new Failure(
          "A window of term %s closes after the year 4999, so it cannot be postponed; give it another end."
              .formatted(term[0]));
    }
    return new Term(Long.parseLong(term[0]), Long.parseLong(term[1]));
  }

  /**
   * Removes these windows and puts back those of the term. Both were written in one transaction, so
   * without these windows none was postponed, and nothing is changed.
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
