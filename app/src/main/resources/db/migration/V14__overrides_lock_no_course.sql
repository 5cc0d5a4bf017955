-- No foreign keys from requests of students to hot rows, as in V10: each insert would lock the rows of its student and its course, which
-- claims and cancels wait for. A request reads that both exist, and no account of the service can delete a row of either below
-- the reserved ids. The verifier finds an override without its student or its course (check overrides).
ALTER TABLE override
  DROP FOREIGN KEY fk_override_student,
  DROP FOREIGN KEY fk_override_course;
