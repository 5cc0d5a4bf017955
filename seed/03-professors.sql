-- Professors, department after department in proportion to what it teaches. Each keeps the place within the
-- department, by which courses find their professor.
CREATE TEMPORARY TABLE seed_professor (
  professor_id BIGINT      NOT NULL PRIMARY KEY,
  department   VARCHAR(64) NOT NULL,
  women        INT         NOT NULL,
  position     INT         NOT NULL,
  teaching     INT         NOT NULL
);

INSERT INTO seed_professor (professor_id, department, women, position, teaching)
WITH RECURSIVE
  numbers (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @professors
  ),
  shares AS (
    SELECT position, department, women, teaching,
      SUM(teaching) OVER (ORDER BY position) AS upto, SUM(teaching) OVER () AS total
    FROM seed_department
  )
SELECT numbers.n, shares.department, shares.women, shares.position, shares.teaching
FROM numbers JOIN shares
  ON (2 * numbers.n - 1) * shares.total >= 2 * @professors * (shares.upto - shares.teaching)
  AND (2 * numbers.n - 1) * shares.total < 2 * @professors * shares.upto;

-- Two generations of about equal size; women are rarer among professors than among their students.
INSERT INTO professor (professor_id, name, department)
WITH hashed AS (
  SELECT professor_id, department, women, SHA2(CONCAT('professor ', professor_id), 256) AS hash FROM seed_professor
),
picks AS (
  SELECT professor_id, department,
    CONV(SUBSTRING(hash, 1, 8), 16, 10) MOD @surname_slots AS surname_slot,
    CONCAT(
      IF(CONV(SUBSTRING(hash, 9, 4), 16, 10) MOD 2 = 0, 'senior', 'junior'),
      IF(CONV(SUBSTRING(hash, 13, 8), 16, 10) MOD 200 < women, '-f', '-m')) AS cohort,
    CAST(CONV(SUBSTRING(hash, 21, 4), 16, 10) AS SIGNED) AS given_pick
  FROM hashed
)
SELECT picks.professor_id,
  CONCAT(IF(seed_surname.surname = LEFT(seed_given.given, 1), '김', seed_surname.surname), seed_given.given),
  picks.department
FROM picks
JOIN seed_surname ON seed_surname.slot = picks.surname_slot
JOIN seed_cohort ON seed_cohort.cohort = picks.cohort
JOIN seed_given ON seed_given.cohort = picks.cohort
  AND seed_given.position = seed_cohort.names * (65536 * given_pick + given_pick * given_pick) DIV 8589934592
ORDER BY picks.professor_id;
