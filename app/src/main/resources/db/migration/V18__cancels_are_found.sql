-- A cancel that is repeated after its answer was lost is found by its event (docs/decisions/0059). Ids of enrollments grow, so a new
-- entry goes to the end of the index, as one of ix_audit_event_at does.
ALTER TABLE audit_event ADD INDEX ix_audit_event_enrollment (enrollment_id);
