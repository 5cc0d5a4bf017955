-- What students study, what they have taken, and how much they may take.

-- The program of the department for everybody; from the second year on one in eight has another one.
INSERT INTO student_program (student_id, program_id, role)
SELECT student.student_id, program.program_id, 'PRIMARY'
FROM student JOIN department ON department.name_ko = student.department
JOIN program ON program.program_id = department.department_id
ORDER BY 1;

SET @programs = (SELECT COUNT(*) FROM program WHERE program_id <= 100);

INSERT INTO student_program (student_id, program_id, role)
WITH picks AS (
  SELECT student.student_id, student.department,
    CONV(SUBSTRING(SHA2(CONCAT('program ', student_id), 256), 1, 8), 16, 10) MOD 1000 AS pick,
    CONV(SUBSTRING(SHA2(CONCAT('program ', student_id), 256), 9, 8), 16, 10) AS target
  FROM student WHERE grade > 1
),
chosen AS (
  SELECT student_id, department,
    IF(pick < 30, 101 + target MOD 4, 2 + target MOD @programs) AS program_id,
    CASE WHEN pick < 30 THEN 'LINKED' WHEN pick < 90 THEN 'DOUBLE' ELSE 'MINOR' END AS role
  FROM picks WHERE pick < 125
)
SELECT chosen.student_id, chosen.program_id, chosen.role
FROM chosen JOIN program USING (program_id) JOIN department USING (department_id)
WHERE department.name_ko <> chosen.department
  AND (chosen.role <> 'DOUBLE' OR NOT department.name_ko MEMBER OF (@closed))
ORDER BY 1;

-- Transcripts. In which term a department's students usually take a subject, counted from their first. The subjects of the
-- department are in the order of its list, spread over the years. Two of the liberal education are in each of ten terms.
CREATE TEMPORARY TABLE seed_study (
  department_id BIGINT NOT NULL,
  ordinal       INT    NOT NULL,
  slot          INT    NOT NULL,
  subject_id    BIGINT NULL,
  credits       INT    NULL,
  general       INT    NULL,
  PRIMARY KEY (department_id, ordinal, slot)
);

INSERT INTO seed_study (department_id, ordinal, slot, general)
SELECT d.position, numbers.n DIV 2, 1 + numbers.n MOD 2, numbers.n
FROM seed_department d
JOIN JSON_TABLE('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]', '$[*]' COLUMNS (n INT PATH '$')) numbers
WHERE d.students > 0 AND numbers.n < 4 * d.years;

INSERT INTO seed_study (department_id, ordinal, slot, subject_id, credits)
WITH studied AS (
  SELECT s.department_id, (s.subject_id MOD 100 - 1) * 2 * d.years DIV JSON_LENGTH(d.titles) AS ordinal, s.subject_id, s.credits
  FROM seed_department d JOIN subject s ON s.department_id = d.position
  WHERE d.students > 0
)
SELECT department_id, ordinal, 2 + ROW_NUMBER() OVER (PARTITION BY department_id, ordinal ORDER BY subject_id), subject_id, credits
FROM studied;

CREATE TEMPORARY TABLE seed_general (
  position   INT    NOT NULL PRIMARY KEY,
  subject_id BIGINT NOT NULL,
  credits    INT    NOT NULL
);
INSERT INTO seed_general SELECT subject_id MOD 100 - 1, subject_id, credits FROM subject WHERE department_id = 1;
SET @generals = (SELECT COUNT(*) FROM seed_general);

CREATE TEMPORARY TABLE seed_grade (
  pick   INT          NOT NULL PRIMARY KEY,
  grade  VARCHAR(2)   NOT NULL,
  points DECIMAL(2,1) NOT NULL
);
INSERT INTO seed_grade (pick, grade, points)
WITH RECURSIVE picks (pick) AS (SELECT 0 UNION ALL SELECT pick + 1 FROM picks WHERE pick < 99)
SELECT pick, g.grade, g.points
FROM picks JOIN JSON_TABLE('[
  ["A+", 0, 28, 4.3], ["A0", 28, 41, 4.0], ["A-", 41, 48, 3.7], ["B+", 48, 58, 3.3], ["B0", 58, 70, 3.0], ["B-", 70, 76, 2.7],
  ["C+", 76, 82, 2.3], ["C0", 82, 86, 2.0], ["C-", 86, 88, 1.7], ["D+", 88, 90, 1.3], ["D0", 90, 92, 1.0], ["F", 92, 100, 0.0]]',
  '$[*]' COLUMNS (grade VARCHAR(2) PATH '$[0]', low INT PATH '$[1]', high INT PATH '$[2]', points DECIMAL(2,1) PATH '$[3]')) g
  ON picks.pick >= g.low AND picks.pick < g.high;

-- A term's hash has eight digits for each of its subjects. Two leave one in ten out, four make the grade together with what
-- the student can, and two decide whether a bad grade was improved two terms later.
INSERT INTO transcript (student_id, subject_id, term_id, grade, credits, superseded_by)
WITH hashed AS (
  SELECT student.student_id, seed_college.department_id, terms.ordinal, terms.ordinal - student.terms_completed AS distance,
    CONV(SUBSTRING(SHA2(CONCAT('ability ', student_id), 256), 1, 4), 16, 10) MOD 100 AS ability,
    CONV(SUBSTRING(SHA2(CONCAT('ability ', student_id), 256), 5, 4), 16, 10) AS general,
    SHA2(CONCAT('term ', student_id, ' ', terms.ordinal), 256) AS hash
  FROM student
  JOIN seed_college ON seed_college.name_ko = student.department
  JOIN JSON_TABLE('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]', '$[*]' COLUMNS (ordinal INT PATH '$')) terms ON terms.ordinal < student.terms_completed
),
taken AS (
  SELECT /*+ NO_MERGE(hashed) */ hashed.student_id, hashed.distance,
    COALESCE(seed_study.subject_id, seed_general.subject_id) AS subject_id, COALESCE(seed_study.credits, seed_general.credits) AS credits,
    (3 * (CONV(SUBSTRING(hash, 8 * slot - 5, 4), 16, 10) MOD 100) + 2 * ability) DIV 5 AS pick,
    hashed.distance <= -3 AND CONV(SUBSTRING(hash, 8 * slot - 1, 2), 16, 10) < 160 AS improves
  FROM hashed
  JOIN seed_study ON seed_study.department_id = hashed.department_id AND seed_study.ordinal = hashed.ordinal
  LEFT JOIN seed_general ON seed_general.position = (hashed.general + seed_study.general) MOD @generals
  WHERE CONV(SUBSTRING(hash, 8 * slot - 7, 2), 16, 10) >= 26
),
attempts AS (
  SELECT /*+ NO_MERGE(taken) */ taken.student_id, taken.subject_id, taken.credits, attempt.attempt,
    taken.distance + 2 * attempt.attempt AS distance,
    IF(attempt.attempt = 0, taken.pick, taken.pick DIV 2) AS pick,
    IF(attempt.attempt = 0 AND taken.improves AND taken.pick >= 76, taken.distance + 2, NULL) AS improved_at
  FROM taken JOIN (SELECT 0 AS attempt UNION ALL SELECT 1) attempt
    ON attempt.attempt = 0 OR (taken.improves AND taken.pick >= 76)
)
SELECT attempts.student_id, attempts.subject_id,
  10 * (@academic_year + (distance - 1) DIV 2) + IF(distance MOD 2 = 0, 1, 3),
  seed_grade.grade, attempts.credits,
  10 * (@academic_year + (improved_at - 1) DIV 2) + IF(improved_at MOD 2 = 0, 1, 3)
FROM attempts JOIN seed_grade USING (pick)
ORDER BY 1, 2, 3;

-- The limit of the term's rules (06-terms.sql), with the grades of the term before. No student holds a course yet.
INSERT INTO student_term (student_id, term_id, credit_limit)
WITH latest AS (
  SELECT transcript.student_id, SUM(transcript.credits * points.points) / SUM(transcript.credits) AS gpa
  FROM transcript JOIN (SELECT DISTINCT grade, points FROM seed_grade) points USING (grade)
  WHERE transcript.term_id = 10 * @academic_year - 7
  GROUP BY transcript.student_id
)
SELECT student.student_id, @term,
  IF(student.department MEMBER OF (@closed), 22, 18 + IF(latest.gpa >= 3.8, 3, 0))
FROM student LEFT JOIN latest USING (student_id)
ORDER BY 1;

-- What the verifier judges seats, credits and limits by.
INSERT INTO announced_course (course_id, seats, credits) SELECT course_id, capacity, credits FROM course ORDER BY 1;
INSERT INTO announced_limit (student_id, term_id, credit_limit) SELECT student_id, term_id, credit_limit FROM student_term ORDER BY 1, 2;
