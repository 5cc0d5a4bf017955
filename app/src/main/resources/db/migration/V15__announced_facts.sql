-- Facts that the verifier judges by, and that no instance writes: their account has no right to these tables. Seed, import and operators
-- write them. No foreign keys: each insert would lock a course or a student, which claims wait for.
CREATE TABLE announced_course (
  course_id BIGINT  NOT NULL COMMENT 'a course or a pool',
  seats     INT     NOT NULL COMMENT 'capacity without the changes that seat_change has',
  credits   TINYINT NOT NULL,
  PRIMARY KEY (course_id)
);
CREATE TABLE announced_limit (
  student_id   BIGINT   NOT NULL,
  term_id      BIGINT   NOT NULL,
  credit_limit SMALLINT NOT NULL COMMENT 'without what confirmed overrides raised',
  PRIMARY KEY (student_id, term_id)
);

-- MySQL's own stamp of a row; the service does not write it. Both steps change the definition alone: older rows keep NULL.
ALTER TABLE enrollment ADD COLUMN inserted_at DATETIME(6) NULL COMMENT 'UTC, by the clock of MySQL; NULL: before it was kept', ALGORITHM=INSTANT;
ALTER TABLE enrollment ALTER COLUMN inserted_at SET DEFAULT (UTC_TIMESTAMP(6)), ALGORITHM=INSTANT;

-- By how many seats a row of course differs from its announcement: changes with their events, portions that were added, and seats that
-- confirmed overrides raised. A merge of a pool is no change: it moves seats between a pool and its course.
CREATE SQL SECURITY INVOKER VIEW seat_change AS
  SELECT course_id, CAST(SUM(seats) AS SIGNED) AS seats FROM (
    SELECT given.course_id, given.seats FROM audit_event
    JOIN JSON_TABLE(detail, '$.after.seats[*]' COLUMNS (course_id BIGINT PATH '$.seatsId', seats INT PATH '$.capacity')) given
    WHERE action LIKE 'COURSE!_%' ESCAPE '!' AND outcome = 'DONE'
    UNION ALL
    SELECT taken.course_id, -taken.seats FROM audit_event
    JOIN JSON_TABLE(detail, '$.before.seats[*]' COLUMNS (course_id BIGINT PATH '$.seatsId', seats INT PATH '$.capacity')) taken
    WHERE action LIKE 'COURSE!_%' ESCAPE '!' AND outcome = 'DONE'
    UNION ALL
    SELECT seat_release.course_id, seat_release.seats FROM seat_release
    JOIN course ON course.course_id = seat_release.course_id
    LEFT JOIN course_cancellation ON course_cancellation.course_id = COALESCE(course.pool_of, course.course_id)
    WHERE released_at IS NOT NULL AND (requested_at IS NULL OR released_at < requested_at)
    UNION ALL
    SELECT enrollment.course_id, 1 FROM override
    JOIN enrollment ON enrollment.enrollment_id = override.enrollment_id
    WHERE override.state = 'CONFIRMED' AND FIND_IN_SET('CAPACITY', override.lifts)
  ) part
  GROUP BY course_id;

-- What is there now counts as announced. Ids of mock terms and of the warm-up begin above.
INSERT INTO announced_course (course_id, seats, credits)
SELECT course.course_id, course.capacity - COALESCE(seat_change.seats, 0), course.credits
FROM course LEFT JOIN seat_change ON seat_change.course_id = course.course_id
WHERE course.course_id < 1000000000000000;
INSERT INTO announced_limit (student_id, term_id, credit_limit)
SELECT plan.student_id, plan.term_id, plan.credit_limit - COALESCE(raised.credits, 0)
FROM student_term plan LEFT JOIN (
  SELECT override.student_id, course.term_id, SUM(override.raised_credits) AS credits
  FROM override JOIN course ON course.course_id = override.course_id WHERE override.state = 'CONFIRMED' GROUP BY 1, 2
) raised ON raised.student_id = plan.student_id AND raised.term_id = plan.term_id
WHERE plan.term_id < 1000000000;
