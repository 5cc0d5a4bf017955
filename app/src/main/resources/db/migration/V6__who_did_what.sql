-- Who enrolled and cancelled, in audit_event: written in the transaction that inserts or deletes the row, so that for each pair
-- of student and course the events ENROLL less the events CANCEL with outcome DONE are the rows, at every instant. The columns have
-- no index of their own, because every claim would pay for it; `target` finds the events of a student.
ALTER TABLE audit_event
  ADD COLUMN student_id    BIGINT      NULL,
  ADD COLUMN course_id     BIGINT      NULL,
  ADD COLUMN enrollment_id BIGINT      NULL,
  ADD COLUMN session_id    BIGINT      NULL COMMENT 'NULL: without a session',
  ADD COLUMN outcome       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'DONE'
    COMMENT 'DONE, or the code of the refusal';

INSERT INTO audit_event (at, actor, action, target, student_id, course_id, enrollment_id, reason)
SELECT enrolled_at, 'migration', 'ENROLL', CONCAT('student:', student_id), student_id, course_id, enrollment_id,
  'enrolled before events were kept'
FROM enrollment;
