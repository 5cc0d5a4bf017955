-- Who may take which course, and when. A `course` stays what has seats; `subject` is the catalogue entry. A course whose
-- term_id is NULL has no rules of registration: rows from before this migration keep the behaviour they had.
--
-- slot_mask: 7 x 288 cells of five minutes as a big-endian number of 252 bytes. The bit of a cell is
-- 288 * (weekday - 1) + minute / 5, weekday 1 = Monday, bit 0 = the lowest bit of the last byte.

-- The id of a REGULAR term orders terms in time: 20261 is spring of 2026, 20263 fall. Ids of MOCK terms are above.
CREATE TABLE term (
  term_id   BIGINT      NOT NULL,
  year      SMALLINT    NOT NULL,
  season    VARCHAR(8)  NOT NULL,
  kind      VARCHAR(8)  NOT NULL DEFAULT 'REGULAR',
  starts_on DATE        NOT NULL,
  ends_on   DATE        NOT NULL,
  PRIMARY KEY (term_id),
  UNIQUE KEY uk_term (year, season, kind),
  CONSTRAINT ck_term_year CHECK (year BETWEEN 1900 AND 9999),
  CONSTRAINT ck_term_season CHECK (season IN ('SPRING', 'SUMMER', 'FALL', 'WINTER')),
  CONSTRAINT ck_term_kind CHECK (kind IN ('REGULAR', 'MOCK')),
  CONSTRAINT ck_term_id CHECK (
    (kind = 'REGULAR' AND term_id = 10 * year + FIELD(season, 'SPRING', 'SUMMER', 'FALL', 'WINTER'))
    OR (kind = 'MOCK' AND term_id >= 1000000)),
  CONSTRAINT ck_term_days CHECK (starts_on <= ends_on)
);

-- student.department, professor.department and course.department are the text name_ko.
CREATE TABLE department (
  department_id BIGINT       NOT NULL,
  college       VARCHAR(64)  NOT NULL,
  name_ko       VARCHAR(64)  NOT NULL,
  name_en       VARCHAR(128) NOT NULL,
  aliases       VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'separated by commas',
  PRIMARY KEY (department_id),
  UNIQUE KEY uk_department_name (name_ko)
);

CREATE TABLE program (
  program_id    BIGINT       NOT NULL,
  department_id BIGINT       NOT NULL,
  name_ko       VARCHAR(64)  NOT NULL,
  name_en       VARCHAR(128) NOT NULL,
  PRIMARY KEY (program_id),
  UNIQUE KEY uk_program_name (department_id, name_ko),
  CONSTRAINT fk_program_department FOREIGN KEY (department_id) REFERENCES department (department_id)
);

CREATE TABLE subject (
  subject_id          BIGINT       NOT NULL,
  code                VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  title_ko            VARCHAR(128) NOT NULL,
  title_en            VARCHAR(128) NULL,
  credits             TINYINT      NOT NULL,
  classification      VARCHAR(16)  NOT NULL COMMENT 'as printed: 교양, 전필, 전선 ...',
  counts_toward_limit BOOLEAN      NOT NULL DEFAULT TRUE,
  repeatable          BOOLEAN      NOT NULL DEFAULT FALSE,
  department_id       BIGINT       NOT NULL,
  PRIMARY KEY (subject_id),
  UNIQUE KEY uk_subject_code (code),
  KEY ix_subject_department (department_id),
  CONSTRAINT fk_subject_department FOREIGN KEY (department_id) REFERENCES department (department_id),
  CONSTRAINT ck_subject_credits CHECK (credits BETWEEN 0 AND 30)
);

-- PREREQUISITE, COREQUISITE: subject_id needs other_id. The other kinds have no direction and are kept once, the lower
-- id first. It holds from from_term to to_term, both included; NULL is without end.
CREATE TABLE subject_relation (
  subject_id BIGINT      NOT NULL,
  other_id   BIGINT      NOT NULL,
  kind       VARCHAR(16) NOT NULL,
  from_term  BIGINT      NULL,
  to_term    BIGINT      NULL,
  PRIMARY KEY (subject_id, kind, other_id),
  KEY ix_subject_relation_other (other_id),
  CONSTRAINT fk_subject_relation_subject FOREIGN KEY (subject_id) REFERENCES subject (subject_id),
  CONSTRAINT fk_subject_relation_other FOREIGN KEY (other_id) REFERENCES subject (subject_id),
  CONSTRAINT ck_subject_relation_kind CHECK (kind IN ('EQUIVALENT', 'CROSS_LISTED', 'PREREQUISITE', 'COREQUISITE')),
  CONSTRAINT ck_subject_relation_order CHECK (subject_id < other_id
    OR (kind IN ('PREREQUISITE', 'COREQUISITE') AND subject_id > other_id)),
  CONSTRAINT ck_subject_relation_terms CHECK (from_term <= to_term)
);

-- A student belongs to an audience when one row fits; a row fits when all its columns do; NULL fits all.
CREATE TABLE audience (
  audience_id BIGINT      NOT NULL,
  name        VARCHAR(64) NOT NULL,
  PRIMARY KEY (audience_id),
  UNIQUE KEY uk_audience_name (name)
);

CREATE TABLE audience_row (
  audience_id   BIGINT      NOT NULL,
  position      SMALLINT    NOT NULL,
  grade_from    TINYINT     NULL,
  grade_to      TINYINT     NULL,
  terms_from    TINYINT     NULL COMMENT 'terms completed',
  terms_to      TINYINT     NULL,
  number_parity VARCHAR(4)  NULL COMMENT 'last digit of the student number',
  type          VARCHAR(16) NULL,
  department_id BIGINT      NULL COMMENT 'that of the student, or with program_role of one of the programs',
  program_id    BIGINT      NULL,
  program_role  VARCHAR(16) NULL,
  PRIMARY KEY (audience_id, position),
  KEY ix_audience_row_department (department_id),
  KEY ix_audience_row_program (program_id),
  CONSTRAINT fk_audience_row_audience FOREIGN KEY (audience_id) REFERENCES audience (audience_id),
  CONSTRAINT fk_audience_row_department FOREIGN KEY (department_id) REFERENCES department (department_id),
  CONSTRAINT fk_audience_row_program FOREIGN KEY (program_id) REFERENCES program (program_id),
  CONSTRAINT ck_audience_row_grades CHECK (grade_from <= grade_to),
  CONSTRAINT ck_audience_row_terms CHECK (terms_from <= terms_to),
  CONSTRAINT ck_audience_row_parity CHECK (number_parity IN ('ODD', 'EVEN')),
  CONSTRAINT ck_audience_row_type CHECK (type IN ('REGULAR', 'FRESHMAN', 'TRANSFER', 'EXCHANGE', 'GRADUATE')),
  CONSTRAINT ck_audience_row_role CHECK (program_role IN ('PRIMARY', 'DOUBLE', 'LINKED', 'MINOR'))
);

-- audience_id NULL: all students. actions: some of ENROLL, DROP, SWAP, WAITLIST, separated by commas.
CREATE TABLE registration_window (
  window_id   BIGINT      NOT NULL,
  term_id     BIGINT      NOT NULL,
  phase       VARCHAR(16) NOT NULL,
  audience_id BIGINT      NULL,
  opens_at    DATETIME(3) NOT NULL COMMENT 'UTC, the first instant of the window',
  closes_at   DATETIME(3) NOT NULL COMMENT 'UTC, the first instant after it',
  actions     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (window_id),
  KEY ix_registration_window_term (term_id),
  KEY ix_registration_window_audience (audience_id),
  CONSTRAINT fk_registration_window_term FOREIGN KEY (term_id) REFERENCES term (term_id),
  CONSTRAINT fk_registration_window_audience FOREIGN KEY (audience_id) REFERENCES audience (audience_id),
  CONSTRAINT ck_registration_window_phase CHECK (phase IN ('BASKET', 'ALLOCATION', 'ENROLL', 'ADD_DROP', 'WITHDRAW')),
  CONSTRAINT ck_registration_window_times CHECK (opens_at < closes_at),
  CONSTRAINT ck_registration_window_actions
    CHECK (REGEXP_LIKE(actions, '^((ENROLL|DROP|SWAP|WAITLIST)(,(ENROLL|DROP|SWAP|WAITLIST))*)?$'))
);

-- The first rule whose audience fits, in the order of rule_id.
CREATE TABLE credit_limit_rule (
  rule_id        BIGINT       NOT NULL,
  term_id        BIGINT       NOT NULL,
  audience_id    BIGINT       NULL,
  minimum        TINYINT      NOT NULL DEFAULT 0,
  maximum        TINYINT      NOT NULL,
  gpa_at_least   DECIMAL(3,2) NULL COMMENT 'of the term before, from which the bonus is added',
  bonus          TINYINT      NOT NULL DEFAULT 0,
  carry_over_max TINYINT      NOT NULL DEFAULT 0 COMMENT 'unused credits of the term before that are added at most',
  PRIMARY KEY (rule_id),
  KEY ix_credit_limit_rule_term (term_id),
  KEY ix_credit_limit_rule_audience (audience_id),
  CONSTRAINT fk_credit_limit_rule_term FOREIGN KEY (term_id) REFERENCES term (term_id),
  CONSTRAINT fk_credit_limit_rule_audience FOREIGN KEY (audience_id) REFERENCES audience (audience_id),
  CONSTRAINT ck_credit_limit_rule CHECK (minimum BETWEEN 0 AND maximum AND bonus >= 0 AND carry_over_max >= 0)
);

-- A subject that was passed with a grade up to grade_at_most between two terms may be taken again.
CREATE TABLE retake_rule (
  rule_id           BIGINT     NOT NULL,
  audience_id       BIGINT     NULL,
  earned_from_term  BIGINT     NULL,
  earned_to_term    BIGINT     NULL,
  grade_at_most     VARCHAR(2) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  per_term_courses  TINYINT    NULL,
  per_term_credits  TINYINT    NULL,
  total             SMALLINT   NULL COMMENT 'courses in all terms together',
  grade_cap         VARCHAR(2) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'the best grade a retake can give',
  PRIMARY KEY (rule_id),
  KEY ix_retake_rule_audience (audience_id),
  CONSTRAINT fk_retake_rule_audience FOREIGN KEY (audience_id) REFERENCES audience (audience_id),
  CONSTRAINT ck_retake_rule_terms CHECK (earned_from_term <= earned_to_term)
);

-- The unique key begins with section_no: an index that begins with a column of a foreign key and goes on with one that may be
-- NULL lets MySQL 9.7 skip the check of that foreign key (docs/decisions/0033).
ALTER TABLE course
  ADD COLUMN term_id     BIGINT         NULL COMMENT 'NULL: no rules of registration',
  ADD COLUMN subject_id  BIGINT         NULL,
  ADD COLUMN section_no  VARCHAR(8)     CHARACTER SET ascii COLLATE ascii_bin NULL,
  ADD COLUMN language    VARCHAR(16)    NULL,
  ADD COLUMN status      VARCHAR(16)    NOT NULL DEFAULT 'OPEN',
  ADD COLUMN audience_id BIGINT         NULL COMMENT 'NULL: all students',
  ADD COLUMN slot_mask   VARBINARY(252) NULL COMMENT 'of its meetings, NULL: it has none',
  ADD COLUMN remark      VARCHAR(255)   NULL,
  ADD UNIQUE KEY uk_course_section (section_no, subject_id, term_id),
  ADD KEY ix_course_term (term_id),
  ADD KEY ix_course_subject (subject_id),
  ADD KEY ix_course_audience (audience_id),
  ADD CONSTRAINT fk_course_term FOREIGN KEY (term_id) REFERENCES term (term_id),
  ADD CONSTRAINT fk_course_subject FOREIGN KEY (subject_id) REFERENCES subject (subject_id),
  ADD CONSTRAINT fk_course_audience FOREIGN KEY (audience_id) REFERENCES audience (audience_id),
  ADD CONSTRAINT ck_course_registration
    CHECK (term_id IS NULL OR (subject_id IS NOT NULL AND section_no IS NOT NULL)),
  ADD CONSTRAINT ck_course_status CHECK (status IN ('OPEN', 'CLOSED', 'CANCELLED')),
  ADD CONSTRAINT ck_course_slot_mask CHECK (LENGTH(slot_mask) = 252);

CREATE TABLE meeting (
  course_id    BIGINT      NOT NULL,
  weekday      TINYINT     NOT NULL COMMENT '1 is Monday',
  start_minute SMALLINT    NOT NULL COMMENT 'of the day; a meeting ends before end_minute',
  end_minute   SMALLINT    NOT NULL,
  room         VARCHAR(32) NULL,
  PRIMARY KEY (course_id, weekday, start_minute),
  CONSTRAINT fk_meeting_course FOREIGN KEY (course_id) REFERENCES course (course_id),
  CONSTRAINT ck_meeting_weekday CHECK (weekday BETWEEN 1 AND 7),
  CONSTRAINT ck_meeting_minutes CHECK (0 <= start_minute AND start_minute < end_minute AND end_minute <= 1440),
  CONSTRAINT ck_meeting_cells CHECK (start_minute MOD 5 = 0 AND end_minute MOD 5 = 0)
);

ALTER TABLE student
  ADD COLUMN admission_year  SMALLINT    NULL,
  ADD COLUMN standing        VARCHAR(16) NOT NULL DEFAULT 'ENROLLED',
  ADD COLUMN type            VARCHAR(16) NOT NULL DEFAULT 'REGULAR',
  ADD COLUMN terms_completed TINYINT     NOT NULL DEFAULT 0,
  ADD CONSTRAINT ck_student_admission_year CHECK (admission_year BETWEEN 1900 AND 9999),
  ADD CONSTRAINT ck_student_standing CHECK (standing IN ('ENROLLED', 'LEAVE', 'LEFT', 'GRADUATED')),
  ADD CONSTRAINT ck_student_type CHECK (type IN ('REGULAR', 'FRESHMAN', 'TRANSFER', 'EXCHANGE', 'GRADUATE')),
  ADD CONSTRAINT ck_student_terms_completed CHECK (terms_completed >= 0);

CREATE TABLE student_program (
  student_id BIGINT      NOT NULL,
  program_id BIGINT      NOT NULL,
  role       VARCHAR(16) NOT NULL,
  PRIMARY KEY (student_id, program_id),
  KEY ix_student_program_program (program_id),
  CONSTRAINT fk_student_program_student FOREIGN KEY (student_id) REFERENCES student (student_id),
  CONSTRAINT fk_student_program_program FOREIGN KEY (program_id) REFERENCES program (program_id),
  CONSTRAINT ck_student_program_role CHECK (role IN ('PRIMARY', 'DOUBLE', 'LINKED', 'MINOR'))
);

-- What a student holds in a term, in sum. This row is the lock of the student's plan.
CREATE TABLE student_term (
  student_id   BIGINT         NOT NULL,
  term_id      BIGINT         NOT NULL,
  credit_limit SMALLINT       NOT NULL,
  credits      SMALLINT       NOT NULL DEFAULT 0,
  slot_mask    VARBINARY(252) NOT NULL DEFAULT (REPEAT(0x00, 252)),
  revision     BIGINT         NOT NULL DEFAULT 0 COMMENT 'counts the changes',
  PRIMARY KEY (student_id, term_id),
  KEY ix_student_term_term (term_id),
  CONSTRAINT fk_student_term_student FOREIGN KEY (student_id) REFERENCES student (student_id),
  CONSTRAINT fk_student_term_term FOREIGN KEY (term_id) REFERENCES term (term_id),
  CONSTRAINT ck_student_term_credits CHECK (credits BETWEEN 0 AND credit_limit),
  CONSTRAINT ck_student_term_slot_mask CHECK (LENGTH(slot_mask) = 252)
);

-- History reaches further back than `term` does, so its terms are numbers like term_id without a foreign key.
CREATE TABLE transcript (
  student_id    BIGINT     NOT NULL,
  subject_id    BIGINT     NOT NULL,
  term_id       BIGINT     NOT NULL,
  grade         VARCHAR(2) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  credits       TINYINT    NOT NULL,
  superseded_by BIGINT     NULL COMMENT 'the term of the retake',
  PRIMARY KEY (student_id, subject_id, term_id),
  KEY ix_transcript_subject (subject_id),
  CONSTRAINT fk_transcript_student FOREIGN KEY (student_id) REFERENCES student (student_id),
  CONSTRAINT fk_transcript_subject FOREIGN KEY (subject_id) REFERENCES subject (subject_id),
  CONSTRAINT ck_transcript_grade
    CHECK (grade IN ('A+', 'A0', 'A-', 'B+', 'B0', 'B-', 'C+', 'C0', 'C-', 'D+', 'D0', 'D-', 'F', 'S', 'U')),
  CONSTRAINT ck_transcript_credits CHECK (credits BETWEEN 0 AND 30),
  CONSTRAINT ck_transcript_superseded CHECK (superseded_by > term_id)
);

-- No foreign key and no index: each would cost every claim, and the value is read with its row only.
ALTER TABLE enrollment
  ADD COLUMN retake_of BIGINT NULL COMMENT 'subject_id in the transcript that this course replaces';

CREATE TABLE staff (
  staff_id      BIGINT      NOT NULL,
  name          VARCHAR(64) NOT NULL,
  role          VARCHAR(16) NOT NULL,
  department_id BIGINT      NULL,
  PRIMARY KEY (staff_id),
  KEY ix_staff_department (department_id),
  CONSTRAINT fk_staff_department FOREIGN KEY (department_id) REFERENCES department (department_id),
  CONSTRAINT ck_staff_role CHECK (role IN ('VIEWER', 'DEPARTMENT', 'REGISTRAR')),
  CONSTRAINT ck_staff_department CHECK (role <> 'DEPARTMENT' OR department_id IS NOT NULL)
);

-- Only ever appended to; the account of the instances has no right to change or delete a row.
CREATE TABLE audit_event (
  event_id   BIGINT       NOT NULL AUTO_INCREMENT,
  at         DATETIME(3)  NOT NULL COMMENT 'UTC',
  actor      VARCHAR(64)  NOT NULL,
  action     VARCHAR(64)  NOT NULL,
  target     VARCHAR(64)  NOT NULL COMMENT 'what the action changed: course:17, student:4711, window:3 ...',
  detail     JSON         NULL COMMENT 'values before and after',
  reason     VARCHAR(255) NULL,
  request_id VARCHAR(64)  NULL,
  PRIMARY KEY (event_id),
  KEY ix_audit_event_at (at),
  KEY ix_audit_event_target (target, at)
);
