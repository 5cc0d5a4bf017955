-- An Idempotency-Key is its student's own, so it is looked up with the student. The key comes first: with an index
-- (student_id, idempotency_key) MySQL 9.7 lets the foreign key of student_id use it, and then does not check rows whose
-- key is NULL (docs/decisions/0033).
CREATE INDEX ix_enrollment_key_student ON enrollment (idempotency_key, student_id);
DROP INDEX ix_enrollment_idempotency_key ON enrollment;
