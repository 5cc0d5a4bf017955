package io.sugang.ops.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sugang.ops.control.SeatReset;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Imports of the example of the documents, and of files that differ from it. */
class RegistrarImportIntegrationTests {
  private static final Path EXAMPLE = Path.of("../docs/example-import");
  private static final TermName TERM = TermName.of("2027-SPRING");

  private final MySqlDatabase database = Servers.mysql().newDatabase();
  private final JdbcTemplate mysql = database.jdbc();
  private final DatabaseStack stack = new DatabaseStack(database);
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @BeforeEach
  void departments() throws IOException {
    mysql.update(
        "INSERT INTO department (department_id, college, name_ko, name_en) VALUES (7, '공과대학', '컴퓨터공학과', 'Computer Science')");
    mysql.update("INSERT INTO program VALUES (7, 7, '컴퓨터공학전공', 'Computer Science')");
    for (String file : new String[] {"courses.csv", "students.csv"}) {
      Files.copy(EXAMPLE.resolve(file), folder.resolve(file));
    }
  }

  @Test
  void addsCoursesAndStudentsOfATermThatIsNew() {
    assertThat(run(false)).isTrue();

    assertThat(text())
        .contains("departments added  4", "courses added      8", "students added     4");
    assertThat(number("SELECT COUNT(*) FROM course WHERE term_id = 20271 AND enrolled = 0"))
        .isEqualTo(8);
    assertThat(
            number(
                "SELECT COUNT(*) FROM course JOIN subject USING (subject_id) JOIN department USING (department_id) WHERE code = 'M1522.000600' AND section_no = '002' AND course.title = '컴퓨터프로그래밍' AND capacity = 60 AND course.credits = 3 AND language = '영어' AND remark = '실습은 조별로, 조교가 나눕니다' AND name_ko = course.department"))
        .isEqualTo(1);
    assertThat(number("SELECT COUNT(*) FROM course WHERE status = 'CANCELLED'")).isEqualTo(1);
    assertThat(number("SELECT COUNT(*) FROM meeting")).isEqualTo(12);
    assertThat(number("SELECT BIT_COUNT(slot_mask) FROM course WHERE title = '수영 초급'"))
        .isEqualTo(22);
    assertThat(number("SELECT COUNT(*) FROM course WHERE slot_mask IS NULL")).isEqualTo(1);
    assertThat(
            number(
                "SELECT COUNT(*) FROM student JOIN student_term USING (student_id) WHERE term_id = 20271 AND credits = 0"))
        .isEqualTo(4);
    assertThat(
            number(
                "SELECT credit_limit FROM student JOIN student_term USING (student_id) WHERE student_number = '2024-90002'"))
        .isEqualTo(21);
    assertThat(
            number(
                "SELECT COUNT(*) FROM student_program WHERE program_id = 7 AND role = 'PRIMARY'"))
        .isEqualTo(1);
    assertThat(number("SELECT COUNT(*) FROM audit_event WHERE action = 'IMPORT'")).isEqualTo(1);
  }

  @Test
  void aDryRunChangesNothing() {
    assertThat(run(true)).isTrue();

    assertThat(text()).contains("courses added      8", "nothing was changed");
    assertThat(number("SELECT COUNT(*) FROM course")).isZero();
    assertThat(number("SELECT COUNT(*) FROM student")).isZero();
    assertThat(number("SELECT COUNT(*) FROM term")).isZero();
    assertThat(number("SELECT COUNT(*) FROM audit_event")).isZero();
  }

  @Test
  void aSecondImportOfTheSameFilesAddsNothing() {
    run(false);
    said.reset();

    assertThat(run(false)).isTrue();
    assertThat(text())
        .contains(
            "courses added      0",
            "courses changed    0",
            "students added     0",
            "students changed   0",
            "subjects added     0",
            "professors added   0");
    assertThat(number("SELECT COUNT(*) FROM meeting")).isEqualTo(12);
  }

  @Test
  void anotherImportChangesCoursesAndTouchesNoEnrollment() throws IOException {
    run(false);
    enroll();
    replace("courses.csv", ",60 (60),0,,한국어,설강", ",1,0,,한국어,마감");
    replace("courses.csv", "302-208/302-208,김하늘", "302-311/302-311,김하늘");
    replace("courses.csv", "토(10:00~11:50)", "일(10:00~11:50)");
    replace("students.csv", "오지민", "오지민주");

    assertThat(run(false)).isTrue();

    assertThat(text()).contains("courses changed    1", "students changed   1");
    assertThat(
            number(
                "SELECT COUNT(*) FROM course WHERE section_no = '001' AND capacity = 1 AND enrolled = 1 AND status = 'CLOSED'"))
        .isEqualTo(1);
    assertThat(number("SELECT COUNT(*) FROM meeting WHERE room = '302-311'")).isEqualTo(2);
    assertThat(number("SELECT COUNT(*) FROM meeting WHERE weekday = 7")).isEqualTo(1);
    assertThat(number("SELECT BIT_COUNT(slot_mask >> (6 * 288)) FROM course WHERE title = '수영 초급'"))
        .isEqualTo(22);
    assertThat(number("SELECT COUNT(*) FROM enrollment")).isEqualTo(1);
    long changed = number("SELECT student_id FROM student WHERE name = '오지민주'");
    assertThat(stack.redisCommands()).containsExactly("unlink student:" + changed);
  }

  @Test
  void seatsAndLimitsThatOverridesRaisedAreAddedToThoseOfTheFile() throws IOException {
    run(false);
    enroll();
    long course = number("SELECT MIN(course_id) FROM course");
    long student = number("SELECT student_id FROM enrollment");
    confirmOverride(student, course);
    replace("courses.csv", ",60 (60),0,,한국어,설강", ",0,0,,한국어,설강");
    replace("students.csv", ",1,재학,신입,0,2026,18", ",1,재학,신입,0,2026,0");

    assertThat(run(false)).as(text()).isTrue();

    assertThat(number("SELECT capacity FROM course WHERE course_id = " + course)).isEqualTo(1);
    assertThat(number("SELECT credit_limit FROM student_term WHERE student_id = " + student))
        .isEqualTo(3);
  }

  @Test
  void aResetTakesBackWhatOverridesRaised() {
    run(false);
    enroll();
    long course = number("SELECT MIN(course_id) FROM course");
    long student = number("SELECT student_id FROM enrollment");
    confirmOverride(student, course);

    new SeatReset(stack, console(), folder.resolve("verify.log")).freeAll();

    assertThat(number("SELECT capacity FROM course WHERE course_id = " + course)).isEqualTo(60);
    assertThat(number("SELECT enrolled FROM course WHERE course_id = " + course)).isZero();
    assertThat(
            number(
                "SELECT 100 * credit_limit + credits FROM student_term WHERE student_id = "
                    + student))
        .isEqualTo(1_800);
    assertThat(number("SELECT COUNT(*) FROM override")).isZero();
    assertThat(number("SELECT COUNT(*) FROM enrollment")).isZero();
  }

  // As the confirm leaves it: the row waives both, the capacity and the limit are raised.
  private void confirmOverride(long student, long course) {
    mysql.update("INSERT INTO staff VALUES (1, 'Registrar', 'REGISTRAR', NULL)");
    mysql.update("UPDATE enrollment SET lifted = 'CAPACITY,CREDIT_LIMIT'");
    mysql.update("UPDATE course SET capacity = capacity + 1 WHERE course_id = ?", course);
    mysql.update(
        "UPDATE student_term SET credit_limit = credit_limit + 3, credits = 3 WHERE student_id = ?",
        student);
    mysql.update(
        "INSERT INTO override (student_id, course_id, lifts, request_text, state, requested_at, decided_at, decided_by, reason, expires_at, confirmed_at, enrollment_id, raised_credits)"
            + " VALUES (?, ?, 'CAPACITY,CREDIT_LIMIT', 'please', 'CONFIRMED', '2026-01-01', '2026-01-02', 1, 'graduates', '2099-01-01', '2026-01-03', 1, 3)",
        student,
        course);
  }

  @Test
  void theCapacityOfTheFileIncludesPoolsAndPortionsToCome() throws IOException {
    run(false);
    long course = number("SELECT MIN(course_id) FROM course WHERE capacity = 60");
    mysql.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, pool_of)"
            + " SELECT 900001, 'old', department, professor_id, 1, 20, term_id, subject_id, course_id FROM course WHERE course_id = ?",
        course);
    mysql.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (900001, '2099-01-01', 5), (?, '2099-01-01', 10)",
        course);

    assertThat(run(false)).isTrue();

    assertThat(number("SELECT capacity FROM course WHERE course_id = " + course)).isEqualTo(25);
    assertThat(
            number(
                "SELECT COUNT(*) FROM course pool JOIN course ON course.course_id = pool.pool_of"
                    + " WHERE pool.title = course.title AND pool.credits = course.credits"
                    + " AND pool.slot_mask <=> course.slot_mask AND pool.capacity = 20"))
        .isEqualTo(1);
  }

  @Test
  void aCourseThatTheDeskCancelledStaysCancelledAndPoolsHaveTheStatusOfTheirCourse()
      throws IOException {
    run(false);
    long course = number("SELECT MIN(course_id) FROM course WHERE capacity = 60");
    mysql.update(
        "UPDATE course SET status = 'CANCELLED', capacity = 0 WHERE course_id = ?", course);
    long closed = number("SELECT MAX(course_id) FROM course WHERE capacity = 60");
    mysql.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, pool_of, status)"
            + " SELECT 900001, 'old', department, professor_id, 1, 20, term_id, subject_id, course_id, 'CLOSED' FROM course WHERE course_id = ?",
        closed);

    assertThat(run(false)).isTrue();

    assertThat(
            number(
                "SELECT COUNT(*) FROM course WHERE status = 'CANCELLED' AND capacity = 0 AND course_id = "
                    + course))
        .isEqualTo(1);
    assertThat(
            number(
                "SELECT COUNT(*) FROM course pool JOIN course ON course.course_id = pool.pool_of WHERE pool.status = course.status"))
        .isEqualTo(1);
  }

  @Test
  void oneBadLineChangesNothing() throws IOException {
    run(false);
    enroll();
    replace("courses.csv", ",60 (60),0,,한국어,설강", ",0,0,,한국어,설강");
    replace("courses.csv", "수영 초급", "수영 중급");

    assertThat(run(false)).isFalse();

    assertThat(text())
        .contains(
            "courses.csv:2  정원  \"0\"  allowed: 1 or more: so many are enrolled, in pools or announced",
            "1 bad values; nothing was changed");
    assertThat(number("SELECT COUNT(*) FROM course WHERE title = '수영 중급'")).isZero();
  }

  @Test
  void leavesCoursesWithoutATermAlone() {
    mysql.update("INSERT INTO professor VALUES (1, '김하늘', '컴퓨터공학과')");
    mysql.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity) VALUES (1, '컴퓨터프로그래밍', '컴퓨터공학과', 1, 3, 5)");

    run(false);

    assertThat(
            number(
                "SELECT COUNT(*) FROM course WHERE course_id = 1 AND term_id IS NULL AND capacity = 5"))
        .isEqualTo(1);
    assertThat(number("SELECT COUNT(*) FROM professor WHERE name = '김하늘'")).isEqualTo(1);
  }

  @Test
  void aRefusalOfMySqlChangesNothing() throws IOException {
    run(false);
    // Other letters, but equal to the collation of the unique key.
    replace("students.csv", "jimin@", "háneul@");
    replace("courses.csv", "수영 초급", "수영 중급");

    assertThatThrownBy(() -> run(false)).isInstanceOf(Failure.class);
    assertThat(number("SELECT COUNT(*) FROM course WHERE title = '수영 중급'")).isZero();
  }

  @Test
  void needsATermWhenNoneHasAWindow() {
    assertThatThrownBy(() -> new RegistrarImport(stack, console()).run(folder, null, false))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("--term");
    mysql.update(
        "INSERT INTO term VALUES (20263, 2026, 'FALL', 'REGULAR', '2026-09-01', '2026-12-21')");
    mysql.update(
        "INSERT INTO registration_window VALUES (1, 20263, 'ENROLL', NULL, '2026-08-01', '2026-09-05', 'ENROLL,DROP')");

    assertThat(new RegistrarImport(stack, console()).run(folder, null, false)).isTrue();
    assertThat(number("SELECT COUNT(*) FROM course WHERE term_id = 20263")).isEqualTo(8);
  }

  @Test
  void needsAFile() {
    assertThatThrownBy(
            () -> new RegistrarImport(stack, console()).run(folder.resolve("none"), TERM, false))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("neither courses.csv nor students.csv");
  }

  @Test
  void anEnrollmentThatComesWhileTheImportWaitsIsJudgedBehindItsLocks() throws Exception {
    run(false);
    said.reset();
    long course = number("SELECT MIN(course_id) FROM course");
    replace("courses.csv", "월(09:30~10:45)/수(09:30~10:45)", "화(13:00~14:15)/목(13:00~14:15)");
    replace("courses.csv", "수영 초급", "수영 중급");
    try (var holder =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        var pool = Executors.newSingleThreadExecutor()) {
      holder.setAutoCommit(false);
      try (var statement = holder.createStatement()) {
        statement.execute("SELECT * FROM student_term ORDER BY student_id DESC LIMIT 1 FOR UPDATE");
      }
      Future<Boolean> imported = pool.submit(() -> run(false));
      await().until(database::waitsForALock);
      enroll();
      holder.rollback();

      assertThat(imported.get(30, TimeUnit.SECONDS)).isFalse();
    }

    assertThat(text())
        .contains("수업교시", "the times of now, because 1 students are enrolled", "1 refused lines");
    assertThat(number("SELECT COUNT(*) FROM course WHERE title = '수영 중급'")).isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM meeting WHERE weekday IN (1, 3) AND course_id = " + course))
        .isEqualTo(2);
  }

  @Test
  void aCourseWithStudentsIsNotCancelledByTheImport() throws IOException {
    run(false);
    enroll();
    replace("courses.csv", ",60 (60),0,,한국어,설강", ",60 (60),0,,한국어,폐강");

    assertThat(run(false)).isFalse();

    assertThat(text())
        .contains("courses.csv:2  개설상태", "not 폐강, because 1 students are enrolled", "at the desk");
    assertThat(number("SELECT COUNT(*) FROM course WHERE status = 'CANCELLED'")).isEqualTo(1);
    assertThat(run(true)).isFalse();
  }

  @Test
  void aCourseThatTheDeskClosedStaysClosed() throws IOException {
    run(false);
    long course = number("SELECT MIN(course_id) FROM course WHERE status = 'OPEN'");
    mysql.update("UPDATE course SET status = 'CLOSED' WHERE course_id = ?", course);
    desk("COURSE_CLOSE", course);
    said.reset();

    assertThat(run(false)).isTrue();

    assertThat(text()).contains("kept closed");
    assertThat(number("SELECT COUNT(*) FROM course WHERE status = 'CLOSED'")).isEqualTo(1);

    desk("COURSE_REOPEN", course);
    assertThat(run(false)).isTrue();
    assertThat(number("SELECT COUNT(*) FROM course WHERE status = 'CLOSED'")).isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM audit_event WHERE action = 'COURSE_IMPORT' AND detail->>'$.before.status' = 'CLOSED' AND detail->>'$.after.status' = 'OPEN' AND course_id = "
                    + course))
        .isEqualTo(1);
  }

  private void desk(String action, long course) {
    mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, course_id, reason) VALUES (UTC_TIMESTAMP(3), 'registrar:1', ?, CONCAT('course:', ?), ?, 'r')",
        action,
        course,
        course);
  }

  @Test
  void seatsOfTheDeskAreReplacedWithAnEventAndALine() throws IOException {
    run(false);
    long course = number("SELECT MIN(course_id) FROM course WHERE capacity = 60");
    mysql.update("UPDATE course SET capacity = 70 WHERE course_id = ?", course);
    desk("COURSE_CAPACITY", course);
    said.reset();

    assertThat(run(false)).isTrue();

    assertThat(text()).contains("seats of the desk", "70 -> 60");
    assertThat(
            number(
                "SELECT COUNT(*) FROM audit_event WHERE action = 'COURSE_IMPORT' AND actor = 'import' AND detail->>'$.before.seats[0].capacity' = '70' AND detail->>'$.after.seats[0].capacity' = '60' AND detail->>'$.after.seats[0].seatsId' = course_id AND course_id = "
                    + course))
        .isEqualTo(1);
  }

  @Test
  void announcesSeatsCreditsAndLimits() throws IOException {
    run(false);
    assertThat(announced()).isEqualTo(8);
    assertThat(
            number(
                "SELECT COUNT(*) FROM announced_limit JOIN student_term USING (student_id, term_id) WHERE announced_limit.credit_limit = student_term.credit_limit"))
        .isEqualTo(4);
    replace("courses.csv", ",60 (60),0,,한국어,설강", ",50,0,,한국어,설강");
    replace("students.csv", ",1,재학,신입,0,2026,18", ",1,재학,신입,0,2026,20");
    run(false);
    assertThat(announced()).isEqualTo(8);
    assertThat(number("SELECT COUNT(*) FROM announced_limit WHERE credit_limit = 20")).isEqualTo(1);
  }

  private long announced() {
    return number(
        "SELECT COUNT(*) FROM course JOIN announced_course USING (course_id) LEFT JOIN seat_change changed USING (course_id)"
            + " WHERE course.capacity = announced_course.seats + COALESCE(changed.seats, 0) AND course.credits = announced_course.credits");
  }

  @Test
  void aStudentWhoHoldsACourseKeepsItsAudienceStandingAndLimit() throws IOException {
    run(false);
    enroll();
    mysql.update("INSERT INTO audience VALUES (1, 'grade 1')");
    mysql.update(
        "INSERT INTO audience_row (audience_id, position, grade_from, grade_to) SELECT 1, 1, grade, grade FROM student ORDER BY student_id LIMIT 1");
    mysql.update("UPDATE course SET audience_id = 1 ORDER BY course_id LIMIT 1");
    String first = Files.readAllLines(folder.resolve("students.csv")).get(1);
    String[] values = first.split(",", -1);
    long grade = Long.parseLong(values[4]);
    values[4] = "" + (grade == 4 ? 3 : grade + 1);
    replace("students.csv", first, String.join(",", values));

    assertThat(run(false)).isFalse();
    assertThat(text()).contains("students.csv:2  학과", "1 are for others then", "1 refused lines");
    assertThat(number("SELECT grade FROM student ORDER BY student_id LIMIT 1")).isEqualTo(grade);

    said.reset();
    values[4] = "" + grade;
    values[5] = "휴학";
    values[9] = "0";
    Files.copy(
        EXAMPLE.resolve("students.csv"),
        folder.resolve("students.csv"),
        StandardCopyOption.REPLACE_EXISTING);
    replace("students.csv", first, String.join(",", values));
    assertThat(run(false)).isFalse();
    assertThat(text())
        .contains("students.csv:2  학적", "재학, because the student holds 1 courses of the term")
        .contains("students.csv:2  최대학점", "3 or more", "2 refused lines");
    assertThat(number("SELECT COUNT(*) FROM student WHERE standing <> 'ENROLLED'")).isEqualTo(1);
  }

  @Test
  void whatAStudentWasIsKeptInAnEvent() throws IOException {
    run(false);
    replace("students.csv", ",1,재학,신입,0,2026,18", ",2,휴학,일반,1,2026,18");

    assertThat(run(false)).as(text()).isTrue();

    assertThat(
            number(
                "SELECT COUNT(*) FROM audit_event WHERE action = 'STUDENT_IMPORT' AND detail->>'$.before.grade' = '1' AND detail->>'$.before.standing' = 'ENROLLED' AND detail->>'$.before.type' = 'FRESHMAN' AND detail->>'$.after.termsCompleted' = '1'"))
        .isEqualTo(1);
    run(false);
    assertThat(number("SELECT COUNT(*) FROM audit_event WHERE action = 'STUDENT_IMPORT'"))
        .isEqualTo(1);
  }

  private void enroll() {
    mysql.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) SELECT 1, MIN(student_id), (SELECT MIN(course_id) FROM course), UTC_TIMESTAMP(6) FROM student");
    mysql.update("UPDATE course SET enrolled = 1 ORDER BY course_id LIMIT 1");
  }

  private boolean run(boolean dryRun) {
    return new RegistrarImport(stack, console()).run(folder, TERM, dryRun);
  }

  private void replace(String file, String old, String text) throws IOException {
    Path path = folder.resolve(file);
    String content = Files.readString(path);
    assertThat(content).contains(old);
    int at = content.indexOf(old);
    Files.writeString(path, content.substring(0, at) + text + content.substring(at + old.length()));
  }

  private Console console() {
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    return Console.plain(out, out);
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }

  private long number(String sql) {
    @Nullable Long number = mysql.queryForObject(sql, Long.class);
    return Objects.requireNonNull(number);
  }
}
