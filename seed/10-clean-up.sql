-- The session may live on in a pool.
DROP TEMPORARY TABLE seed_grade, seed_general, seed_study, seed_section, seed_block, seed_college, seed_title, seed_teaching, seed_professor, seed_department_slot, seed_department,
  seed_cohort, seed_given, seed_surname;
SET @surnames = NULL, @given = NULL, @departments = NULL, @colleges = NULL, @relations = NULL, @students = NULL, @professors = NULL, @courses = NULL,
  @capacity = NULL;
