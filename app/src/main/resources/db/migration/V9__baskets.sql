-- The basket of a student in a term. This row is the lock of the basket: a change counts revision up, and one that was decided by
-- another revision changes nothing.
CREATE TABLE basket (
  student_id BIGINT NOT NULL,
  term_id    BIGINT NOT NULL,
  revision   BIGINT NOT NULL COMMENT 'counts the changes',
  PRIMARY KEY (student_id, term_id),
  KEY ix_basket_term (term_id),
  CONSTRAINT fk_basket_student FOREIGN KEY (student_id) REFERENCES student (student_id) ON DELETE CASCADE,
  CONSTRAINT fk_basket_term FOREIGN KEY (term_id) REFERENCES term (term_id) ON DELETE CASCADE
);

-- No foreign key to course: its check would lock the course row, which claims wait for.
CREATE TABLE basket_item (
  student_id BIGINT     NOT NULL,
  term_id    BIGINT     NOT NULL COMMENT 'that of the course',
  course_id  BIGINT     NOT NULL,
  kind       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  position   SMALLINT   NOT NULL COMMENT 'in the order of the student',
  PRIMARY KEY (student_id, term_id, course_id),
  KEY ix_basket_item_demand (kind, course_id),
  CONSTRAINT fk_basket_item_basket FOREIGN KEY (student_id, term_id) REFERENCES basket (student_id, term_id) ON DELETE CASCADE,
  CONSTRAINT ck_basket_item_kind CHECK (kind IN ('WANTED', 'RESERVE')),
  CONSTRAINT ck_basket_item_position CHECK (position > 0)
);
