-- The catalogue: one subject per title of a department, also those that have no course in the term. The number in the
-- code begins with the year of study in which the subject is usually taken.
INSERT INTO subject (subject_id, code, title_ko, title_en, credits, classification, counts_toward_limit, repeatable, department_id)
WITH sized AS (
  SELECT seed_department.position AS department_id, seed_department.department, seed_department.years,
    seed_title.position, seed_title.title, JSON_LENGTH(seed_department.titles) AS titles
  FROM seed_department JOIN seed_title USING (department)
)
SELECT 100 * sized.department_id + sized.position + 1,
  CONCAT(seed_college.code, 1 + sized.position * sized.years DIV sized.titles, LPAD(sized.position + 1, 2, '0')),
  sized.title, NULL,
  CASE WHEN title LIKE '%실험' THEN 1 WHEN title LIKE '%실습' OR title LIKE '%회화' OR title LIKE '체육%' THEN 2 ELSE 3 END,
  CASE WHEN sized.department = '기초교육원' THEN IF(sized.position < 7, '교필', '교양')
    WHEN title LIKE '%지도법' OR title LIKE '%논리 및 논술' OR sized.department = '교육학과' THEN '교직'
    WHEN 5 * sized.position < 2 * sized.titles THEN '전필' ELSE '전선' END,
  title NOT IN ('사회복지현장실습', '약무실습'),
  title IN ('합창', '오케스트라', '전공실기 1', '전공실기 2', '회화실기 1', '회화실기 2'),
  sized.department_id
FROM sized JOIN seed_college ON seed_college.department_id = sized.department_id
ORDER BY 1;

-- Department and title of a subject, and of the other one.
SET @relations = '[
  ["PREREQUISITE", "컴퓨터공학과", "자료구조", "컴퓨터공학과", "프로그래밍기초"],
  ["PREREQUISITE", "컴퓨터공학과", "객체지향프로그래밍", "컴퓨터공학과", "프로그래밍기초"],
  ["PREREQUISITE", "컴퓨터공학과", "알고리즘", "컴퓨터공학과", "자료구조"],
  ["PREREQUISITE", "컴퓨터공학과", "운영체제", "컴퓨터공학과", "자료구조"],
  ["PREREQUISITE", "컴퓨터공학과", "데이터베이스", "컴퓨터공학과", "자료구조"],
  ["PREREQUISITE", "컴퓨터공학과", "컴파일러", "컴퓨터공학과", "알고리즘"],
  ["PREREQUISITE", "컴퓨터공학과", "분산시스템", "컴퓨터공학과", "운영체제"],
  ["PREREQUISITE", "컴퓨터공학과", "기계학습", "컴퓨터공학과", "인공지능"],
  ["PREREQUISITE", "컴퓨터공학과", "캡스톤디자인", "컴퓨터공학과", "소프트웨어공학"],
  ["PREREQUISITE", "인공지능학과", "심층학습", "인공지능학과", "기계학습개론"],
  ["PREREQUISITE", "인공지능학과", "자연어처리", "인공지능학과", "심층학습"],
  ["PREREQUISITE", "인공지능학과", "컴퓨터비전", "인공지능학과", "심층학습"],
  ["PREREQUISITE", "전자공학과", "회로이론 2", "전자공학과", "회로이론 1"],
  ["PREREQUISITE", "전자공학과", "전자회로 1", "전자공학과", "회로이론 1"],
  ["PREREQUISITE", "전자공학과", "전자회로 2", "전자공학과", "전자회로 1"],
  ["PREREQUISITE", "전자공학과", "통신이론", "전자공학과", "신호 및 시스템"],
  ["PREREQUISITE", "기계공학과", "동역학", "기계공학과", "정역학"],
  ["PREREQUISITE", "기계공학과", "고체역학", "기계공학과", "정역학"],
  ["PREREQUISITE", "기계공학과", "열전달", "기계공학과", "열역학"],
  ["PREREQUISITE", "화학공학과", "반응공학", "화학공학과", "화공양론"],
  ["PREREQUISITE", "산업공학과", "경영과학 2", "산업공학과", "경영과학 1"],
  ["PREREQUISITE", "건축학과", "건축설계 2", "건축학과", "건축설계 1"],
  ["PREREQUISITE", "건축학과", "건축설계 3", "건축학과", "건축설계 2"],
  ["PREREQUISITE", "경제학과", "미시경제학", "경제학과", "경제학원론 1"],
  ["PREREQUISITE", "경제학과", "거시경제학", "경제학과", "경제학원론 2"],
  ["PREREQUISITE", "경제학과", "계량경제학", "경제학과", "경제수학"],
  ["PREREQUISITE", "경영학과", "중급재무회계", "경영학과", "회계원리"],
  ["PREREQUISITE", "경영학과", "원가관리회계", "경영학과", "회계원리"],
  ["PREREQUISITE", "경영학과", "투자론", "경영학과", "재무관리"],
  ["PREREQUISITE", "심리학과", "실험심리학", "심리학과", "심리통계"],
  ["PREREQUISITE", "수학과", "해석학 2", "수학과", "해석학 1"],
  ["PREREQUISITE", "수학과", "현대대수학 2", "수학과", "현대대수학 1"],
  ["PREREQUISITE", "통계학과", "수리통계학 2", "통계학과", "수리통계학 1"],
  ["PREREQUISITE", "물리학과", "고전역학 2", "물리학과", "고전역학 1"],
  ["PREREQUISITE", "물리학과", "전자기학 2", "물리학과", "전자기학 1"],
  ["PREREQUISITE", "물리학과", "양자역학 2", "물리학과", "양자역학 1"],
  ["PREREQUISITE", "화학과", "유기화학 2", "화학과", "유기화학 1"],
  ["PREREQUISITE", "화학과", "물리화학 2", "화학과", "물리화학 1"],
  ["PREREQUISITE", "생명과학과", "분자생물학", "생명과학과", "세포생물학"],
  ["PREREQUISITE", "수학과", "미적분학 2", "기초교육원", "미적분학 1"],
  ["PREREQUISITE", "물리학과", "일반물리학 2", "기초교육원", "일반물리학 1"],
  ["PREREQUISITE", "화학과", "일반화학 2", "기초교육원", "일반화학 1"],
  ["PREREQUISITE", "중어중문학과", "중급중국어", "중어중문학과", "초급중국어"],
  ["PREREQUISITE", "일어일문학과", "중급일본어", "일어일문학과", "초급일본어"],
  ["PREREQUISITE", "독어독문학과", "중급독일어", "독어독문학과", "초급독일어"],
  ["PREREQUISITE", "불어불문학과", "중급프랑스어", "불어불문학과", "초급프랑스어"],
  ["PREREQUISITE", "간호학과", "성인간호학 2", "간호학과", "성인간호학 1"],
  ["PREREQUISITE", "음악학과", "전공실기 2", "음악학과", "전공실기 1"],
  ["COREQUISITE", "물리학과", "일반물리학실험", "물리학과", "일반물리학 2"],
  ["COREQUISITE", "화학과", "일반화학실험", "화학과", "일반화학 2"],
  ["COREQUISITE", "화학과", "유기화학실험", "화학과", "유기화학 1"],
  ["COREQUISITE", "생명과학과", "분자생물학실험", "생명과학과", "분자생물학"],
  ["COREQUISITE", "간호학과", "기본간호학실습", "간호학과", "기본간호학"],
  ["COREQUISITE", "간호학과", "성인간호학실습", "간호학과", "성인간호학 2"],
  ["EQUIVALENT", "수학과", "이산수학", "컴퓨터공학과", "이산구조"],
  ["EQUIVALENT", "수학과", "해석학 1", "수학교육과", "해석학개론"],
  ["EQUIVALENT", "수학과", "현대대수학 1", "수학교육과", "대수학개론"],
  ["EQUIVALENT", "화학과", "생화학", "생명과학과", "생화학 1"],
  ["EQUIVALENT", "물리학과", "전자기학 1", "전자공학과", "전자기학"],
  ["EQUIVALENT", "기초교육원", "통계학 개론", "경영학과", "경영통계"],
  ["EQUIVALENT", "사회학과", "사회통계", "행정학과", "행정통계"],
  ["EQUIVALENT", "기초교육원", "심리학의 이해", "심리학과", "심리학개론"],
  ["EQUIVALENT", "기초교육원", "컴퓨팅 사고와 프로그래밍", "인공지능학과", "파이썬프로그래밍"],
  ["EQUIVALENT", "컴퓨터공학과", "기계학습", "인공지능학과", "기계학습개론"],
  ["EQUIVALENT", "국어교육과", "문법교육론", "국어국문학과", "국어문법론"],
  ["CROSS_LISTED", "컴퓨터공학과", "인공지능", "인공지능학과", "인공지능개론"],
  ["CROSS_LISTED", "전자공학과", "제어공학", "전기공학과", "자동제어"],
  ["CROSS_LISTED", "경영학과", "국제경영", "국제통상학과", "다국적기업론"],
  ["CROSS_LISTED", "인공지능학과", "데이터마이닝", "산업공학과", "데이터분석"],
  ["CROSS_LISTED", "통계학과", "통계적 기계학습", "인공지능학과", "생성모델"],
  ["CROSS_LISTED", "지구환경과학과", "환경지질학", "토목환경공학과", "환경공학"]
]';

INSERT INTO subject_relation (subject_id, other_id, kind, from_term)
SELECT
  IF(r.kind IN ('PREREQUISITE', 'COREQUISITE'), a.subject_id, LEAST(a.subject_id, b.subject_id)),
  IF(r.kind IN ('PREREQUISITE', 'COREQUISITE'), b.subject_id, GREATEST(a.subject_id, b.subject_id)),
  r.kind, IF(r.kind = 'EQUIVALENT', 10 * @academic_year - 29, NULL)
FROM JSON_TABLE(@relations, '$[*]' COLUMNS (
  kind VARCHAR(16) PATH '$[0]', department VARCHAR(64) PATH '$[1]', title VARCHAR(128) PATH '$[2]',
  other_department VARCHAR(64) PATH '$[3]', other_title VARCHAR(128) PATH '$[4]')) r
JOIN department one ON one.name_ko = r.department
JOIN department two ON two.name_ko = r.other_department
JOIN subject a ON a.department_id = one.department_id AND a.title_ko = r.title
JOIN subject b ON b.department_id = two.department_id AND b.title_ko = r.other_title;
