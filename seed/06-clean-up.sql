-- The session may live on in a pool.
DROP TEMPORARY TABLE seed_title, seed_teaching, seed_professor, seed_department_slot, seed_department,
  seed_cohort, seed_given, seed_surname;
SET @surnames = NULL, @given = NULL, @departments = NULL, @students = NULL, @professors = NULL, @courses = NULL,
  @capacity = NULL;
