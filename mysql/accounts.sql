-- Who may do what in MySQL, in both modes. Run by root at every start of the server, before its port opens; the start then
-- sets the passwords and unlocks the accounts. Repeatable: it also takes back what an account had before.

CREATE DATABASE IF NOT EXISTS sugang;

-- Makes and changes the schema: Flyway, the seed, and what an operator does with ./sugang reset.
CREATE USER IF NOT EXISTS sugang_owner@'%' ACCOUNT LOCK;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM sugang_owner@'%';
GRANT ALL ON sugang.* TO sugang_owner@'%';

-- What an instance does once it runs. No DDL, and nothing in a table that is not named here: a new table needs its line.
-- A right on a table that does not exist yet can be given only together with CREATE, which is taken back at once.
CREATE USER IF NOT EXISTS sugang@'%' ACCOUNT LOCK;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM sugang@'%';
-- Inserts and deletes of students, professors and courses are those of the warm-up, in its reserved range of ids.
GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON sugang.student TO sugang@'%';
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.professor TO sugang@'%';
GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON sugang.course TO sugang@'%';
-- An enrollment is made or taken back, never changed.
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.enrollment TO sugang@'%';
GRANT CREATE, SELECT, UPDATE ON sugang.enrollment_id_block TO sugang@'%';
-- Who may take which course, and when: seed, import and desk write it.
GRANT CREATE, SELECT ON sugang.term TO sugang@'%';
GRANT CREATE, SELECT ON sugang.department TO sugang@'%';
GRANT CREATE, SELECT ON sugang.program TO sugang@'%';
GRANT CREATE, SELECT ON sugang.subject TO sugang@'%';
GRANT CREATE, SELECT ON sugang.subject_relation TO sugang@'%';
GRANT CREATE, SELECT ON sugang.meeting TO sugang@'%';
-- Seats that follow at a time; an instance marks them when it has added them.
GRANT CREATE, SELECT, UPDATE ON sugang.seat_release TO sugang@'%';
-- The desk makes audiences for windows; it changes none.
GRANT CREATE, SELECT, INSERT ON sugang.audience TO sugang@'%';
GRANT CREATE, SELECT, INSERT ON sugang.audience_row TO sugang@'%';
-- The desk makes windows and changes them; it deletes none.
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.registration_window TO sugang@'%';
GRANT CREATE, SELECT, INSERT ON sugang.window_request TO sugang@'%';
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.course_cancellation TO sugang@'%';
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.notice TO sugang@'%';
GRANT CREATE, SELECT ON sugang.credit_limit_rule TO sugang@'%';
GRANT CREATE, SELECT ON sugang.retake_rule TO sugang@'%';
GRANT CREATE, SELECT ON sugang.classification_rule TO sugang@'%';
GRANT CREATE, SELECT ON sugang.student_program TO sugang@'%';
GRANT CREATE, SELECT ON sugang.transcript TO sugang@'%';
GRANT CREATE, SELECT ON sugang.staff TO sugang@'%';
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.student_term TO sugang@'%';
-- An override is asked for, decided and confirmed; none is deleted.
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.override TO sugang@'%';
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.basket TO sugang@'%';
GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON sugang.basket_item TO sugang@'%';
-- The row of a mock term stays, because its ids follow from it. The views show rows of mock terms alone, which come and go.
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.mock_term TO sugang@'%';
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.removed_course TO sugang@'%';
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.mocked_term TO sugang@'%';
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.mocked_student_term TO sugang@'%';
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.mocked_window TO sugang@'%';
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.mocked_meeting TO sugang@'%';
GRANT CREATE, SELECT, INSERT, DELETE ON sugang.mocked_seat_release TO sugang@'%';
GRANT CREATE, SELECT, DELETE ON sugang.mocked_basket TO sugang@'%';
-- Appended to, never changed.
GRANT CREATE, SELECT, INSERT ON sugang.audit_event TO sugang@'%';
-- Counted, never deleted but with a mock term.
GRANT CREATE, SELECT, INSERT, UPDATE ON sugang.rejection TO sugang@'%';
GRANT CREATE, SELECT, DELETE ON sugang.mocked_rejection TO sugang@'%';
REVOKE CREATE ON sugang.student FROM sugang@'%';
REVOKE CREATE ON sugang.professor FROM sugang@'%';
REVOKE CREATE ON sugang.course FROM sugang@'%';
REVOKE CREATE ON sugang.enrollment FROM sugang@'%';
REVOKE CREATE ON sugang.enrollment_id_block FROM sugang@'%';
REVOKE CREATE ON sugang.term FROM sugang@'%';
REVOKE CREATE ON sugang.department FROM sugang@'%';
REVOKE CREATE ON sugang.program FROM sugang@'%';
REVOKE CREATE ON sugang.subject FROM sugang@'%';
REVOKE CREATE ON sugang.subject_relation FROM sugang@'%';
REVOKE CREATE ON sugang.meeting FROM sugang@'%';
REVOKE CREATE ON sugang.seat_release FROM sugang@'%';
REVOKE CREATE ON sugang.audience FROM sugang@'%';
REVOKE CREATE ON sugang.audience_row FROM sugang@'%';
REVOKE CREATE ON sugang.registration_window FROM sugang@'%';
REVOKE CREATE ON sugang.window_request FROM sugang@'%';
REVOKE CREATE ON sugang.course_cancellation FROM sugang@'%';
REVOKE CREATE ON sugang.notice FROM sugang@'%';
REVOKE CREATE ON sugang.credit_limit_rule FROM sugang@'%';
REVOKE CREATE ON sugang.retake_rule FROM sugang@'%';
REVOKE CREATE ON sugang.classification_rule FROM sugang@'%';
REVOKE CREATE ON sugang.student_program FROM sugang@'%';
REVOKE CREATE ON sugang.transcript FROM sugang@'%';
REVOKE CREATE ON sugang.staff FROM sugang@'%';
REVOKE CREATE ON sugang.student_term FROM sugang@'%';
REVOKE CREATE ON sugang.override FROM sugang@'%';
REVOKE CREATE ON sugang.basket FROM sugang@'%';
REVOKE CREATE ON sugang.basket_item FROM sugang@'%';
REVOKE CREATE ON sugang.mock_term FROM sugang@'%';
REVOKE CREATE ON sugang.removed_course FROM sugang@'%';
REVOKE CREATE ON sugang.mocked_term FROM sugang@'%';
REVOKE CREATE ON sugang.mocked_student_term FROM sugang@'%';
REVOKE CREATE ON sugang.mocked_window FROM sugang@'%';
REVOKE CREATE ON sugang.mocked_meeting FROM sugang@'%';
REVOKE CREATE ON sugang.mocked_seat_release FROM sugang@'%';
REVOKE CREATE ON sugang.mocked_basket FROM sugang@'%';
REVOKE CREATE ON sugang.audit_event FROM sugang@'%';
REVOKE CREATE ON sugang.rejection FROM sugang@'%';
REVOKE CREATE ON sugang.mocked_rejection FROM sugang@'%';

-- Verifier and rush look, and change nothing.
CREATE USER IF NOT EXISTS sugang_reader@'%' ACCOUNT LOCK;
REVOKE ALL PRIVILEGES, GRANT OPTION FROM sugang_reader@'%';
GRANT SELECT ON sugang.* TO sugang_reader@'%';
