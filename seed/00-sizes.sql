-- The sizes, unless the session has set them already (the service does, by hand: SET @students = 100000).
-- All files run in the order of their names, on one connection, in one transaction, on empty tables.
-- Nothing is random: whatever looks so comes from SHA2 of the row's number, in integer arithmetic only,
-- so that every machine makes the same rows.

SET @students   = COALESCE(@students, 5000);
SET @professors = COALESCE(@professors, 300);
SET @courses    = COALESCE(@courses, 500);
SET @capacity   = COALESCE(@capacity, 50);

-- The academic year that student numbers are consistent with.
SET @academic_year = 2026;

SET SESSION cte_max_recursion_depth = 10000 + GREATEST(@students, @professors, @courses);
