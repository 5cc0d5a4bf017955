package io.sugang.verifier;

import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What MySQL holds, read past the service and without trust in its keys and counters.
 *
 * <p>Reserved courses and students are left out: an instance that warms up makes and removes such
 * rows at any moment.
 */
final class EnrollmentRows implements AutoCloseable {
  private static final String COURSES =
      """
      SELECT course.course_id, course.capacity, course.enrolled, COALESCE(taken.seats, 0)
      FROM course LEFT JOIN (
        SELECT course_id, COUNT(*) AS seats FROM enrollment FORCE INDEX (PRIMARY) GROUP BY course_id
      ) taken ON taken.course_id = course.course_id
      WHERE course.course_id < ?
      ORDER BY course.course_id
      """;

  // By the rows themselves: a broken unique index would not show its own duplicates.
  private static final String DUPLICATES =
      """
      SELECT student_id, course_id, COUNT(*) FROM enrollment FORCE INDEX (PRIMARY)
      WHERE course_id < ?
      GROUP BY student_id, course_id HAVING COUNT(*) > 1
      """;

  private static final String ORPHANS =
      """
      SELECT enrollment.enrollment_id, enrollment.student_id, enrollment.course_id,
        student.student_id IS NULL, course.course_id IS NULL
      FROM enrollment FORCE INDEX (PRIMARY)
      LEFT JOIN student ON student.student_id = enrollment.student_id
      LEFT JOIN course ON course.course_id = enrollment.course_id
      WHERE enrollment.course_id < ? AND (student.student_id IS NULL OR course.course_id IS NULL)
      """;

  // Ten seconds: the instances look once a second.
  private static final String WRONG_POOLS =
      """
      SELECT CONCAT('pool ', pool.course_id, ' and course ', pool.pool_of,
        ' differ in term, subject, credits or times, or the course is a pool itself')
      FROM course pool JOIN course ON course.course_id = pool.pool_of
      WHERE course.pool_of IS NOT NULL OR NOT (pool.term_id <=> course.term_id AND pool.subject_id <=> course.subject_id
        AND pool.credits = course.credits AND pool.slot_mask <=> course.slot_mask)
      UNION ALL
      SELECT CONCAT('pool ', course_id, ' merged at ', merges_at, ' and keeps free seats')
      FROM course WHERE pool_of IS NOT NULL AND merges_at < UTC_TIMESTAMP(3) - INTERVAL 10 SECOND AND capacity > enrolled
      UNION ALL
      SELECT CONCAT('student ', enrollment.student_id, ' has a seat of pool ', pool.course_id, ', which is for other students')
      FROM course pool JOIN enrollment ON enrollment.course_id = pool.course_id
      WHERE pool.pool_of IS NOT NULL AND pool.audience_id IS NOT NULL AND NOT @lifted AND @none
      UNION ALL
      SELECT CONCAT(seats, ' seats of course ', course_id, ' were due at ', releases_at, ' and were not added')
      FROM seat_release WHERE released_at IS NULL AND releases_at < UTC_TIMESTAMP(3) - INTERVAL 10 SECOND
      """;

  private static final String INSERT_TIMES =
      """
      SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()
      AND table_name = 'enrollment' AND column_name = 'inserted_at'
      """;
  private static final String STAMPED =
      """
      SELECT COUNT(*) FROM enrollment FORCE INDEX (PRIMARY)
      WHERE inserted_at IS NOT NULL AND course_id < @reserved AND student_id < @reserved
      """
          .replace("@reserved", Long.toString(Ids.RESERVED_FROM));
  // A confirm is never stamped before its grant, which an instance with another clock may have
  // made.
  private static final String STAMPS =
      """
      SELECT CONCAT('enrollment ', enrollment_id, ' of student ', student_id, ' in course ', course_id, ' arrived at ', enrolled_at,
        ' and was inserted at ', inserted_at, ' UTC')
      FROM enrollment FORCE INDEX (PRIMARY)
      WHERE inserted_at IS NOT NULL AND course_id < @reserved AND student_id < @reserved
      AND (enrolled_at > inserted_at + INTERVAL @ahead MICROSECOND AND NOT EXISTS (
          SELECT 1 FROM override WHERE override.enrollment_id = enrollment.enrollment_id AND override.decided_at = enrollment.enrolled_at)
        OR enrolled_at < inserted_at - INTERVAL @behind SECOND)
      """
          .replace("@reserved", Long.toString(Ids.RESERVED_FROM))
          .replace("@ahead", ArrivalStamps.AHEAD_MILLIS + "000")
          .replace("@behind", Integer.toString(ArrivalStamps.BEHIND_SECONDS));

  private static final String ROWS =
      """
      SELECT enrollment_id, student_id, course_id, enrolled_at FROM enrollment FORCE INDEX (PRIMARY)
      WHERE course_id < ? AND student_id < ?
      """;

  private final Connection connection;

  private EnrollmentRows(Connection connection) {
    this.connection = connection;
  }

  /** One instant: everything read here fits together, however much is enrolled meanwhile. */
  static EnrollmentRows snapshot(Addresses addresses) {
    try {
      var connection = connect(addresses);
      try (var statement = connection.createStatement()) {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      }
      return new EnrollmentRows(connection);
    } catch (SQLException e) {
      throw unreachable(addresses, e);
    }
  }

  /** Each read sees what is committed by then. */
  static EnrollmentRows current(Addresses addresses) {
    try {
      return new EnrollmentRows(connect(addresses));
    } catch (SQLException e) {
      throw unreachable(addresses, e);
    }
  }

  List<CourseRow> courses() throws SQLException {
    try (var statement = connection.prepareStatement(COURSES)) {
      statement.setLong(1, Ids.RESERVED_FROM);
      var courses = new ArrayList<CourseRow>();
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          courses.add(
              new CourseRow(
                  found.getLong(1), found.getLong(2), found.getLong(3), found.getLong(4)));
        }
      }
      return courses;
    }
  }

  Examples duplicates() throws SQLException {
    try (var statement = connection.prepareStatement(DUPLICATES)) {
      statement.setLong(1, Ids.RESERVED_FROM);
      var duplicates = new Examples();
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          duplicates.add(
              "student %d holds course %d %d times"
                  .formatted(found.getLong(1), found.getLong(2), found.getLong(3)));
        }
      }
      return duplicates;
    }
  }

  Examples orphans() throws SQLException {
    try (var statement = connection.prepareStatement(ORPHANS)) {
      statement.setLong(1, Ids.RESERVED_FROM);
      var orphans = new Examples();
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          orphans.add(orphan(found));
        }
      }
      return orphans;
    }
  }

  /** Shows every row, without holding them in memory. */
  void each(RowVisitor visitor) throws SQLException {
    try (var statement = connection.prepareStatement(ROWS)) {
      // Connector/J holds the whole result in memory unless asked with exactly this value.
      statement.setFetchSize(Integer.MIN_VALUE);
      statement.setLong(1, Ids.RESERVED_FROM);
      statement.setLong(2, Ids.RESERVED_FROM);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          visitor.row(
              found.getLong(1),
              found.getLong(2),
              found.getLong(3),
              found.getObject(4, LocalDateTime.class));
        }
      }
    }
  }

  /** Returns the course of each pool. */
  Map<Long, Long> pools() throws SQLException {
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT course_id, pool_of FROM course WHERE pool_of IS NOT NULL")) {
      var pools = new HashMap<Long, Long>();
      while (found.next()) {
        pools.put(found.getLong(1), found.getLong(2));
      }
      return pools;
    }
  }

  /** Returns what contradicts the rules of pools and portions. */
  Set<String> wrongPools() throws SQLException {
    var students = StudentVersions.of(connection);
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                students.with(
                    WRONG_POOLS
                        .replace("@lifted", overrides().waived("AUDIENCE"))
                        .replace(
                            "@none", students.none(Audiences.haveStudent("pool.audience_id")))))) {
      var wrong = new TreeSet<String>();
      while (found.next()) {
        wrong.add(found.getString(1));
      }
      return wrong;
    }
  }

  /** Returns what students hold in terms, at the instant of the other reads. */
  PlanRows plans() {
    return new PlanRows(connection);
  }

  /** Returns enrollments and the windows of their terms, at the instant of the other reads. */
  WindowRows windows() {
    return new WindowRows(connection);
  }

  /** Returns the rules that the desk waived, at the instant of the other reads. */
  OverrideRows overrides() {
    return new OverrideRows(connection);
  }

  /** Returns how many seats there have to be, at the instant of the other reads. */
  SeatFacts seatFacts() {
    return new SeatFacts(connection);
  }

  /** Returns what the rules of courses are made of, at the instant of the other reads. */
  CourseFacts courseFacts() {
    return new CourseFacts(connection);
  }

  /** Returns enrollments and what allows them, at the instant of the other reads. */
  EligibilityRows eligibility() throws SQLException {
    return new EligibilityRows(connection);
  }

  /** Whether MySQL stamps the rows. */
  boolean hasInsertTimes() throws SQLException {
    return number(INSERT_TIMES) > 0;
  }

  /** Adds the rows whose two stamps do not fit, and returns how many have both. */
  long stamps(Examples wrong) throws SQLException {
    Sentences.add(connection, STAMPS, wrong);
    return number(STAMPED);
  }

  private long number(String query) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      return found.next() ? found.getLong(1) : 0;
    }
  }

  /** Returns the capacity of each of these courses that exists. */
  Map<Long, Long> capacities(Collection<Long> courseIds) throws SQLException {
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT course_id, capacity FROM course WHERE course_id IN " + list(courseIds))) {
      var capacities = new HashMap<Long, Long>();
      while (found.next()) {
        capacities.put(found.getLong(1), found.getLong(2));
      }
      return capacities;
    }
  }

  /** Returns the events of enrollments, at the instant of the other reads. */
  EventRows events() {
    return new EventRows(connection);
  }

  /** Students with a row, of each of these courses that exists. */
  Map<Long, Set<String>> rosters(Collection<Long> courseIds) throws SQLException {
    var rosters = new HashMap<Long, Set<String>>();
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT course.course_id, enrollment.student_id FROM course"
                    + " LEFT JOIN enrollment ON enrollment.course_id = course.course_id"
                    + " WHERE course.course_id IN "
                    + list(courseIds))) {
      while (found.next()) {
        var roster = rosters.computeIfAbsent(found.getLong(1), _ -> new HashSet<>());
        var student = found.getString(2);
        if (student != null) {
          roster.add(student);
        }
      }
    }
    return rosters;
  }

  Set<Long> existing(Collection<Long> courseIds) throws SQLException {
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT course_id FROM course WHERE course_id IN " + list(courseIds))) {
      var existing = new HashSet<Long>();
      while (found.next()) {
        existing.add(found.getLong(1));
      }
      return existing;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private static String orphan(ResultSet found) throws SQLException {
    var row =
        "enrollment %d of student %d in course %d: "
            .formatted(found.getLong(1), found.getLong(2), found.getLong(3));
    if (found.getBoolean(4)) {
      return row + (found.getBoolean(5) ? "neither exists" : "there is no such student");
    }
    return row + "there is no such course";
  }

  // Numbers only, so nothing to escape; a placeholder for each would make a new statement each
  // time.
  private static String list(Collection<Long> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
  }

  private static Connection connect(Addresses addresses) throws SQLException {
    var url =
        "jdbc:mysql://%s:%d/%s?sslMode=%s&allowPublicKeyRetrieval=true&connectTimeout=3000&socketTimeout=300000"
            .formatted(
                addresses.mysqlHost(),
                addresses.mysqlPort(),
                addresses.mysqlDatabase(),
                addresses.mysqlSslMode());
    return DriverManager.getConnection(url, addresses.mysqlUser(), addresses.mysqlPassword());
  }

  private static Unreachable unreachable(Addresses addresses, SQLException cause) {
    // Class 28 and 42 are refusals by a server that is there.
    var state = cause.getSQLState();
    if (state != null && (state.startsWith("28") || state.startsWith("42"))) {
      return new Unreachable(
          "MySQL refuses the verifier",
          "MySQL at %s refuses user %s: %s. Check MYSQL_USER, MYSQL_PASSWORD and MYSQL_DATABASE."
              .formatted(addresses.mysql(), addresses.mysqlUser(), firstLine(cause)),
          cause);
    }
    return new Unreachable(
        "MySQL does not answer",
        "MySQL cannot be reached at %s (%s). Start it with ./sugang up, or look at ./sugang status."
            .formatted(addresses.mysql(), firstLine(cause)),
        cause);
  }

  /** With what is behind it, where the driver only says that communication failed (TLS). */
  private static String firstLine(SQLException cause) {
    var message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    Throwable root = RootCause.of(cause);
    return root instanceof GeneralSecurityException ? message + ": " + root.getMessage() : message;
  }
}
