-- The desk searches the audit by the name of a student. Without an index each search would read all students.
CREATE INDEX ix_student_name ON student (name);
