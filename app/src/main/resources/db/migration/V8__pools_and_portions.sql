-- A pool is a part of a course's seats for an audience of its own. It is a row of this table, so gate and ledger treat it as what has
-- seats; students see the course that pool_of names. Its term, subject, credits and slot mask are those of the course, and its meetings
-- are the course's rows. From merges_at on its free seats belong to the course (docs/decisions/0045).
ALTER TABLE course
  ADD COLUMN pool_of   BIGINT      NULL COMMENT 'the course whose seats these are; NULL: a course',
  ADD COLUMN merges_at DATETIME(3) NULL COMMENT 'UTC, of a pool: from then on free seats go to the course; NULL: never',
  DROP CHECK ck_course_registration,
  ADD KEY ix_course_pool (pool_of),
  ADD CONSTRAINT fk_course_pool FOREIGN KEY (pool_of) REFERENCES course (course_id),
  ADD CONSTRAINT ck_course_registration
    CHECK (term_id IS NULL OR (subject_id IS NOT NULL AND (section_no IS NOT NULL OR pool_of IS NOT NULL))),
  ADD CONSTRAINT ck_course_pool CHECK (pool_of IS NULL OR (term_id IS NOT NULL AND section_no IS NULL)),
  ADD CONSTRAINT ck_course_merge CHECK (merges_at IS NULL OR pool_of IS NOT NULL);

-- A portion of seats that is added to a course, or to a pool, at a time.
CREATE TABLE seat_release (
  release_id  BIGINT      NOT NULL AUTO_INCREMENT,
  course_id   BIGINT      NOT NULL,
  releases_at DATETIME(3) NOT NULL COMMENT 'UTC',
  seats       INT         NOT NULL,
  released_at DATETIME(3) NULL COMMENT 'UTC; NULL: not added yet',
  PRIMARY KEY (release_id),
  KEY ix_seat_release_due (released_at, releases_at),
  KEY ix_seat_release_course (course_id),
  CONSTRAINT fk_seat_release_course FOREIGN KEY (course_id) REFERENCES course (course_id),
  CONSTRAINT ck_seat_release_seats CHECK (seats BETWEEN 1 AND 1000000)
);
