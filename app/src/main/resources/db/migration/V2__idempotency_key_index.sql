-- A request that carries an Idempotency-Key is looked up by it before it may take a seat. Not unique: rows of older
-- versions may share a key, and one row that breaks a unique key would fail the whole group of claims it is inserted with.
CREATE INDEX ix_enrollment_idempotency_key ON enrollment (idempotency_key);
