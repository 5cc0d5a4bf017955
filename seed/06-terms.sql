-- Terms, departments, programs, audiences, windows, rules and the desk's staff.

-- Spring of the academic year is the term of all courses. Terms before it are those of the transcripts.
SET @term = 10 * @academic_year + 1;

INSERT INTO term (term_id, year, season, kind, starts_on, ends_on)
SELECT 10 * y.year + s.number, y.year, s.season, 'REGULAR',
  CONCAT(y.year, s.first_day), CONCAT(y.year, s.last_day)
FROM JSON_TABLE('[0, 1, 2, 3, 4, 5, 6, 7, 8]', '$[*]' COLUMNS (ago INT PATH '$')) past
JOIN LATERAL (SELECT @academic_year - past.ago AS year) y
JOIN (SELECT 1 AS number, 'SPRING' AS season, '-03-02' AS first_day, '-06-21' AS last_day
      UNION ALL SELECT 3, 'FALL', '-09-01', '-12-21') s
ORDER BY 1;

-- College, English name, prefix of the subjects' codes, and other names that students search by.
SET @colleges = '[
  ["기초교육원", "기초교육원", "Faculty of Liberal Education", "GEN", "교양,기교원"],
  ["국어국문학과", "인문대학", "Korean Language and Literature", "KOR", "국문,국문과"],
  ["영어영문학과", "인문대학", "English Language and Literature", "ENG", "영문,영문과"],
  ["중어중문학과", "인문대학", "Chinese Language and Literature", "CHN", "중문,중문과"],
  ["일어일문학과", "인문대학", "Japanese Language and Literature", "JPN", "일문,일문과"],
  ["독어독문학과", "인문대학", "German Language and Literature", "GER", "독문,독문과"],
  ["불어불문학과", "인문대학", "French Language and Literature", "FRE", "불문,불문과"],
  ["사학과", "인문대학", "History", "HIS", "역사,역사학과"],
  ["철학과", "인문대학", "Philosophy", "PHI", "철학"],
  ["정치외교학과", "사회과학대학", "Political Science and International Relations", "POL", "정외,정외과"],
  ["경제학과", "사회과학대학", "Economics", "ECO", "경제"],
  ["행정학과", "사회과학대학", "Public Administration", "PUB", "행정"],
  ["사회학과", "사회과학대학", "Sociology", "SOC", "사회"],
  ["심리학과", "사회과학대학", "Psychology", "PSY", "심리"],
  ["사회복지학과", "사회과학대학", "Social Welfare", "SWF", "사복,사복과"],
  ["미디어커뮤니케이션학과", "사회과학대학", "Media and Communication", "COM", "미컴,언론정보"],
  ["경영학과", "경영대학", "Business Administration", "BIZ", "경영"],
  ["국제통상학과", "경영대학", "International Trade", "INT", "통상,국통"],
  ["법학과", "법과대학", "Law", "LAW", "법대,법학"],
  ["수학과", "자연과학대학", "Mathematics", "MAT", "수학"],
  ["통계학과", "자연과학대학", "Statistics", "STA", "통계"],
  ["물리학과", "자연과학대학", "Physics", "PHY", "물리"],
  ["화학과", "자연과학대학", "Chemistry", "CHE", "화학"],
  ["생명과학과", "자연과학대학", "Life Sciences", "BIO", "생명,생물학과"],
  ["지구환경과학과", "자연과학대학", "Earth and Environmental Sciences", "EES", "지환,지구과학"],
  ["컴퓨터공학과", "공과대학", "Computer Science and Engineering", "CSE", "컴공,컴공과,컴퓨터공학부,전산"],
  ["인공지능학과", "공과대학", "Artificial Intelligence", "AIE", "AI,인지과"],
  ["전자공학과", "공과대학", "Electronic Engineering", "ELE", "전자,전자과"],
  ["전기공학과", "공과대학", "Electrical Engineering", "EEN", "전기,전기과"],
  ["기계공학과", "공과대학", "Mechanical Engineering", "MEC", "기계,기계과,기공"],
  ["항공우주공학과", "공과대학", "Aerospace Engineering", "AER", "항공,항우"],
  ["신소재공학과", "공과대학", "Materials Science and Engineering", "MSE", "신소재,재료"],
  ["화학공학과", "공과대학", "Chemical Engineering", "CEN", "화공,화공과"],
  ["산업공학과", "공과대학", "Industrial Engineering", "IND", "산공,산공과"],
  ["토목환경공학과", "공과대학", "Civil and Environmental Engineering", "CEE", "토목,건환공"],
  ["건축학과", "공과대학", "Architecture", "ARC", "건축"],
  ["교육학과", "사범대학", "Education", "EDU", "교육"],
  ["국어교육과", "사범대학", "Korean Education", "KED", "국교,국교과"],
  ["수학교육과", "사범대학", "Mathematics Education", "MED", "수교,수교과"],
  ["체육교육과", "사범대학", "Physical Education", "PED", "체교,체교과"],
  ["간호학과", "간호대학", "Nursing", "NUR", "간호"],
  ["의학과", "의과대학", "Medicine", "MDC", "의대,의예"],
  ["약학과", "약학대학", "Pharmacy", "PHA", "약대"],
  ["식품영양학과", "생활과학대학", "Food and Nutrition", "FNU", "식영,식영과"],
  ["의류학과", "생활과학대학", "Clothing and Textiles", "CLO", "의류"],
  ["시각디자인학과", "예술대학", "Visual Communication Design", "VCD", "시디,시디과"],
  ["음악학과", "예술대학", "Music", "MUS", "음대"],
  ["회화과", "예술대학", "Painting", "PNT", "미대,서양화과"]
]';

CREATE TEMPORARY TABLE seed_college (
  department_id BIGINT      NOT NULL PRIMARY KEY,
  name_ko       VARCHAR(64) NOT NULL,
  code          VARCHAR(3)  NOT NULL,
  building      INT         NOT NULL,
  UNIQUE KEY (name_ko)
);

INSERT INTO department (department_id, college, name_ko, name_en, aliases)
SELECT d.position, c.college, d.department, c.name_en, c.aliases
FROM seed_department d
JOIN JSON_TABLE(@colleges, '$[*]' COLUMNS (
  name_ko VARCHAR(64) PATH '$[0]', college VARCHAR(64) PATH '$[1]', name_en VARCHAR(128) PATH '$[2]',
  aliases VARCHAR(255) PATH '$[4]')) c ON c.name_ko = d.department
ORDER BY d.position;

-- The buildings of a college have one number.
INSERT INTO seed_college (department_id, name_ko, code, building)
SELECT department.department_id, department.name_ko, c.code, 10 * DENSE_RANK() OVER (ORDER BY first.department_id)
FROM department
JOIN (SELECT college, MIN(department_id) AS department_id FROM department GROUP BY college) first USING (college)
JOIN JSON_TABLE(@colleges, '$[*]' COLUMNS (name_ko VARCHAR(64) PATH '$[0]', code VARCHAR(3) PATH '$[3]')) c
  ON c.name_ko = department.name_ko;

-- One program per department that has students, with the department's id, and four that departments share.
INSERT INTO program (program_id, department_id, name_ko, name_en)
SELECT d.position, d.position, REGEXP_REPLACE(d.department, '과$', '전공'), department.name_en
FROM seed_department d JOIN department ON department.department_id = d.position
WHERE d.students > 0
ORDER BY d.position;

INSERT INTO program (program_id, department_id, name_ko, name_en)
SELECT p.position + 100, department.department_id, p.name_ko, p.name_en
FROM JSON_TABLE('[
  ["컴퓨터공학과", "연계전공 데이터사이언스", "Interdisciplinary Data Science"],
  ["심리학과", "연계전공 인지과학", "Interdisciplinary Cognitive Science"],
  ["경영학과", "연계전공 벤처경영", "Interdisciplinary Entrepreneurship"],
  ["사학과", "연계전공 동아시아학", "Interdisciplinary East Asian Studies"]
]', '$[*]' COLUMNS (
  position FOR ORDINALITY,
  department VARCHAR(64) PATH '$[0]', name_ko VARCHAR(64) PATH '$[1]', name_en VARCHAR(128) PATH '$[2]')) p
JOIN department ON department.name_ko = p.department
ORDER BY p.position;

-- Departments with a higher credit limit, some of whose courses are for their own students alone: audience 1 is all of them, 1000 + id one.
SET @closed = '["간호학과", "의학과", "약학과"]';

INSERT INTO audience (audience_id, name) VALUES (1, '의약학 및 간호 계열');
INSERT INTO audience (audience_id, name)
SELECT 1000 + department_id, name_ko FROM department WHERE name_ko MEMBER OF (@closed);

INSERT INTO audience_row (audience_id, position, department_id)
SELECT 1, ROW_NUMBER() OVER (ORDER BY department_id), department_id FROM department WHERE name_ko MEMBER OF (@closed)
UNION ALL
SELECT 1000 + department_id, 1, department_id FROM department WHERE name_ko MEMBER OF (@closed);

-- Open since long ago and far ahead, so that a stack can be tried out on any day.
INSERT INTO registration_window (window_id, term_id, phase, audience_id, opens_at, closes_at, actions)
VALUES (1, @term, 'ENROLL', NULL, '2000-01-01 00:00:00.000', '2100-01-01 00:00:00.000', 'ENROLL,DROP,SWAP,WAITLIST');

INSERT INTO credit_limit_rule (rule_id, term_id, audience_id, minimum, maximum, gpa_at_least, bonus)
VALUES (1, @term, 1, 0, 22, NULL, 0), (2, @term, NULL, 0, 18, 3.80, 3);

INSERT INTO classification_rule (term_id, classification, most_courses) VALUES (@term, '교양', 3);

-- Until 2023 a B- could be improved, since then a C+, two courses a term.
INSERT INTO retake_rule (rule_id, audience_id, earned_from_term, earned_to_term, grade_at_most, per_term_courses, per_term_credits, total, grade_cap)
VALUES (1, NULL, NULL, 20233, 'B-', 2, 6, NULL, 'A0'), (2, NULL, 20241, NULL, 'C+', 2, 6, 8, 'A0');

-- Ids 1 to 5 are registrars, then ten viewers from 11 on, and one person of each department with its id + 100. Staff sign in by name,
-- and with these words in the hash all names differ.
INSERT INTO staff (staff_id, name, role, department_id)
WITH people AS (
  SELECT n AS staff_id, IF(n <= 5, 'REGISTRAR', 'VIEWER') AS role, NULL AS department_id
  FROM JSON_TABLE('[1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]', '$[*]' COLUMNS (n INT PATH '$')) numbers
  UNION ALL
  SELECT 100 + department_id, 'DEPARTMENT', department_id FROM department
),
picks AS (
  SELECT staff_id, role, department_id,
    CONV(SUBSTRING(SHA2(CONCAT('member of the staff ', staff_id), 256), 1, 8), 16, 10) MOD @surname_slots AS surname_slot,
    CONCAT('junior-', IF(staff_id MOD 2 = 0, 'f', 'm')) AS cohort,
    CAST(CONV(SUBSTRING(SHA2(CONCAT('member of the staff ', staff_id), 256), 9, 8), 16, 10) AS SIGNED) AS given_pick
  FROM people
)
SELECT picks.staff_id,
  CONCAT(IF(seed_surname.surname = LEFT(seed_given.given, 1), '김', seed_surname.surname), seed_given.given),
  picks.role, picks.department_id
FROM picks
JOIN seed_surname ON seed_surname.slot = picks.surname_slot
JOIN seed_cohort ON seed_cohort.cohort = picks.cohort
JOIN seed_given ON seed_given.cohort = picks.cohort AND seed_given.position = picks.given_pick MOD seed_cohort.names
ORDER BY picks.staff_id;
