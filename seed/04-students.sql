-- Students. A student number is the year of entry and a serial number. Multiplying by a number without a common factor
-- with the power of ten only reorders the serials, so they stay unique and look unordered.
SET @serials = IF(@students <= 1000000, 1000000, 10000000);

INSERT INTO student (student_id, student_number, name, email, department, grade, admission_year, standing, type, terms_completed)
WITH RECURSIVE
  numbers (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @students
  ),
  hashed AS (
    SELECT n, SHA2(CONCAT('student ', n), 256) AS hash FROM numbers
  ),
  picks AS (
    SELECT n,
      CONV(SUBSTRING(hash, 1, 8), 16, 10) MOD @surname_slots AS surname_slot,
      CAST(CONV(SUBSTRING(hash, 9, 4), 16, 10) AS SIGNED) AS given_pick,
      CONV(SUBSTRING(hash, 13, 8), 16, 10) MOD @department_slots AS department_slot,
      CONV(SUBSTRING(hash, 21, 8), 16, 10) MOD 100 AS sex_pick,
      CONV(SUBSTRING(hash, 29, 8), 16, 10) AS grade_pick,
      CONV(SUBSTRING(hash, 37, 8), 16, 10) MOD 100 AS leave_pick,
      -- The first hundred are examples in documents: enrolled, and of no special type.
      IF(n <= 100, 999, CONV(SUBSTRING(hash, 45, 8), 16, 10) MOD 1000) AS standing_pick,
      IF(n <= 100, 999, CONV(SUBSTRING(hash, 53, 8), 16, 10) MOD 1000) AS type_pick
    FROM hashed
  ),
  enrolled AS (
    SELECT picks.n, picks.surname_slot, picks.given_pick, picks.leave_pick, picks.standing_pick, picks.type_pick, seed_department_slot.department,
      IF(picks.sex_pick < seed_department_slot.women, 'student-f', 'student-m') AS cohort,
      1 + picks.grade_pick MOD seed_department_slot.years AS grade
    FROM picks JOIN seed_department_slot ON seed_department_slot.slot = picks.department_slot
  ),
  -- From the second year on some were away: a year abroad, or military service.
  numbered AS (
    SELECT n, surname_slot, given_pick, department, cohort, grade, standing_pick, type_pick,
      CONCAT(
        @academic_year + 1 - grade - IF(grade = 1, 0, CASE WHEN leave_pick < 12 THEN 1 WHEN leave_pick < 30 THEN 2 ELSE 0 END),
        LPAD(n * 618033 MOD @serials, LENGTH(@serials) - 1, '0')) AS student_number
    FROM enrolled
  )
SELECT numbered.n, numbered.student_number,
  CONCAT(IF(seed_surname.surname = LEFT(seed_given.given, 1), '김', seed_surname.surname), seed_given.given),
  CONCAT(IF(seed_surname.surname = LEFT(seed_given.given, 1), 'kim', seed_surname.roman), '.', numbered.student_number, '@sugang.example'),
  numbered.department, numbered.grade, LEFT(numbered.student_number, 4),
  -- Few of the first 5,000 are away: load tests draw from these, and do not measure rejections by a rule.
  CASE WHEN standing_pick < IF(numbered.n <= 5000, 4, 60) AND grade > 1 THEN 'LEAVE' WHEN standing_pick BETWEEN 60 AND IF(numbered.n <= 5000, 60, 64) THEN 'LEFT' ELSE 'ENROLLED' END,
  CASE WHEN grade = 1 THEN 'FRESHMAN' WHEN type_pick < 20 AND grade = 3 THEN 'TRANSFER' WHEN type_pick < 10 THEN 'EXCHANGE' ELSE 'REGULAR' END,
  2 * (numbered.grade - 1)
FROM numbered
JOIN seed_surname ON seed_surname.slot = numbered.surname_slot
JOIN seed_cohort ON seed_cohort.cohort = numbered.cohort
JOIN seed_given ON seed_given.cohort = numbered.cohort
  AND seed_given.position = seed_cohort.names * (65536 * given_pick + given_pick * given_pick) DIV 8589934592
ORDER BY numbered.n;
