-- The Idempotency-Key of a request that makes a window is its member's own: the key that another one used gives no window of theirs.
-- staff_id 0: a request from before, which no member repeats.
ALTER TABLE window_request
  ADD COLUMN staff_id BIGINT NOT NULL DEFAULT 0 COMMENT 'member of the staff who sent it' FIRST,
  DROP PRIMARY KEY,
  ADD PRIMARY KEY (staff_id, request_key);
