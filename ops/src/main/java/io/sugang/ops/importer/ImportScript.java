package io.sugang.ops.importer;

import io.sugang.verifier.Audiences;
import io.sugang.verifier.Ids;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one transaction of an import, for MySQL's own client: it ends with the first error, and MySQL
 * then takes everything back. The lines go into temporary tables, and a statement for each table of
 * the database compares and writes. Each answer is a name and a number.
 */
final class ImportScript {
  private static final int ROWS_AT_ONCE = 500;

  private static final String BEGIN =
      """
      USE sugang;
      SET SESSION innodb_lock_wait_timeout = 30;
      SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;
      SET SESSION group_concat_max_len = 100000;
      CREATE TEMPORARY TABLE import_course (
        line INT NOT NULL PRIMARY KEY, college VARCHAR(64) NOT NULL, department VARCHAR(64) NOT NULL, classification VARCHAR(16) NOT NULL,
        code VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, section_no VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        subject_title VARCHAR(128) NOT NULL, title VARCHAR(128) NOT NULL, credits INT NOT NULL, professor VARCHAR(64) NOT NULL,
        capacity INT NOT NULL, language VARCHAR(16) NULL, status VARCHAR(16) NOT NULL, remark VARCHAR(255) NULL,
        UNIQUE KEY (code, section_no));
      CREATE TEMPORARY TABLE import_meeting (
        line INT NOT NULL, weekday INT NOT NULL, start_minute INT NOT NULL, end_minute INT NOT NULL, room VARCHAR(32) NULL,
        PRIMARY KEY (line, weekday, start_minute));
      CREATE TEMPORARY TABLE import_student (
        line INT NOT NULL PRIMARY KEY, student_number VARCHAR(16) NOT NULL, name VARCHAR(64) NOT NULL, email VARCHAR(128) NOT NULL,
        department VARCHAR(64) NOT NULL, grade INT NOT NULL, standing VARCHAR(16) NOT NULL, type VARCHAR(16) NOT NULL,
        terms_completed INT NULL, admission_year INT NULL, credit_limit INT NULL,
        UNIQUE KEY (student_number));
      CREATE TEMPORARY TABLE import_held (course_id BIGINT NOT NULL PRIMARY KEY, students INT NOT NULL);
      CREATE TEMPORARY TABLE import_before (
        course_id BIGINT NOT NULL PRIMARY KEY, status VARCHAR(16) NOT NULL, capacity INT NOT NULL, closed_by_desk BOOLEAN NOT NULL,
        capacity_by_desk BOOLEAN NOT NULL);
      CREATE TEMPORARY TABLE import_outside (enrollment_id BIGINT NOT NULL PRIMARY KEY);
      CREATE TEMPORARY TABLE import_refusal (
        line INT NOT NULL, reason VARCHAR(16) NOT NULL, subject VARCHAR(64) NOT NULL, number INT NOT NULL, PRIMARY KEY (line, reason));
      START TRANSACTION;
      """;

  // Plans, then courses are locked, in the order of their ids, as every writer locks them. Plans
  // of other terms too: facts of their students are changed.
  private static final String LOCKS =
      """
      SELECT COUNT(*) INTO @plans FROM (
        SELECT plan.student_id FROM student_term plan JOIN student USING (student_id) JOIN import_student USING (student_number)
        ORDER BY plan.student_id, plan.term_id FOR UPDATE OF plan) locked;
      SELECT COUNT(*) INTO @courses FROM (SELECT course_id FROM course WHERE term_id = @term ORDER BY course_id FOR UPDATE) locked;
      """;

  // What the lines were compared with was read without a lock. So all that a rule depends on is
  // judged again here, by the rows behind the locks, and a line that is refused empties the tables.
  private static final String JUDGMENT =
      """
      INSERT INTO import_held
      SELECT COALESCE(course.pool_of, course.course_id), COUNT(*) FROM course JOIN enrollment USING (course_id) WHERE course.term_id = @term GROUP BY 1;
      INSERT INTO import_before
      SELECT course.course_id, course.status, course.capacity, COALESCE(desk.closed > desk.reopened, FALSE), COALESCE(desk.capacity > desk.imported, FALSE)
      FROM course LEFT JOIN (
        SELECT course_id, MAX(IF(action = 'COURSE_CLOSE', event_id, 0)) AS closed, MAX(IF(action = 'COURSE_REOPEN', event_id, 0)) AS reopened,
          MAX(IF(action = 'COURSE_CAPACITY', event_id, 0)) AS capacity, MAX(IF(action = 'COURSE_IMPORT', event_id, 0)) AS imported
        FROM audit_event WHERE action IN ('COURSE_CLOSE', 'COURSE_REOPEN', 'COURSE_CAPACITY', 'COURSE_IMPORT') AND outcome = 'DONE' GROUP BY course_id
      ) desk USING (course_id)
      WHERE course.term_id = @term;
      INSERT INTO import_refusal
      SELECT line.line, 'TIMES', CONCAT(line.code, ' ', line.section_no), held.students
      FROM course JOIN subject USING (subject_id) JOIN import_course line USING (code, section_no) JOIN import_held held USING (course_id)
      LEFT JOIN (
        SELECT course_id, GROUP_CONCAT(CONCAT(weekday, ':', start_minute, '-', end_minute) ORDER BY weekday, start_minute) AS times FROM meeting GROUP BY course_id
      ) kept_times USING (course_id)
      LEFT JOIN (
        SELECT met.line, GROUP_CONCAT(CONCAT(met.weekday, ':', met.start_minute, '-', met.end_minute) ORDER BY met.weekday, met.start_minute) AS times
        FROM import_meeting met GROUP BY met.line
      ) wanted ON wanted.line = line.line
      WHERE course.term_id = @term AND NOT kept_times.times <=> wanted.times;
      INSERT INTO import_refusal
      SELECT line.line, 'CREDITS', CONCAT(line.code, ' ', line.section_no), held.students
      FROM course JOIN subject USING (subject_id) JOIN import_course line USING (code, section_no) JOIN import_held held USING (course_id)
      WHERE course.term_id = @term AND course.credits <> line.credits;
      INSERT INTO import_refusal
      SELECT line.line, 'STATUS', CONCAT(line.code, ' ', line.section_no), held.students
      FROM course JOIN subject USING (subject_id) JOIN import_course line USING (code, section_no) JOIN import_held held USING (course_id)
      WHERE course.term_id = @term AND line.status = 'CANCELLED' AND course.status <> 'CANCELLED';
      INSERT INTO import_refusal
      SELECT line, 'SEATS', section, least FROM (
        SELECT line.line, line.capacity, CONCAT(line.code, ' ', line.section_no) AS section, GREATEST(course.enrolled, COALESCE(own.students, 0))
          + COALESCE(pools.seats, 0) + COALESCE(portions.seats, 0) - COALESCE(raised.seats, 0) AS least
        FROM course JOIN subject USING (subject_id) JOIN import_course line USING (code, section_no)
        LEFT JOIN (SELECT course_id, COUNT(*) AS students FROM enrollment GROUP BY course_id) own USING (course_id)
        @owned_seats
        WHERE course.term_id = @term AND course.status <> 'CANCELLED') asked
      WHERE capacity < least;
      INSERT INTO import_refusal
      SELECT line.line, 'LIMIT', line.student_number, held.credits
      FROM import_student line JOIN student USING (student_number) JOIN (
        SELECT enrollment.student_id, SUM(IF(subject.counts_toward_limit, course.credits, 0)) - COALESCE((
            SELECT SUM(lift.raised_credits) FROM override lift JOIN course lifted ON lifted.course_id = lift.course_id
            WHERE lift.student_id = enrollment.student_id AND lift.state = 'CONFIRMED' AND lifted.term_id = @term), 0) AS credits
        FROM enrollment JOIN course USING (course_id) JOIN subject USING (subject_id) WHERE course.term_id = @term GROUP BY enrollment.student_id
      ) held USING (student_id)
      WHERE line.credit_limit < held.credits;
      INSERT INTO import_refusal
      SELECT line.line, 'STANDING', line.student_number, held.courses
      FROM import_student line JOIN student USING (student_number) JOIN (
        SELECT enrollment.student_id, COUNT(*) AS courses FROM enrollment JOIN course USING (course_id) WHERE course.term_id = @term GROUP BY enrollment.student_id
      ) held USING (student_id)
      WHERE line.standing <> 'ENROLLED' AND student.standing = 'ENROLLED';
      SET @refused = (SELECT COUNT(*) FROM import_refusal);
      DELETE FROM import_course WHERE @refused > 0;
      DELETE FROM import_meeting WHERE @refused > 0;
      DELETE FROM import_student WHERE @refused > 0;
      """;

  // Seats of a course that are not its own row's.
  private static final String OWNED_SEATS =
      """
      LEFT JOIN (SELECT pool_of AS course_id, SUM(capacity) AS seats FROM course WHERE pool_of IS NOT NULL GROUP BY pool_of) pools USING (course_id)
      LEFT JOIN (SELECT COALESCE(owner.pool_of, owner.course_id) AS course_id, SUM(seats) AS seats
        FROM seat_release JOIN course owner USING (course_id) WHERE released_at IS NULL GROUP BY 1) portions USING (course_id)
      LEFT JOIN (SELECT course_id, COUNT(*) AS seats FROM enrollment WHERE FIND_IN_SET('CAPACITY', lifted) GROUP BY course_id) raised USING (course_id)
      """;

  private static final String COURSES =
      """
      INSERT INTO department (department_id, college, name_ko, name_en)
      SELECT (SELECT COALESCE(MAX(department_id), 0) FROM department) + ROW_NUMBER() OVER (ORDER BY first.line), first.college, first.department, first.department
      FROM (SELECT department, MIN(line) AS line, MIN(college) AS college FROM import_course GROUP BY department) first
      WHERE NOT EXISTS (SELECT 1 FROM department known WHERE known.name_ko = first.department);
      SELECT 'departments added', ROW_COUNT();
      INSERT INTO professor (professor_id, name, department)
      SELECT (SELECT COALESCE(MAX(professor_id), 0) FROM professor WHERE professor_id < @reserved) + ROW_NUMBER() OVER (ORDER BY first.line), first.professor, first.department
      FROM (SELECT professor, department, MIN(line) AS line FROM import_course GROUP BY professor, department) first
      WHERE NOT EXISTS (SELECT 1 FROM professor known WHERE known.name = first.professor AND known.department = first.department);
      SELECT 'professors added', ROW_COUNT();
      UPDATE subject
      JOIN import_course line USING (code)
      JOIN department ON department.name_ko = line.department
      SET subject.title_ko = line.subject_title, subject.credits = line.credits, subject.classification = line.classification,
        subject.department_id = department.department_id;
      SELECT 'subjects changed', ROW_COUNT();
      INSERT INTO subject (subject_id, code, title_ko, credits, classification, department_id)
      SELECT (SELECT COALESCE(MAX(subject_id), 0) FROM subject) + ROW_NUMBER() OVER (ORDER BY first.line), first.code, first.title, first.credits,
        first.classification, department.department_id
      FROM (SELECT code, MIN(line) AS line, MIN(subject_title) AS title, MIN(credits) AS credits, MIN(classification) AS classification,
          MIN(department) AS department FROM import_course GROUP BY code) first
      JOIN department ON department.name_ko = first.department
      WHERE NOT EXISTS (SELECT 1 FROM subject known WHERE known.code = first.code);
      SELECT 'subjects added', ROW_COUNT();
      UPDATE course
      JOIN subject USING (subject_id)
      JOIN import_course line USING (code, section_no)
      JOIN (SELECT name, department, MIN(professor_id) AS professor_id FROM professor GROUP BY name, department) teacher
        ON teacher.name = line.professor AND teacher.department = line.department
      JOIN import_before kept USING (course_id)
      @owned_seats
      SET course.title = line.title, course.department = line.department, course.professor_id = teacher.professor_id, course.credits = line.credits,
        course.capacity = IF(course.status = 'CANCELLED', course.capacity, line.capacity - COALESCE(pools.seats, 0) - COALESCE(portions.seats, 0) + COALESCE(raised.seats, 0)), course.language = line.language, course.status = IF(course.status = 'CANCELLED' OR course.status = 'CLOSED' AND kept.closed_by_desk AND line.status = 'OPEN', course.status, line.status), course.remark = line.remark
      WHERE course.term_id = @term;
      SELECT 'courses changed', ROW_COUNT();
      INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, section_no, language, status, remark)
      SELECT (SELECT COALESCE(MAX(course_id), 0) FROM course WHERE course_id < @mock) + ROW_NUMBER() OVER (ORDER BY line.line),
        line.title, line.department, teacher.professor_id, line.credits, line.capacity, @term, subject.subject_id, line.section_no,
        line.language, line.status, line.remark
      FROM import_course line
      JOIN subject USING (code)
      JOIN (SELECT name, department, MIN(professor_id) AS professor_id FROM professor GROUP BY name, department) teacher
        ON teacher.name = line.professor AND teacher.department = line.department
      WHERE NOT EXISTS (SELECT 1 FROM course known
        WHERE known.section_no = line.section_no AND known.subject_id = subject.subject_id AND known.term_id = @term);
      SELECT 'courses added', ROW_COUNT();
      DELETE meeting FROM meeting
      JOIN course ON course.course_id = meeting.course_id AND course.term_id = @term
      JOIN subject USING (subject_id)
      JOIN import_course line USING (code, section_no);
      INSERT INTO meeting (course_id, weekday, start_minute, end_minute, room)
      SELECT course.course_id, met.weekday, met.start_minute, met.end_minute, met.room
      FROM import_meeting met
      JOIN import_course line USING (line)
      JOIN subject USING (code)
      JOIN course ON course.section_no = line.section_no AND course.subject_id = subject.subject_id AND course.term_id = @term;
      SELECT 'meetings', ROW_COUNT();
      UPDATE course
      JOIN subject USING (subject_id)
      JOIN import_course line USING (code, section_no)
      LEFT JOIN (
        SELECT course_id,
          BIT_OR(~(~REPEAT(0x00, 252) << ((end_minute - start_minute) DIV 5)) << (288 * (weekday - 1) + start_minute DIV 5)) AS slot_mask
        FROM meeting GROUP BY course_id) masks USING (course_id)
      SET course.slot_mask = masks.slot_mask
      WHERE course.term_id = @term;
      UPDATE course pool JOIN course ON course.course_id = pool.pool_of
      SET pool.title = course.title, pool.department = course.department, pool.professor_id = course.professor_id, pool.credits = course.credits,
        pool.slot_mask = course.slot_mask, pool.status = course.status
      WHERE pool.term_id = @term;
      INSERT INTO audit_event (at, actor, action, target, course_id, detail)
      SELECT UTC_TIMESTAMP(3), 'import', 'COURSE_IMPORT', CONCAT('course:', course.course_id), course.course_id, JSON_OBJECT(
        'before', JSON_OBJECT('status', kept.status, 'seats', JSON_ARRAY(JSON_OBJECT('seatsId', course.course_id, 'capacity', kept.capacity, 'taken', course.enrolled))),
        'after', JSON_OBJECT('status', course.status, 'seats', JSON_ARRAY(JSON_OBJECT('seatsId', course.course_id, 'capacity', course.capacity, 'taken', course.enrolled))))
      FROM course JOIN import_before kept USING (course_id)
      WHERE course.pool_of IS NULL AND NOT (course.capacity = kept.capacity AND course.status = kept.status);
      SELECT 'kept closed', CONCAT(line.code, ' ', line.section_no)
      FROM course JOIN subject USING (subject_id) JOIN import_course line USING (code, section_no) JOIN import_before kept USING (course_id)
      WHERE course.term_id = @term AND course.status = 'CLOSED' AND kept.closed_by_desk AND line.status = 'OPEN' ORDER BY line.line;
      SELECT 'seats of the desk', CONCAT(line.code, ' ', line.section_no, ': ', kept.capacity, ' -> ', course.capacity)
      FROM course JOIN subject USING (subject_id) JOIN import_course line USING (code, section_no) JOIN import_before kept USING (course_id)
      WHERE course.term_id = @term AND course.capacity <> kept.capacity AND kept.capacity_by_desk ORDER BY line.line;
      INSERT INTO announced_course (course_id, seats, credits)
      SELECT course.course_id, course.capacity - COALESCE(seat_change.seats, 0), course.credits
      FROM course LEFT JOIN seat_change USING (course_id)
      WHERE course.term_id = @term AND course.course_id < @mock AND NOT EXISTS (
        SELECT 1 FROM announced_course known WHERE known.course_id = course.course_id);
      UPDATE announced_course announced
      JOIN course ON course.course_id = announced.course_id
      JOIN course owner ON owner.course_id = COALESCE(course.pool_of, course.course_id)
      JOIN subject ON subject.subject_id = owner.subject_id
      JOIN import_course line ON line.code = subject.code AND line.section_no = owner.section_no
      SET announced.credits = line.credits
      WHERE owner.term_id = @term;
      """;

  private static final String OUTSIDE_THEIR_AUDIENCE =
      """
      SELECT enrollment.enrollment_id, line.line, line.student_number
      FROM import_student line JOIN student USING (student_number) JOIN enrollment USING (student_id) JOIN course USING (course_id)
      WHERE course.term_id = @term AND course.audience_id IS NOT NULL AND NOT COALESCE(FIND_IN_SET('AUDIENCE', enrollment.lifted), 0)
      AND NOT @audience
      """
          .replace("@audience", Audiences.haveStudent("course.audience_id"));

  private static final String STUDENTS =
      """
      INSERT INTO import_outside SELECT enrollment_id FROM (@outside) before_it;
      INSERT INTO audit_event (at, actor, action, target, student_id, detail)
      SELECT UTC_TIMESTAMP(3), 'import', 'STUDENT_IMPORT', CONCAT('student:', student.student_id), student.student_id, JSON_OBJECT(
        'before', JSON_OBJECT('department', student.department, 'grade', student.grade, 'standing', student.standing, 'type', student.type,
          'termsCompleted', student.terms_completed),
        'after', JSON_OBJECT('department', line.department, 'grade', line.grade, 'standing', line.standing, 'type', line.type,
          'termsCompleted', COALESCE(line.terms_completed, student.terms_completed)))
      FROM student JOIN import_student line USING (student_number)
      WHERE NOT (student.department = line.department AND student.grade = line.grade AND student.standing = line.standing AND student.type = line.type
        AND student.terms_completed = COALESCE(line.terms_completed, student.terms_completed));
      SELECT 'student', student.student_id
      FROM student JOIN import_student line USING (student_number)
      WHERE NOT (student.name = line.name AND student.email = line.email AND student.department = line.department AND student.grade = line.grade);
      UPDATE student JOIN import_student line USING (student_number)
      SET student.name = line.name, student.email = line.email, student.department = line.department, student.grade = line.grade,
        student.standing = line.standing, student.type = line.type,
        student.terms_completed = COALESCE(line.terms_completed, student.terms_completed),
        student.admission_year = COALESCE(line.admission_year, student.admission_year)
      WHERE student.student_id < @reserved;
      SELECT 'students changed', ROW_COUNT();
      INSERT INTO student (student_id, student_number, name, email, department, grade, admission_year, standing, type, terms_completed)
      SELECT (SELECT COALESCE(MAX(student_id), 0) FROM student WHERE student_id < @reserved) + ROW_NUMBER() OVER (ORDER BY line.line),
        line.student_number, line.name, line.email, line.department, line.grade, line.admission_year, line.standing, line.type,
        COALESCE(line.terms_completed, 0)
      FROM import_student line
      WHERE NOT EXISTS (SELECT 1 FROM student known WHERE known.student_number = line.student_number);
      SELECT 'students added', ROW_COUNT();
      DELETE student_program FROM student_program
      JOIN program USING (program_id)
      JOIN student USING (student_id)
      JOIN import_student line USING (student_number)
      JOIN department ON department.name_ko = line.department
      WHERE student_program.role = 'PRIMARY' AND program.department_id <> department.department_id;
      INSERT INTO student_program (student_id, program_id, role)
      SELECT student.student_id, main.program_id, 'PRIMARY'
      FROM import_student line
      JOIN student USING (student_number)
      JOIN department ON department.name_ko = line.department
      JOIN (SELECT department_id, MIN(program_id) AS program_id FROM program GROUP BY department_id) main USING (department_id)
      ON DUPLICATE KEY UPDATE role = 'PRIMARY';
      INSERT INTO student_term (student_id, term_id, credit_limit)
      SELECT student.student_id, @term,
        COALESCE(line.credit_limit, (SELECT MIN(maximum) FROM credit_limit_rule WHERE term_id = @term AND audience_id IS NULL), 18)
      FROM import_student line JOIN student USING (student_number)
      ON DUPLICATE KEY UPDATE credit_limit = COALESCE(line.credit_limit + (
        SELECT COALESCE(SUM(lift.raised_credits), 0) FROM override lift JOIN course USING (course_id)
        WHERE lift.student_id = student.student_id AND lift.state = 'CONFIRMED' AND course.term_id = @term),
        student_term.credit_limit);
      INSERT INTO announced_limit (student_id, term_id, credit_limit)
      SELECT plan.student_id, @term, plan.credit_limit - (
        SELECT COALESCE(SUM(lift.raised_credits), 0) FROM override lift JOIN course USING (course_id)
        WHERE lift.student_id = student.student_id AND lift.state = 'CONFIRMED' AND course.term_id = @term)
      FROM import_student line JOIN student USING (student_number) JOIN student_term plan ON plan.student_id = student.student_id AND plan.term_id = @term
      ON DUPLICATE KEY UPDATE credit_limit = COALESCE(line.credit_limit, announced_limit.credit_limit);
      INSERT INTO import_refusal
      SELECT outside.line, 'AUDIENCE', outside.student_number, COUNT(*)
      FROM (@outside) outside LEFT JOIN import_outside known USING (enrollment_id) WHERE known.enrollment_id IS NULL GROUP BY 1, 2, 3;
      SET @refused = (SELECT COUNT(*) FROM import_refusal);
      """
          .replace("@outside", OUTSIDE_THEIR_AUDIENCE);

  // Nothing but a COMMIT in a prepared statement depends on what was found; after it the ROLLBACK
  // has nothing to take back.
  private static final String END =
      """
      SELECT 'refused', line, reason, subject, number FROM import_refusal ORDER BY line, reason;
      SET @end = IF(@refused = 0, 'COMMIT', 'DO 0');
      PREPARE finish FROM @end;
      EXECUTE finish;
      ROLLBACK;
      """;
  private static final String DRY_END =
      "SELECT 'refused', line, reason, subject, number FROM import_refusal ORDER BY line, reason;\nROLLBACK;\n";

  private ImportScript() {}

  /**
   * Returns the statements. At their end is a ROLLBACK for a dry run, and otherwise a COMMIT that
   * depends on the judgment behind the locks. Each line that is refused is an answer {@code
   * refused}, with its line, its reason, what it is about and a number.
   */
  static String of(ImportFiles files, TermName term, boolean dryRun) {
    var sql = new StringBuilder(BEGIN);
    sql.append(
        "SET @term = %d, @reserved = %d, @mock = %d;\n"
            .formatted(term.id(), Ids.RESERVED_FROM, Ids.MOCK_COURSES_FROM));
    insert(sql, "import_course", files.courses().stream().map(ImportScript::values).toList());
    insert(
        sql,
        "import_meeting",
        files.courses().stream()
            .flatMap(course -> course.meetings().stream().map(one -> values(course.line(), one)))
            .toList());
    insert(sql, "import_student", files.students().stream().map(ImportScript::values).toList());
    sql.append(LOCKS);
    sql.append(JUDGMENT.replace("@owned_seats", OWNED_SEATS));
    sql.append(
        """
        INSERT INTO term (term_id, year, season, kind, starts_on, ends_on)
        SELECT %d, %d, '%s', 'REGULAR', '%s', '%s' FROM (SELECT 1) one WHERE @refused = 0 AND NOT EXISTS (SELECT 1 FROM term WHERE term_id = %1$d);
        SELECT 'terms added', ROW_COUNT();
        """
            .formatted(term.id(), term.year(), term.season(), term.firstDay(), term.lastDay()));
    sql.append(files.courses().isEmpty() ? "" : COURSES.replace("@owned_seats", OWNED_SEATS));
    sql.append(files.students().isEmpty() ? "" : STUDENTS);
    sql.append(
        """
        INSERT INTO audit_event (at, actor, action, target, detail)
        VALUES (UTC_TIMESTAMP(3), 'import', 'IMPORT', 'term:%d', JSON_OBJECT('courses', %d, 'students', %d));
        """
            .formatted(term.id(), files.courses().size(), files.students().size()));
    return sql.append(dryRun ? DRY_END : END).toString();
  }

  private static void insert(StringBuilder sql, String table, List<String> rows) {
    for (int i = 0; i < rows.size(); i += ROWS_AT_ONCE) {
      sql.append("INSERT INTO ").append(table).append(" VALUES\n");
      sql.append(String.join(",\n", rows.subList(i, Math.min(i + ROWS_AT_ONCE, rows.size()))));
      sql.append(";\n");
    }
  }

  private static String values(CourseLine course) {
    return row(
        course.line(),
        course.college(),
        course.department(),
        course.classification(),
        course.code(),
        course.sectionNo(),
        course.subjectTitle(),
        course.title(),
        course.credits(),
        course.professor(),
        course.capacity(),
        course.language().isEmpty() ? null : course.language(),
        course.status(),
        course.remark().isEmpty() ? null : course.remark());
  }

  private static String values(long line, Meeting meeting) {
    return row(line, meeting.weekday(), meeting.start(), meeting.end(), meeting.room());
  }

  private static String values(StudentLine student) {
    return row(
        student.line(),
        student.number(),
        student.name(),
        student.email(),
        student.department(),
        student.grade(),
        student.standing(),
        student.type(),
        student.termsCompleted(),
        student.admissionYear(),
        student.creditLimit());
  }

  private static String row(@Nullable Object... values) {
    List<String> literals = new ArrayList<>();
    for (Object value : values) {
      literals.add(literal(value));
    }
    return literals.stream().collect(Collectors.joining(", ", "(", ")"));
  }

  // Hexadecimal: no character of a file is one of SQL, and the client's character set is not asked.
  private static String literal(@Nullable Object value) {
    return switch (value) {
      case null -> "NULL";
      case String text when text.isEmpty() -> "''";
      case String text ->
          "_utf8mb4 X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "'";
      default -> value.toString();
    };
  }
}
