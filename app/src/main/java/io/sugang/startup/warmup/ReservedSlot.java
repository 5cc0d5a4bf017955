package io.sugang.startup.warmup;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * The students, courses and professor that one instance warms up with. There are {@value #SLOTS}
 * such sets of ids. An instance owns one as long as it holds the MySQL lock of the slot on a
 * connection of its own, so a crash gives it back.
 *
 * <p>Taking a slot first removes the rows and keys that a crashed instance left in any slot without
 * an owner. Closing removes the rows and keys of this slot.
 */
final class ReservedSlot implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReservedSlot.class);

  private static final int SLOTS = 16;
  private static final int IDS_PER_SLOT = 1_000;
  private static final int COURSES = 2;

  /** Threads that can warm up with a slot. */
  static final int USERS = 16;

  private static final int STUDENTS_PER_USER = 4;

  /** Students of a slot. */
  static final int STUDENTS = USERS * STUDENTS_PER_USER;

  private static final int SEATS = 100;

  private static final String LOCK = "SELECT GET_LOCK(CONCAT('sugang.warmup.', ?), 0)";
  private static final String UNLOCK = "SELECT RELEASE_LOCK(CONCAT('sugang.warmup.', ?))";
  // Courses outside of the slot. An older version of the service lets reserved students into them.
  private static final String COURSES_TAKEN =
      "SELECT DISTINCT course_id FROM enrollment WHERE student_id BETWEEN ? AND ? AND course_id NOT"
          + " BETWEEN ? AND ?";
  private static final String LOCK_COURSE =
      "SELECT course_id FROM course WHERE course_id = ? FOR UPDATE";
  private static final String LOCK_OWN_COURSES =
      "SELECT course_id FROM course WHERE course_id BETWEEN ? AND ? ORDER BY course_id FOR UPDATE";
  private static final String LEAVE_COURSE =
      "DELETE FROM enrollment WHERE course_id = ? AND student_id BETWEEN ? AND ?";
  private static final String COUNT_BACK =
      "UPDATE course SET enrolled = enrolled - ? WHERE course_id = ?";
  private static final List<String> DELETES =
      List.of(
          "DELETE FROM enrollment WHERE course_id BETWEEN ? AND ?",
          "DELETE FROM enrollment WHERE student_id BETWEEN ? AND ?",
          "DELETE FROM course WHERE course_id BETWEEN ? AND ?",
          "DELETE FROM student WHERE student_id BETWEEN ? AND ?",
          "DELETE FROM professor WHERE professor_id BETWEEN ? AND ?");
  private static final String INSERT_PROFESSOR =
      "INSERT INTO professor (professor_id, name, department) VALUES (?, 'Warm-up', 'Warm-up')";
  private static final String INSERT_COURSE =
      "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, enrolled)"
          + " VALUES (?, 'Warm-up', 'Warm-up', ?, 1, ?, 0)";
  private static final String INSERT_STUDENTS =
      "INSERT INTO student (student_id, student_number, name, email, department, grade) VALUES "
          + String.join(",", Collections.nCopies(STUDENTS, "(?, ?, 'Warm-up', ?, 'Warm-up', 1)"));

  private final Connection mysql;
  private final StringRedisTemplate redis;
  private final int slot;

  private ReservedSlot(Connection mysql, StringRedisTemplate redis, int slot) {
    this.mysql = mysql;
    this.redis = redis;
    this.slot = slot;
  }

  /** Takes a free slot and makes its rows; empty when other instances own all of them. */
  static Optional<ReservedSlot> take(DataSource dataSource, StringRedisTemplate redis)
      throws SQLException {
    Connection mysql = dataSource.getConnection();
    @Nullable ReservedSlot own = null;
    try {
      for (int number = 0; number < SLOTS; number++) {
        // One after another, so that instances that start together don't lock each other out of all
        // slots.
        if (isOne(mysql, LOCK, number)) {
          ReservedSlot slot = new ReservedSlot(mysql, redis, number);
          slot.remove();
          if (own == null) {
            own = slot;
          } else {
            isOne(mysql, UNLOCK, number);
          }
        }
      }
      if (own != null) {
        own.insert();
      }
      return Optional.ofNullable(own);
    } catch (SQLException | RuntimeException failure) {
      own = null;
      throw failure;
    } finally {
      if (own == null) {
        release(mysql);
      }
    }
  }

  int number() {
    return slot;
  }

  long student(int number) {
    return first() + number;
  }

  /** Returns the students of one thread. */
  List<Long> studentsOf(int user) {
    return IntStream.range(0, STUDENTS_PER_USER)
        .mapToObj(number -> student(user * STUDENTS_PER_USER + number))
        .toList();
  }

  /** Returns the course with free seats. */
  long openCourse() {
    return first();
  }

  /** Returns the course without seats. */
  long fullCourse() {
    return first() + 1;
  }

  /** Removes the rows and keys and gives the slot back. */
  @Override
  public void close() throws SQLException {
    try {
      remove();
    } finally {
      release(mysql);
    }
  }

  private long first() {
    return Ids.RESERVED_FROM + (long) slot * IDS_PER_SLOT;
  }

  private long last() {
    return first() + IDS_PER_SLOT - 1;
  }

  private void insert() throws SQLException {
    update(INSERT_PROFESSOR, first());
    update(INSERT_COURSE, openCourse(), first(), SEATS);
    update(INSERT_COURSE, fullCourse(), first(), 0);
    List<Object> students = new ArrayList<>();
    for (int number = 0; number < STUDENTS; number++) {
      String name = "warmup-" + slot + "-" + number;
      students.addAll(List.of(student(number), name, name + "@sugang.invalid"));
    }
    update(INSERT_STUDENTS, students.toArray());
  }

  /**
   * Removes the rows and then the keys: without the rows no roster is loaded and no student is
   * cached again.
   */
  private void remove() throws SQLException {
    mysql.setAutoCommit(false);
    try {
      removeRows();
      mysql.commit();
    } catch (SQLException | RuntimeException failure) {
      mysql.rollback();
      throw failure;
    } finally {
      mysql.setAutoCommit(true);
    }
    removeKeys();
  }

  /**
   * Removes the rows, and counts the seats back that the students hold in courses outside of the
   * slot. All courses are locked first and in the order of their ids, as the ledger locks them:
   * real ids are below reserved ones.
   */
  private void removeRows() throws SQLException {
    SortedSet<Long> outside = query(COURSES_TAKEN, first(), last(), first(), last());
    for (long course : outside) {
      query(LOCK_COURSE, course);
    }
    query(LOCK_OWN_COURSES, first(), last());
    for (long course : outside) {
      int rows = update(LEAVE_COURSE, course, first(), last());
      update(COUNT_BACK, rows, course);
    }
    for (String delete : DELETES) {
      update(delete, first(), last());
    }
  }

  /**
   * Removes what Redis holds of the slot. Also called once more a moment later, for loads that were
   * in flight.
   */
  void removeKeys() {
    List<String> keys = new ArrayList<>();
    for (long course = first(); course < first() + COURSES; course++) {
      SeatKeys of = SeatKeys.of(new SeatsId(course));
      keys.addAll(List.of(of.students(), of.pending(), of.capacity(), of.ticket()));
    }
    LongStream.range(first(), first() + STUDENTS)
        .forEach(student -> keys.add("student:" + student));
    try {
      redis.unlink(keys);
    } catch (DataAccessException away) {
      log.warn(
          "Keys of warm-up slot {} were not removed; the next start removes them: {}",
          slot,
          away.toString());
    }
  }

  private int update(String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepare(sql, arguments)) {
      return statement.executeUpdate();
    }
  }

  private SortedSet<Long> query(String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepare(sql, arguments);
        ResultSet rows = statement.executeQuery()) {
      SortedSet<Long> ids = new TreeSet<>();
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
      return ids;
    }
  }

  private PreparedStatement prepare(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = mysql.prepareStatement(sql);
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }

  private static boolean isOne(Connection mysql, String sql, int slot) throws SQLException {
    try (PreparedStatement statement = mysql.prepareStatement(sql)) {
      statement.setInt(1, slot);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getInt(1) == 1;
      }
    }
  }

  // The pool keeps the session, and with it every lock that is not given back.
  private static void release(Connection mysql) throws SQLException {
    try (mysql;
        PreparedStatement statement = mysql.prepareStatement("SELECT RELEASE_ALL_LOCKS()")) {
      statement.executeQuery().close();
    }
  }
}
