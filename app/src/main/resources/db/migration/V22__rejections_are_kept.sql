-- Why a student did not get a seat, for the desk: one row for each reason, however often the student met it. The course has the term.
-- No foreign keys: each insert would lock a course or a student, which claims wait for. Instances write the rows in batches, in the order
-- of the key.
CREATE TABLE rejection (
  student_id BIGINT      NOT NULL,
  course_id  BIGINT      NOT NULL COMMENT 'a course, never a pool',
  code       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'of the problem in the answer',
  times      BIGINT      NOT NULL,
  first_at   DATETIME(3) NOT NULL COMMENT 'UTC',
  last_at    DATETIME(3) NOT NULL COMMENT 'UTC',
  PRIMARY KEY (student_id, course_id, code),
  KEY ix_rejection_course (course_id)
);

-- As in V13: the end of a mock term deletes its rows, and instances have no right to delete others.
CREATE SQL SECURITY DEFINER VIEW mocked_rejection AS
  SELECT course_id FROM rejection WHERE course_id >= 1000000000000000 WITH CHECK OPTION;
