-- When and where the courses of the term meet. The week has eight blocks of three hours, two of them on Friday, and four in
-- the evening. A course lies within one block, and a professor has no block twice, so no professor is needed twice at
-- one time, whatever lies in the block. Courses of one room never share a part of it.
--
-- Parts of a block: 1 and 2 are its halves, on both days; 3 and 4 its whole on the first or the second day.
-- A lecture of 75 minutes, twice a week, takes a half. Labs, practice, and some lectures take a whole.

CREATE TEMPORARY TABLE seed_block (
  block  INT NOT NULL PRIMARY KEY,
  day_1  INT NOT NULL,
  day_2  INT NULL,
  start  INT NOT NULL
);

-- Beginners' luck of every timetable: the middle of the day comes first.
INSERT INTO seed_block (block, day_1, day_2, start) VALUES
  (0, 1, 3, 540), (1, 2, 4, 540), (2, 1, 3, 720), (3, 2, 4, 720), (4, 1, 3, 900), (5, 2, 4, 900), (6, 5, NULL, 540), (7, 5, NULL, 780),
  (8, 1, NULL, 1080), (9, 2, NULL, 1080), (10, 3, NULL, 1080), (11, 4, NULL, 1080);

CREATE TEMPORARY TABLE seed_section (
  course_id     BIGINT     NOT NULL PRIMARY KEY,
  subject_id    BIGINT     NOT NULL,
  department_id BIGINT     NOT NULL,
  section_no    VARCHAR(8) NOT NULL,
  building      INT        NOT NULL,
  block         INT        NULL,
  part          INT        NULL,
  minutes       INT        NULL,
  pick          INT        NOT NULL
);

INSERT INTO seed_section (course_id, subject_id, department_id, section_no, building, block, part, minutes, pick)
WITH RECURSIVE
  -- The n-th course of a department has the title n modulo titles, as in 05-courses.sql.
  placed AS (
    SELECT course.course_id, course.credits, course.professor_id, seed_college.department_id, seed_college.building, seed_teaching.titles,
      ROW_NUMBER() OVER (PARTITION BY course.department ORDER BY course.course_id) - 1 AS place,
      ROW_NUMBER() OVER (PARTITION BY course.professor_id ORDER BY course.course_id) - 1 AS turn
    FROM course
    JOIN seed_college ON seed_college.name_ko = course.department
    JOIN seed_teaching ON seed_teaching.department = course.department
  ),
  hashed AS (
    SELECT placed.*,
      SHA2(CONCAT('timetable ', course_id), 256) AS hash,
      SHA2(CONCAT('week ', professor_id), 256) AS week
    FROM placed
  ),
  picked AS (
    SELECT hashed.*,
      CONV(SUBSTRING(hash, 1, 8), 16, 10) MOD 100 AS pick,
      -- Steps of three visit all eight blocks of the day; the evening follows.
      CASE
        WHEN turn < 8 THEN (ELT(1 + CONV(SUBSTRING(week, 1, 8), 16, 10) MOD 10, 0, 1, 2, 3, 2, 3, 4, 5, 6, 7) + 3 * turn) MOD 8
        WHEN turn < 12 THEN turn
      END AS block
    FROM hashed
  )
SELECT course_id, 100 * department_id + 1 + place MOD titles, department_id, LPAD(1 + place DIV titles, 3, '0'), building,
  block,
  CASE
    WHEN block IS NULL THEN NULL
    WHEN block >= 6 OR credits < 3 OR pick < 20 THEN IF(block < 6 AND pick MOD 2 = 1, 4, 3)
    ELSE 1 + pick MOD 2
  END,
  CASE
    WHEN block IS NULL THEN NULL
    WHEN credits = 3 AND (block >= 6 OR pick < 20) THEN 170
    WHEN credits = 3 THEN 75
    WHEN credits = 2 THEN 110
    ELSE IF(pick < 50, 110, 170)
  END,
  pick
FROM picked;

-- The rooms of a building, for lectures and for whole blocks apart: the first course gets the first room that is free.
INSERT INTO meeting (course_id, weekday, start_minute, end_minute, room)
WITH housed AS (
  SELECT seed_section.course_id, seed_section.building, seed_section.part, seed_section.minutes, seed_block.day_1, seed_block.day_2, seed_block.start,
    ROW_NUMBER() OVER (PARTITION BY seed_section.building, seed_section.block, seed_section.part ORDER BY seed_section.course_id) - 1 AS room
  FROM seed_section JOIN seed_block USING (block)
),
met AS (
  SELECT housed.*, days.day
  FROM housed JOIN (SELECT 1 AS day UNION ALL SELECT 2) days ON housed.part <= 2 OR days.day = housed.part - 2
)
SELECT course_id, IF(day = 1, day_1, day_2),
  start + IF(part = 2, 90, 0), start + IF(part = 2, 90, 0) + minutes,
  CONCAT(building + IF(part <= 2, 1, 2), '-', 101 + room MOD 40 + 100 * (room DIV 40))
FROM met
ORDER BY 1, 2, 3;

UPDATE course
JOIN seed_section USING (course_id)
LEFT JOIN (
  SELECT course_id,
    BIT_OR(~(~REPEAT(0x00, 252) << ((end_minute - start_minute) DIV 5)) << (288 * (weekday - 1) + start_minute DIV 5)) AS slot_mask
  FROM meeting GROUP BY course_id) masks USING (course_id)
-- One course in ten of these departments is for their own students alone.
LEFT JOIN audience ON audience.audience_id = 1000 + seed_section.department_id AND seed_section.pick MOD 10 = 0
SET course.term_id = @term,
  course.subject_id = seed_section.subject_id,
  course.section_no = seed_section.section_no,
  course.language = IF(seed_section.pick MOD 12 = 0, '영어', '한국어'),
  course.audience_id = audience.audience_id,
  course.slot_mask = masks.slot_mask,
  course.remark = IF(masks.slot_mask IS NULL, '온라인 강의', NULL);
