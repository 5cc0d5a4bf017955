-- An override lifts rules for one student and one course (docs/decisions/0047): the student asks, staff decide, the student confirms.
-- The confirm inserts the enrollment. What it raises is given back in the transaction that deletes the row.

-- No index, and the value is read with its row only: rows without an override pay nothing for it.
ALTER TABLE enrollment
  ADD COLUMN lifted VARCHAR(96) CHARACTER SET ascii COLLATE ascii_bin NULL
    COMMENT 'rules that the desk lifted for this row, separated by commas; NULL: none';

-- is_open comes first in its key: an index that begins with a column of a foreign key and goes on with one that may be NULL lets
-- MySQL 9.7 skip the check of that foreign key (docs/decisions/0033).
CREATE TABLE override (
  override_id    BIGINT       NOT NULL AUTO_INCREMENT,
  student_id     BIGINT       NOT NULL,
  course_id      BIGINT       NOT NULL COMMENT 'a course, never a pool',
  lifts          VARCHAR(96)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'rules, separated by commas',
  request_text   VARCHAR(500) NOT NULL COMMENT 'what the student wrote',
  state          VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  requested_at   DATETIME(3)  NOT NULL COMMENT 'UTC',
  decided_at     DATETIME(3)  NULL COMMENT 'UTC',
  decided_by     BIGINT       NULL COMMENT 'member of the staff',
  reason         VARCHAR(255) NULL COMMENT 'of the decision',
  expires_at     DATETIME(3)  NULL COMMENT 'UTC, the first instant at which a grant cannot be confirmed',
  confirmed_at   DATETIME(6)  NULL COMMENT 'UTC, the arrival of the confirm: enrolled_at of the row',
  enrollment_id  BIGINT       NULL,
  raised_credits SMALLINT     NOT NULL DEFAULT 0 COMMENT 'by which the confirm raised the credit limit',
  is_open        TINYINT      GENERATED ALWAYS AS (CASE WHEN state IN ('REQUESTED', 'GRANTED') THEN 1 END) STORED,
  PRIMARY KEY (override_id),
  UNIQUE KEY uk_override_open (is_open, course_id, student_id),
  UNIQUE KEY uk_override_enrollment (enrollment_id),
  KEY ix_override_state (state, override_id),
  KEY ix_override_student (student_id),
  KEY ix_override_course (course_id),
  KEY ix_override_staff (decided_by),
  CONSTRAINT fk_override_student FOREIGN KEY (student_id) REFERENCES student (student_id),
  CONSTRAINT fk_override_course FOREIGN KEY (course_id) REFERENCES course (course_id),
  CONSTRAINT fk_override_staff FOREIGN KEY (decided_by) REFERENCES staff (staff_id),
  CONSTRAINT ck_override_lifts CHECK (REGEXP_LIKE(lifts,
    '^(CAPACITY|TIME_CONFLICT|CREDIT_LIMIT|PREREQUISITE|RETAKE|AUDIENCE|WINDOW)(,(CAPACITY|TIME_CONFLICT|CREDIT_LIMIT|PREREQUISITE|RETAKE|AUDIENCE|WINDOW))*$')),
  CONSTRAINT ck_override_state
    CHECK (state IN ('REQUESTED', 'GRANTED', 'DECLINED', 'EXPIRED', 'CONFIRMED', 'CANCELLED', 'WITHDRAWN')),
  CONSTRAINT ck_override_decision CHECK (
    (decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (reason IS NULL)
    AND (state IN ('REQUESTED', 'WITHDRAWN') OR decided_at IS NOT NULL)),
  CONSTRAINT ck_override_expiry
    CHECK (state NOT IN ('GRANTED', 'EXPIRED', 'CONFIRMED', 'CANCELLED') OR expires_at > decided_at),
  CONSTRAINT ck_override_confirm CHECK (
    (state IN ('CONFIRMED', 'CANCELLED')) = (confirmed_at IS NOT NULL)
    AND (confirmed_at IS NULL) = (enrollment_id IS NULL) AND (confirmed_at IS NULL OR confirmed_at < expires_at)),
  CONSTRAINT ck_override_credits CHECK (raised_credits BETWEEN 0 AND 30)
);
