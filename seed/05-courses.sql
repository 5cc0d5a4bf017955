-- Courses, in the order of departments as in a printed catalogue, only where there is a professor to teach them.
-- Departments go round their titles; a title that comes again gets sections, each taught by the next professor.
CREATE TEMPORARY TABLE seed_teaching (
  department  VARCHAR(64) NOT NULL PRIMARY KEY,
  position    INT         NOT NULL,
  teaching    INT         NOT NULL,
  first_id    BIGINT      NOT NULL,
  professors  BIGINT      NOT NULL,
  titles      BIGINT      NOT NULL
);

INSERT INTO seed_teaching (department, position, teaching, first_id, professors, titles)
SELECT staff.department, staff.position, staff.teaching, staff.first_id, staff.professors, JSON_LENGTH(seed_department.titles)
FROM (
  SELECT department, position, teaching, MIN(professor_id) AS first_id, COUNT(*) AS professors
  FROM seed_professor GROUP BY department, position, teaching) staff
JOIN seed_department ON seed_department.position = staff.position;

CREATE TEMPORARY TABLE seed_title (
  department VARCHAR(64)  NOT NULL,
  position   INT          NOT NULL,
  title      VARCHAR(120) NOT NULL,
  PRIMARY KEY (department, position)
);

INSERT INTO seed_title (department, position, title)
SELECT seed_department.department, t.position - 1, t.title
FROM seed_department
JOIN JSON_TABLE(seed_department.titles, '$[*]' COLUMNS (position FOR ORDINALITY, title VARCHAR(120) PATH '$')) t;

INSERT INTO course (course_id, title, department, professor_id, credits, capacity)
WITH RECURSIVE
  numbers (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @courses
  ),
  shares AS (
    SELECT department, first_id, professors, titles, teaching,
      SUM(teaching) OVER (ORDER BY position) AS upto, SUM(teaching) OVER () AS total
    FROM seed_teaching
  ),
  placed AS (
    SELECT numbers.n, shares.department, shares.first_id, shares.professors, shares.titles,
      ROW_NUMBER() OVER (PARTITION BY shares.department ORDER BY numbers.n) - 1 AS place
    FROM numbers JOIN shares
      ON (2 * numbers.n - 1) * shares.total >= 2 * @courses * (shares.upto - shares.teaching)
      AND (2 * numbers.n - 1) * shares.total < 2 * @courses * shares.upto
  ),
  titled AS (
    SELECT placed.n, placed.department, placed.first_id + placed.place MOD placed.professors AS professor_id,
      seed_title.title, 1 + placed.place DIV placed.titles AS section,
      COUNT(*) OVER (PARTITION BY placed.department, seed_title.position) AS sections
    FROM placed JOIN seed_title
      ON seed_title.department = placed.department
      AND seed_title.position = placed.place MOD placed.titles
  )
SELECT n,
  IF(sections = 1, title, CONCAT(title, ' (', LPAD(section, GREATEST(2, LENGTH(section)), '0'), '분반)')),
  department, professor_id,
  CASE WHEN title LIKE '%실험' THEN 1 WHEN title LIKE '%실습' OR title LIKE '%회화' OR title LIKE '체육%' THEN 2 ELSE 3 END,
  @capacity
FROM titled
ORDER BY n;
