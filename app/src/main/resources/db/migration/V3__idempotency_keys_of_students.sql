-- An Idempotency-Key is its student's own, so it is looked up with the student. The new index also serves what reads all
-- enrollments of a student, and the foreign key, so two indexes become one.
CREATE INDEX ix_enrollment_student_key ON enrollment (student_id, idempotency_key);
DROP INDEX ix_enrollment_idempotency_key ON enrollment;
DROP INDEX ix_enrollment_student ON enrollment;
