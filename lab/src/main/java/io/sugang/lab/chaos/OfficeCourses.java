package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operation.ResetSeats;
import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.RosterKeys;
import io.sugang.lab.control.SeatAnnouncement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The courses that the office changes while students click. They are among the last ones, for which
 * the planned requests of a usual run do not ask. Two courses that collide are for overrides.
 *
 * @param resized gets more and fewer seats
 * @param closed is closed and opened again
 * @param lifted the course of the overrides
 * @param colliding meets at the same time as {@code lifted}
 * @param termId of all of them
 */
record OfficeCourses(
    PooledCourses pooled, long resized, long closed, long lifted, long colliding, long termId) {
  /** The keys of requests for windows begin so. */
  static final String KEYS = "chaos-";

  private static final int LAST = 60;

  /** The last courses are those of scenarios, which fill them before the load. */
  static final int OF_SCENARIOS = 3;

  // Below the ids of mock courses, and beyond those of any real one.
  private static final long POOLS_FROM = 800_000_000_000L;
  private static final long POOLS_TO = 899_999_999_999L;
  private static final long AUDIENCE = 800_000_000L;

  // After the begin of the load.
  private static final Duration FIRST_MERGE = Duration.ofSeconds(6);
  private static final Duration SECOND_MERGE = Duration.ofMillis(7500);

  private static final String OPEN =
      "course_id IN (SELECT course_id FROM (SELECT course_id FROM course WHERE course_id < ? AND pool_of IS NULL"
          + " AND subject_id NOT IN (SELECT subject_id FROM subject WHERE code LIKE '"
          + ImportRounds.CODE
          + "%')"
          + " AND term_id = (SELECT term_id FROM registration_window WHERE term_id < 1000000 ORDER BY term_id DESC LIMIT 1)"
          + " ORDER BY course_id DESC LIMIT "
          + OF_SCENARIOS
          + ", ?) last)"
          + " AND audience_id IS NULL AND status = 'OPEN' AND slot_mask IS NOT NULL";
  private static final String PAIR =
      "SELECT one.course_id, other.course_id, one.term_id FROM (SELECT * FROM course WHERE "
          + OPEN
          + ") one JOIN (SELECT * FROM course WHERE "
          + OPEN
          + ") other ON one.course_id < other.course_id AND one.subject_id <> other.subject_id"
          + " AND BIT_COUNT(one.slot_mask & other.slot_mask) > 0 ORDER BY 1 DESC, 2 DESC LIMIT 1";
  private static final String OTHERS =
      "SELECT course_id FROM course WHERE "
          + OPEN
          + " AND course_id NOT IN (?, ?) ORDER BY course_id DESC LIMIT 4";
  private static final String ODD =
      "SELECT student_id FROM student WHERE RIGHT(student_number, 1) IN ('1', '3', '5', '7', '9')";

  private static final String LEFT =
      "SELECT COUNT(*) FROM sugang.course WHERE course_id BETWEEN %d AND %d"
          .formatted(POOLS_FROM, POOLS_TO);
  // What is divided now, and the pools.
  private static final String DIVIDED =
      "COALESCE(course.pool_of, course.course_id) IN (SELECT pool.pool_of FROM sugang.course pool WHERE pool.course_id BETWEEN %d AND %d)"
          .formatted(POOLS_FROM, POOLS_TO);

  // Without a time of its merge, a pool that gave its seats away has too few.
  private static final String NO_MERGE =
      """
      START TRANSACTION;
      UPDATE sugang.course SET merges_at = NULL WHERE course_id BETWEEN %d AND %d;
      %s
      COMMIT;
      """
          .formatted(POOLS_FROM, POOLS_TO, SeatAnnouncement.ofSeatsNow(DIVIDED));

  // Free seats go back, so that the seats of a course are what they were. An import announces every
  // course and pool that it finds, and the pools of the next run have the same ids.
  private static final String REMOVE =
      """
      USE sugang; START TRANSACTION;
      UPDATE course JOIN (SELECT pool_of AS course_id, SUM(capacity) AS seats FROM course WHERE pool_of IS NOT NULL AND course_id BETWEEN %1$d AND %2$d GROUP BY pool_of) pools USING (course_id)
      SET course.capacity = course.capacity + pools.seats;
      %6$s
      REPLACE INTO removed_course SELECT course_id, UTC_TIMESTAMP(3) FROM course WHERE pool_of IS NOT NULL AND course_id BETWEEN %1$d AND %2$d;
      DELETE FROM course WHERE pool_of IS NOT NULL AND course_id BETWEEN %1$d AND %2$d;
      DELETE FROM announced_course WHERE course_id BETWEEN %1$d AND %2$d;
      REPLACE INTO removed_course SELECT course_id, UTC_TIMESTAMP(3) FROM course JOIN subject USING (subject_id) WHERE code LIKE '%5$s%%';
      DELETE meeting FROM meeting JOIN course USING (course_id) JOIN subject USING (subject_id) WHERE code LIKE '%5$s%%';
      DELETE announced_course FROM announced_course JOIN course USING (course_id) JOIN subject USING (subject_id) WHERE code LIKE '%5$s%%';
      DELETE course FROM course JOIN subject USING (subject_id) WHERE code LIKE '%5$s%%';
      DELETE FROM subject WHERE code LIKE '%5$s%%';
      DELETE FROM audience_row WHERE audience_id IN (%3$d, %3$d + 1); DELETE FROM audience WHERE audience_id IN (%3$d, %3$d + 1);
      DELETE registration_window FROM registration_window JOIN window_request USING (window_id) WHERE request_key LIKE '%4$s%%';
      DELETE FROM window_request WHERE request_key LIKE '%4$s%%'; COMMIT;
      """
          .formatted(
              POOLS_FROM,
              POOLS_TO,
              AUDIENCE,
              KEYS,
              ImportRounds.CODE,
              SeatAnnouncement.ofSeatsNow(DIVIDED));

  /** Chooses the courses; null where there are too few. */
  static @Nullable OfficeCourses choose(Connection mysql, long before) throws SQLException {
    long below = Math.min(before, POOLS_FROM);
    List<Long> pair = numbers(mysql, PAIR, below, LAST, below, LAST);
    if (pair.size() < 3) {
      return null;
    }
    List<Long> others = numbers(mysql, OTHERS, below, LAST, pair.get(0), pair.get(1));
    if (others.size() < 4) {
      return null;
    }
    Map<Long, List<Long>> pools = new LinkedHashMap<>();
    for (long course : others.subList(0, 2)) {
      pools.put(course, List.of(POOLS_FROM + 10 * course + 1, POOLS_FROM + 10 * course + 2));
    }
    Set<Long> odd = new HashSet<>(numbers(mysql, ODD));
    return new OfficeCourses(
        new PooledCourses(pools, odd),
        others.get(2),
        others.get(3),
        pair.get(0),
        pair.get(1),
        pair.get(2));
  }

  /** Removes what an earlier run left, which may be of other courses. */
  static void removeLeft(Operator operator) throws IOException, Operator.Unsupported {
    if (poolsExist(operator)) {
      remove(operator);
    }
  }

  static boolean poolsExist(Operator operator) throws IOException, Operator.Unsupported {
    return !operator.perform(new Sql(LEFT)).strip().equals("0");
  }

  /** Every course of the office that students click on. */
  List<Long> all() {
    List<Long> all = new ArrayList<>(pooled.pools().keySet());
    all.addAll(List.of(resized, closed, lifted, colliding));
    return all;
  }

  /** Pools that an earlier scenario left merge no seats while all of them are freed. */
  static void stopMerges(Operator operator) throws IOException, Operator.Unsupported {
    operator.perform(new Sql(NO_MERGE));
  }

  /**
   * Divides the seats of the pooled courses into their pools, which merge some seconds later: first
   * those of odd students, then the others.
   *
   * @param knownAfter how much later than that: when the load begins
   */
  void makePools(Operator operator, Duration knownAfter) throws IOException, Operator.Unsupported {
    StringBuilder sql =
        new StringBuilder(
            """
            USE sugang; START TRANSACTION;
            INSERT IGNORE INTO audience (audience_id, name) VALUES (%1$d, 'chaos: odd'), (%1$d + 1, 'chaos: even');
            INSERT IGNORE INTO audience_row (audience_id, position, number_parity) VALUES (%1$d, 1, 'ODD'), (%1$d + 1, 1, 'EVEN');
            """
                .formatted(AUDIENCE));
    pooled
        .pools()
        .forEach((course, both) -> {
          long odd = both.get(0);
          long even = both.get(1);
          sql.append(
              """
              SELECT COUNT(*) INTO @locked FROM (SELECT course_id FROM course WHERE course_id IN (%1$d, %2$d, %3$d) ORDER BY course_id FOR UPDATE) locked;
              SELECT SUM(capacity) INTO @seats FROM course WHERE course_id IN (%1$d, %2$d, %3$d);
              INSERT IGNORE INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, slot_mask, audience_id, pool_of)
              SELECT %2$d, title, department, professor_id, credits, 0, term_id, subject_id, slot_mask, %4$d, course_id FROM course WHERE course_id = %1$d
              UNION ALL SELECT %3$d, title, department, professor_id, credits, 0, term_id, subject_id, slot_mask, %4$d + 1, course_id FROM course WHERE course_id = %1$d;
              UPDATE course SET capacity = 0 WHERE course_id = %1$d;
              UPDATE course SET capacity = @seats DIV 2, merges_at = UTC_TIMESTAMP(3) + INTERVAL %5$d MICROSECOND WHERE course_id = %2$d;
              UPDATE course SET capacity = @seats - @seats DIV 2, merges_at = UTC_TIMESTAMP(3) + INTERVAL %6$d MICROSECOND WHERE course_id = %3$d;
              %7$s
              """
                  .formatted(
                      course,
                      odd,
                      even,
                      AUDIENCE,
                      FIRST_MERGE.plus(knownAfter).toMillis() * 1000,
                      SECOND_MERGE.plus(knownAfter).toMillis() * 1000,
                      SeatAnnouncement.ofSeatsNow(
                          "course.course_id IN (%d, %d, %d)".formatted(course, odd, even))));
        });
    operator.perform(new Sql(sql.append("COMMIT;").toString()));
    forgetRosters(operator);
  }

  // The gate loads them again with their new capacities.
  private void forgetRosters(Operator operator) throws IOException, Operator.Unsupported {
    List<Long> ids = new ArrayList<>();
    pooled.pools().forEach((course, both) -> ids.addAll(List.of(course, both.get(0), both.get(1))));
    operator.perform(new Redis(RosterKeys.unlink(ids)));
  }

  /** Removes pools and windows, and frees all seats before. */
  static void remove(Operator operator) throws IOException, Operator.Unsupported {
    stopMerges(operator);
    operator.perform(new ResetSeats());
    operator.perform(new Sql(REMOVE));
  }

  private static List<Long> numbers(Connection mysql, String sql, long... values)
      throws SQLException {
    try (PreparedStatement statement = mysql.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setLong(i + 1, values[i]);
      }
      List<Long> numbers = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            numbers.add(rows.getLong(i));
          }
        }
      }
      return numbers;
    }
  }
}
