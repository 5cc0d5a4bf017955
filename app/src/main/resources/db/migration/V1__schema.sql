-- Seats are decided here: the unique key forbids a second enrollment of the same student in a course, the CHECK
-- forbids more enrollments than seats. Redis only makes the answer fast.

CREATE TABLE student (
  student_id     BIGINT       NOT NULL,
  student_number VARCHAR(16)  NOT NULL,
  name           VARCHAR(64)  NOT NULL,
  email          VARCHAR(128) NOT NULL,
  department     VARCHAR(64)  NOT NULL,
  grade          TINYINT      NOT NULL,
  PRIMARY KEY (student_id),
  UNIQUE KEY uk_student_number (student_number),
  UNIQUE KEY uk_student_email (email),
  CONSTRAINT ck_student_grade CHECK (grade BETWEEN 1 AND 6)
);

CREATE TABLE professor (
  professor_id BIGINT      NOT NULL,
  name         VARCHAR(64) NOT NULL,
  department   VARCHAR(64) NOT NULL,
  PRIMARY KEY (professor_id)
);

CREATE TABLE course (
  course_id    BIGINT       NOT NULL,
  title        VARCHAR(128) NOT NULL,
  department   VARCHAR(64)  NOT NULL,
  professor_id BIGINT       NOT NULL,
  credits      TINYINT      NOT NULL,
  capacity     INT          NOT NULL,
  enrolled     INT          NOT NULL DEFAULT 0,
  PRIMARY KEY (course_id),
  KEY ix_course_department (department, course_id),
  KEY ix_course_professor (professor_id),
  CONSTRAINT fk_course_professor FOREIGN KEY (professor_id) REFERENCES professor (professor_id),
  CONSTRAINT ck_course_capacity CHECK (capacity >= 0),
  CONSTRAINT ck_course_seats CHECK (enrolled BETWEEN 0 AND capacity)
);

-- enrollment_id comes from the service (blocks below), so that a claim whose COMMIT was lost can be looked up by it.
CREATE TABLE enrollment (
  enrollment_id   BIGINT      NOT NULL,
  student_id      BIGINT      NOT NULL,
  course_id       BIGINT      NOT NULL,
  enrolled_at     DATETIME(6) NOT NULL COMMENT 'UTC',
  idempotency_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  PRIMARY KEY (enrollment_id),
  UNIQUE KEY uk_enrollment_seat (course_id, student_id),
  KEY ix_enrollment_student (student_id),
  CONSTRAINT fk_enrollment_student FOREIGN KEY (student_id) REFERENCES student (student_id),
  CONSTRAINT fk_enrollment_course FOREIGN KEY (course_id) REFERENCES course (course_id)
);

-- One row: the first enrollment_id that no instance has taken yet. Instances take blocks, so ids are unique without
-- asking MySQL for each, small enough for JavaScript, and nearly ascending.
CREATE TABLE enrollment_id_block (
  block_id TINYINT NOT NULL DEFAULT 1,
  next_id  BIGINT  NOT NULL,
  PRIMARY KEY (block_id),
  CONSTRAINT ck_enrollment_id_block_one_row CHECK (block_id = 1)
);
INSERT INTO enrollment_id_block (next_id) VALUES (1);
