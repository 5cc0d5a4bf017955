-- How many courses of a classification a plan of the term may hold, such as three of 교양. Without a row there is no limit. Written before
-- the first window of the term opens.
CREATE TABLE classification_rule (
  term_id        BIGINT      NOT NULL,
  classification VARCHAR(16) NOT NULL COMMENT 'as subject.classification',
  most_courses   SMALLINT    NOT NULL,
  PRIMARY KEY (term_id, classification),
  CONSTRAINT fk_classification_rule_term FOREIGN KEY (term_id) REFERENCES term (term_id),
  CONSTRAINT ck_classification_rule_most CHECK (most_courses >= 0)
);
