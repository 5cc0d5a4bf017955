-- What the desk tells a student. No foreign keys: each insert would lock the rows of its student and its course, which claims and
-- cancels wait for. source says what caused it, so that repeating the cause repeats no notice.
CREATE TABLE notice (
  notice_id  BIGINT       NOT NULL AUTO_INCREMENT,
  student_id BIGINT       NOT NULL,
  kind       VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  source     VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'like cancellation:17',
  at         DATETIME(3)  NOT NULL COMMENT 'UTC',
  course_id  BIGINT       NULL,
  course     VARCHAR(128) NULL COMMENT 'its title at that time',
  text       VARCHAR(255) NULL COMMENT 'the reason that the desk gave',
  read_at    DATETIME(3)  NULL COMMENT 'UTC; NULL: not read yet',
  PRIMARY KEY (notice_id),
  UNIQUE KEY uk_notice_source (student_id, kind, source),
  KEY ix_notice_student (student_id, notice_id)
);

-- A course that is being cancelled. Its enrollments are dropped in many transactions, by the instance that has the lease; another
-- instance goes on when the lease ends.
CREATE TABLE course_cancellation (
  course_id    BIGINT       NOT NULL,
  requested_at DATETIME(3)  NOT NULL COMMENT 'UTC',
  role         VARCHAR(16)  NOT NULL COMMENT 'of the actor, as events name it',
  staff_id     BIGINT       NOT NULL,
  session_id   BIGINT       NOT NULL,
  reason       VARCHAR(255) NOT NULL,
  enrollments  INT          NOT NULL COMMENT 'enrollments that there were at the request',
  instance     BIGINT       NULL COMMENT 'random number of the instance that has the lease',
  leased_until DATETIME(3)  NULL COMMENT 'UTC',
  finished_at  DATETIME(3)  NULL COMMENT 'UTC; NULL: there are enrollments left',
  PRIMARY KEY (course_id),
  KEY ix_course_cancellation_finished (finished_at),
  CONSTRAINT fk_course_cancellation_course FOREIGN KEY (course_id) REFERENCES course (course_id)
);

-- Windows that the desk made, by the Idempotency-Key of its request: the same request makes no second one.
CREATE TABLE window_request (
  request_key VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  window_id   BIGINT       NOT NULL,
  content     VARCHAR(255) NOT NULL COMMENT 'the values of the request',
  PRIMARY KEY (request_key)
);
ALTER TABLE registration_window MODIFY COLUMN window_id BIGINT NOT NULL AUTO_INCREMENT;
