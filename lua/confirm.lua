-- Settles the pending entry of a student who has a row in the ledger. The seat stays taken.
-- Acts on the caller's own token only. Deletes the ticket, so that a roster load that began before becomes stale.
--
-- KEYS[1] students   course:{id}:students, set
-- KEYS[2] pending    course:{id}:pending, hash: student -> token|ms
-- KEYS[3] capacity   course:{id}:capacity, string
-- KEYS[4] ticket     course:{id}:ticket, string
-- ARGV[1] student    student id
-- ARGV[2] token      token of the entry
--
-- Returns 0 OK    the entry is settled
--         6 GONE  there is no entry, or it has another token; nothing but the ticket changed
local students, pending, capacity, ticket = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local student, token = ARGV[1], ARGV[2]

--#include entry
redis.call('DEL', ticket)
if token_of(redis.call('HGET', pending, student)) ~= token then
  return 6
end
redis.call('HDEL', pending, student)
if redis.call('EXISTS', capacity) == 0 then
  -- Without a loaded roster the set has pending students only. The next load brings the row back.
  redis.call('SREM', students, student)
end
return 0
