package io.sugang.tools.importer;

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
      START TRANSACTION;
      """;

  // Plans, then courses are locked, in the order of their ids, as every writer locks them.
  private static final String LOCKS =
      """
      SELECT COUNT(*) INTO @plans FROM (
        SELECT plan.student_id FROM student_term plan JOIN student USING (student_id) JOIN import_student USING (student_number)
        WHERE plan.term_id = @term ORDER BY plan.student_id FOR UPDATE OF plan) locked;
      SELECT COUNT(*) INTO @courses FROM (SELECT course_id FROM course WHERE term_id = @term ORDER BY course_id FOR UPDATE) locked;
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
      LEFT JOIN (SELECT pool_of AS course_id, SUM(capacity) AS seats FROM course WHERE pool_of IS NOT NULL GROUP BY pool_of) pools USING (course_id)
      LEFT JOIN (SELECT COALESCE(owner.pool_of, owner.course_id) AS course_id, SUM(seats) AS seats
        FROM seat_release JOIN course owner USING (course_id) WHERE released_at IS NULL GROUP BY 1) portions USING (course_id)
      LEFT JOIN (SELECT course_id, COUNT(*) AS seats FROM enrollment WHERE FIND_IN_SET('CAPACITY', lifted) GROUP BY course_id) raised USING (course_id)
      SET course.title = line.title, course.department = line.department, course.professor_id = teacher.professor_id, course.credits = line.credits,
        course.capacity = IF(course.status = 'CANCELLED', course.capacity, line.capacity - COALESCE(pools.seats, 0) - COALESCE(portions.seats, 0) + COALESCE(raised.seats, 0)), course.language = line.language, course.status = IF(course.status = 'CANCELLED', 'CANCELLED', line.status), course.remark = line.remark
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
      """;

  private static final String STUDENTS =
      """
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
      """;

  private ImportScript() {}

  /** Returns the statements, with the COMMIT or, for a dry run, a ROLLBACK at their end. */
  static String of(ImportFiles files, TermName term, boolean dryRun) {
    var sql = new StringBuilder(BEGIN);
    sql.append(
        "SET @term = %d, @reserved = %d, @mock = %d;\n"
            .formatted(term.id(), Ids.RESERVED_FROM, Ids.MOCK_COURSES_FROM));
    sql.append(
        """
        INSERT INTO term (term_id, year, season, kind, starts_on, ends_on)
        SELECT %d, %d, '%s', 'REGULAR', '%s', '%s' FROM (SELECT 1) one WHERE NOT EXISTS (SELECT 1 FROM term WHERE term_id = %1$d);
        SELECT 'terms added', ROW_COUNT();
        """
            .formatted(term.id(), term.year(), term.season(), term.firstDay(), term.lastDay()));
    insert(sql, "import_course", files.courses().stream().map(ImportScript::values).toList());
    insert(
        sql,
        "import_meeting",
        files.courses().stream()
            .flatMap(course -> course.meetings().stream().map(one -> values(course.line(), one)))
            .toList());
    insert(sql, "import_student", files.students().stream().map(ImportScript::values).toList());
    sql.append(LOCKS);
    sql.append(files.courses().isEmpty() ? "" : COURSES);
    sql.append(files.students().isEmpty() ? "" : STUDENTS);
    sql.append(
        """
        INSERT INTO audit_event (at, actor, action, target, detail)
        VALUES (UTC_TIMESTAMP(3), 'import', 'IMPORT', 'term:%d', JSON_OBJECT('courses', %d, 'students', %d));
        """
            .formatted(term.id(), files.courses().size(), files.students().size()));
    return sql.append(dryRun ? "ROLLBACK;\n" : "COMMIT;\n").toString();
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
