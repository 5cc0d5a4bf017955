-- The ledger reads which courses the students of a group hold. With the course in the index it reads no row of enrollment for that.
-- Both columns are NOT NULL: see V3 for what MySQL 9.7 does otherwise. It replaces the index on student_id for the foreign key too.
ALTER TABLE enrollment
  ADD KEY ix_enrollment_plan (student_id, course_id),
  DROP KEY ix_enrollment_student;
