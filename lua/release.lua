-- Settles the pending entry of a student who has no row in the ledger. The seat can be taken again.
-- Acts on the entry that the caller opened, also when roster loads have renewed its token (load_roster.lua). A
-- released seat makes no rejection untrue, because the ledger decides about every grant. Deletes the ticket, so
-- that a roster load that began before becomes stale.
--
-- KEYS[1] students   course:{id}:students, set
-- KEYS[2] pending    course:{id}:pending, hash: student -> token|ms
-- KEYS[3] ticket     course:{id}:ticket, string
-- ARGV[1] student    student id
-- ARGV[2] token      token of the entry, as the caller made it or as a load renewed it
--
-- Returns 0 OK    the entry is settled
--         6 GONE  there is no entry, or another call opened it; nothing but the ticket changed
local students, pending, ticket = KEYS[1], KEYS[2], KEYS[3]
local student, token = ARGV[1], ARGV[2]

--#include entry
redis.call('DEL', ticket)
if opener_of(token_of(redis.call('HGET', pending, student))) ~= opener_of(token) then
  return 6
end
redis.call('HDEL', pending, student)
redis.call('SREM', students, student)
return 0
