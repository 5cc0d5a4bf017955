-- The ledger reads a plan from its rows under the lock of student_term (docs/decisions/0037). A mask beside the rows could
-- only disagree with them.
ALTER TABLE student_term
  DROP CHECK ck_student_term_slot_mask,
  DROP COLUMN slot_mask,
  DROP COLUMN revision;
