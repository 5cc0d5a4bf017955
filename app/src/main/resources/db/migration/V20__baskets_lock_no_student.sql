-- As in V14: the insert of a student's first basket would lock the row of the student, which corrections and imports hold. A basket is
-- begun for a student with a plan of the term, and a plan keeps its foreign key. No account of the service can delete the row of a
-- student below the reserved ids.
ALTER TABLE basket DROP FOREIGN KEY fk_basket_student;
