-- A mock term is a copy of a regular term to practise in (docs/decisions/0052). Its ids follow from mock_term_id, which no other mock
-- term ever gets: so this row stays after all else of it was deleted. The term has no foreign key for that reason.
CREATE TABLE mock_term (
  mock_term_id     SMALLINT     NOT NULL,
  term_id          BIGINT       NOT NULL,
  of_term          BIGINT       NOT NULL COMMENT 'the regular term that it copies',
  state            VARCHAR(8)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  opens_at         DATETIME(3)  NOT NULL COMMENT 'UTC, of its window as it was begun',
  closes_at        DATETIME(3)  NOT NULL COMMENT 'UTC',
  reason           VARCHAR(255) NOT NULL,
  begun_at         DATETIME(3)  NOT NULL COMMENT 'UTC',
  total_students   INT          NOT NULL COMMENT 'that were to be copied',
  total_courses    INT          NOT NULL COMMENT 'the same, with pools',
  students         INT          NOT NULL DEFAULT 0 COMMENT 'that there are',
  courses          INT          NOT NULL DEFAULT 0 COMMENT 'the same, with pools',
  instance         BIGINT       NULL COMMENT 'random number of the instance that has the lease',
  leased_until     DATETIME(3)  NULL COMMENT 'UTC',
  end_requested_at DATETIME(3)  NULL COMMENT 'UTC',
  end_role         VARCHAR(16)  NULL COMMENT 'of the actor, as events name it',
  end_staff        BIGINT       NULL,
  end_session      BIGINT       NULL,
  end_reason       VARCHAR(255) NULL,
  closed_at        DATETIME(3)  NULL COMMENT 'UTC, from when on no window of it is open',
  ended_at         DATETIME(3)  NULL COMMENT 'UTC; NULL: something of it is left',
  is_current       TINYINT      GENERATED ALWAYS AS (CASE WHEN ended_at IS NULL THEN 1 END) STORED,
  PRIMARY KEY (mock_term_id),
  UNIQUE KEY uk_mock_term_current (is_current),
  UNIQUE KEY uk_mock_term_term (term_id),
  KEY ix_mock_term_of (of_term),
  CONSTRAINT fk_mock_term_of FOREIGN KEY (of_term) REFERENCES term (term_id),
  CONSTRAINT ck_mock_term_id CHECK (mock_term_id BETWEEN 1 AND 7999),
  CONSTRAINT ck_mock_term_state CHECK (state IN ('COPYING', 'READY', 'ENDING', 'ENDED')),
  CONSTRAINT ck_mock_term_end CHECK (
    (state IN ('ENDING', 'ENDED')) = (end_requested_at IS NOT NULL) AND (state = 'ENDED') = (ended_at IS NOT NULL)
    AND (end_requested_at IS NULL) = (end_role IS NULL) AND (end_requested_at IS NULL) = (end_staff IS NULL)
    AND (end_requested_at IS NULL) = (end_session IS NULL) AND (end_requested_at IS NULL) = (end_reason IS NULL)
    AND (end_requested_at IS NULL) = (closed_at IS NULL))
);

-- Courses whose rows were deleted a moment ago: what Redis may still get of them is removed by these ids.
CREATE TABLE removed_course (
  course_id  BIGINT      NOT NULL,
  removed_at DATETIME(3) NOT NULL COMMENT 'UTC',
  PRIMARY KEY (course_id),
  KEY ix_removed_course_at (removed_at)
);

-- What instances insert and delete of a mock term, they insert and delete through these views: they have no right to do so with rows of
-- other terms. Ids of mock terms and their courses begin where io.sugang.id.MockIds says.
CREATE SQL SECURITY DEFINER VIEW mocked_term AS
  SELECT term_id, year, season, kind, starts_on, ends_on FROM term WHERE term_id >= 1000000000 WITH CHECK OPTION;
CREATE SQL SECURITY DEFINER VIEW mocked_student_term AS
  SELECT student_id, term_id, credit_limit FROM student_term WHERE term_id >= 1000000000 WITH CHECK OPTION;
CREATE SQL SECURITY DEFINER VIEW mocked_window AS
  SELECT term_id, phase, opens_at, closes_at, actions FROM registration_window WHERE term_id >= 1000000000 WITH CHECK OPTION;
CREATE SQL SECURITY DEFINER VIEW mocked_basket AS
  SELECT term_id FROM basket WHERE term_id >= 1000000000 WITH CHECK OPTION;
CREATE SQL SECURITY DEFINER VIEW mocked_meeting AS
  SELECT course_id, weekday, start_minute, end_minute, room FROM meeting WHERE course_id >= 1000000000000000 WITH CHECK OPTION;
CREATE SQL SECURITY DEFINER VIEW mocked_seat_release AS
  SELECT course_id, releases_at, seats FROM seat_release WHERE course_id >= 1000000000000000 WITH CHECK OPTION;
