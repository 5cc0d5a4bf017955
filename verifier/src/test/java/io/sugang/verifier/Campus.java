package io.sugang.verifier;

import io.lettuce.core.api.sync.RedisCommands;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Ten students and three courses of three seats on real servers, loaded at the gate, for tests that
 * break something of it by hand.
 */
final class Campus implements AutoCloseable {
  static final int SEATS = 3;

  private static final Queue<MySqlDatabase> FREE = new ConcurrentLinkedQueue<>();

  final MySqlDatabase database;
  final JdbcTemplate mysql;
  final RedisCommands<String, String> redis;

  private final RedisAdministrator administrator;
  private final Map<String, String> environment = new TreeMap<>();
  private long lastEnrollment;

  /** What a run of the command printed and returned. */
  record Run(int exitStatus, String out, String err) {}

  Campus() {
    this(freeDatabase(), Servers.redis());
  }

  // Made new for each of the 250 tests, schemas took most of their time.
  private static MySqlDatabase freeDatabase() {
    MySqlDatabase free = FREE.poll();
    return free != null && free.restore() ? free : Servers.mysql().newDatabase();
  }

  Campus(MySqlDatabase database, RedisServer redisServer) {
    this.database = database;
    mysql = database.jdbc();
    administrator = redisServer.administrator();
    redis = administrator.commands();
    redis.flushall();
    environment.putAll(Servers.readerSettings(database, redisServer));
    mysql.update("INSERT INTO professor VALUES (1, '김영수', '철학과')");
    LongStream.rangeClosed(1, 10).forEach(this::student);
    LongStream.rangeClosed(1, 3)
        .forEach(courseId -> {
          course(courseId);
          load(courseId);
        });
  }

  void student(long studentId) {
    mysql.update(
        "INSERT INTO student (student_id, student_number, name, email, department, grade) VALUES (?, ?, '이민준', ?, '철학과', 1)",
        studentId,
        Long.toString(studentId),
        studentId + "@sugang.example");
  }

  void course(long courseId) {
    mysql.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity) VALUES (?, '논리학', '철학과', 1, 3, ?)",
        courseId,
        SEATS);
  }

  /**
   * Puts the courses into a term with plan rules. Each is a subject of three credits on Monday, at
   * 10:30 to 11:45 the first two and at 11:45 to 13:00 the third. Every student may have six
   * credits.
   */
  void term() {
    mysql.update(
        "INSERT INTO term VALUES (20263, 2026, 'FALL', 'REGULAR', '2026-09-01', '2026-12-20')");
    mysql.update("INSERT INTO department VALUES (1, '인문대학', '철학과', 'Philosophy', '')");
    mysql.update(
        "INSERT INTO student_term (student_id, term_id, credit_limit) SELECT student_id, 20263, 6 FROM student");
    LongStream.rangeClosed(1, 3)
        .forEach(id -> {
          mysql.update(
              "INSERT INTO subject (subject_id, code, title_ko, credits, classification, department_id)"
                  + " VALUES (?, ?, '논리학', 3, '전선', 1)",
              id,
              "PHI" + id);
          mysql.update(
              "UPDATE course SET term_id = 20263, subject_id = ?, section_no = '001' WHERE course_id = ?",
              id,
              id);
          mysql.update(
              "INSERT INTO meeting VALUES (?, 1, ?, ?, NULL)",
              id,
              id == 3 ? 705 : 630,
              id == 3 ? 780 : 705);
        });
    masks();
  }

  /** Writes the slot masks of the meetings, also for pools. */
  void masks() {
    mysql.update(
        "UPDATE course LEFT JOIN (SELECT course_id, BIT_OR(~(~REPEAT(0x00, 252) << ((end_minute - start_minute) DIV 5))"
            + " << (288 * (weekday - 1) + start_minute DIV 5)) AS mask FROM meeting GROUP BY course_id) met"
            + " ON met.course_id = COALESCE(course.pool_of, course.course_id) SET slot_mask = mask");
  }

  /** Announces the seats, credits and limits that there are. */
  void announce() {
    mysql.update("DELETE FROM announced_course");
    mysql.update("DELETE FROM announced_limit");
    mysql.update(
        "INSERT INTO announced_course SELECT course.course_id, capacity - COALESCE(seats, 0), credits"
            + " FROM course LEFT JOIN seat_change USING (course_id)");
    mysql.update(
        "INSERT INTO announced_limit SELECT student_id, term_id, credit_limit FROM student_term");
  }

  /** Appends the event of a change of the seats of a course. */
  void changed(String action, long courseId, int before, int after) {
    mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, course_id, reason, detail) VALUES (UTC_TIMESTAMP(3),"
            + " 'registrar:1', ?, CONCAT('course:', ?), ?, 'r', JSON_OBJECT('before', JSON_OBJECT('seats',"
            + " JSON_ARRAY(JSON_OBJECT('seatsId', ?, 'capacity', ?))), 'after', JSON_OBJECT('seats',"
            + " JSON_ARRAY(JSON_OBJECT('seatsId', ?, 'capacity', ?)))))",
        action,
        courseId,
        courseId,
        courseId,
        before,
        courseId,
        after);
  }

  /** A pool of a course of the term with three seats, for all students. */
  void pool(long poolId, long courseId) {
    mysql.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, slot_mask, pool_of)"
            + " SELECT ?, title, department, professor_id, credits, capacity, term_id, subject_id, slot_mask, course_id FROM course WHERE course_id = ?",
        poolId,
        courseId);
    load(poolId);
  }

  /** What the service counts for a student in the term. */
  void credits(long studentId, int credits) {
    mysql.update("UPDATE student_term SET credits = ? WHERE student_id = ?", credits, studentId);
  }

  void load(long courseId) {
    redis.set("course:{%d}:capacity".formatted(courseId), Integer.toString(SEATS));
  }

  /** As the service leaves it: row, counter and roster. */
  long enroll(long studentId, long courseId) {
    var enrollmentId = row(studentId, courseId);
    mysql.update("UPDATE course SET enrolled = enrolled + 1 WHERE course_id = ?", courseId);
    seat(studentId, courseId);
    return enrollmentId;
  }

  /** Only the row, with its event. */
  long row(long studentId, long courseId) {
    long enrollmentId = rowWithoutEvent(studentId, courseId);
    event("ENROLL", enrollmentId, studentId, courseId);
    return enrollmentId;
  }

  void event(String action, long enrollmentId, long studentId, long courseId) {
    mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, enrollment_id)"
            + " VALUES (UTC_TIMESTAMP(3), CONCAT('student:', ?), ?, CONCAT('student:', ?), ?, ?, ?)",
        studentId,
        action,
        studentId,
        studentId,
        courseId,
        enrollmentId);
  }

  long rowWithoutEvent(long studentId, long courseId) {
    mysql.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) VALUES (?, ?, ?, UTC_TIMESTAMP(6))",
        ++lastEnrollment,
        studentId,
        courseId);
    return lastEnrollment;
  }

  /** Only the seat at the gate. */
  void seat(long studentId, long courseId) {
    redis.sadd("course:{%d}:students".formatted(courseId), Long.toString(studentId));
  }

  void pending(long studentId, long courseId, String entry) {
    redis.hset("course:{%d}:pending".formatted(courseId), Long.toString(studentId), entry);
  }

  /** Redis' own clock. */
  long nowMillis() {
    return Long.parseLong(redis.time().getFirst()) * 1000;
  }

  /** Lets rows in that the schema forbids. */
  void dropConstraints() {
    mysql.execute(
        "ALTER TABLE enrollment DROP FOREIGN KEY fk_enrollment_student, DROP FOREIGN KEY fk_enrollment_course");
    mysql.execute("ALTER TABLE enrollment DROP KEY uk_enrollment_seat");
  }

  void set(String variable, String value) {
    environment.put(variable, value);
  }

  void unset(String variable) {
    environment.remove(variable);
  }

  Run verify(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var status =
        VerifierCommand.execute(
            environment, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Run(status, out.toString(), err.toString());
  }

  /** Of one check alone, which gives up after a second. */
  Finding finding(String check) {
    return finding(check, (@Nullable Path) null);
  }

  Finding finding(String name, @Nullable Path acks) {
    try (var sources = new Sources(addresses())) {
      return new Verifier(addresses(), Duration.ofSeconds(1), acks)
          .checks(sources).stream()
              .filter(check -> check.name().equals(name))
              .map(check -> Verifier.decide(check, new HashSet<>()))
              .findFirst()
              .orElseThrow();
    }
  }

  Report report() {
    return new Verifier(Addresses.from(environment), Duration.ofSeconds(1), null).run();
  }

  Addresses addresses() {
    return Addresses.from(environment);
  }

  static Finding finding(String check, Report report) {
    return report.lines().stream()
        .filter(line -> line.check().equals(check))
        .findFirst()
        .orElseThrow()
        .finding();
  }

  @Override
  public void close() {
    if (database.server() == Servers.mysql()) {
      FREE.add(database);
    }
    administrator.close();
  }
}
