-- The index on the target of an event was a third of what an event costs MySQL, and every enrollment pays for it. The events of a
-- student are found by their time (docs/decisions/0043).
DROP INDEX ix_audit_event_target ON audit_event;
