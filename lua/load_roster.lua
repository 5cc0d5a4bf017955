-- Loads a roster that was read from the ledger under a ticket of begin_roster_load.lua. Pending entries keep their
-- seats and get new tokens, <ticket>:<opener>. So no confirm can settle them by what its caller read before the load.
--
-- KEYS[1] students     course:{id}:students, set
-- KEYS[2] pending      course:{id}:pending, hash: student -> token|ms
-- KEYS[3] capacity     course:{id}:capacity, string
-- KEYS[4] ticket       course:{id}:ticket, string
-- ARGV[1] own          the ticket that begin_roster_load.lua returned to the caller
-- ARGV[2] seats        the capacity of the course
-- ARGV[3...] roster    ids of the students that have a row
--
-- Returns 0 OK     the gate has the roster and the pending entries
--         7 STALE  the ticket is used up or another one: an entry was settled since; begin again
local students, pending, capacity, ticket = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local own, seats, first_of_roster = ARGV[1], ARGV[2], 3

--#include entry
if redis.call('GET', ticket) ~= own then
  return 7
end
-- Parsed before the first change, so that a load that fails changes nothing. An entry that cannot be parsed gets the
-- time 0, so the next pass of the reconciler settles it.
local entries, renewed = redis.call('HGETALL', pending), {}
for i = 1, #entries, 2 do
  local student, entry = entries[i], entries[i + 1]
  local opener, ms = opener_of(token_of(entry)) or student, string.match(entry, '|(%d+)$') or '0'
  renewed[i], renewed[i + 1] = student, own .. ':' .. opener .. '|' .. ms
end
-- The first change: Redis rejects a SET when it is out of memory, and nothing has changed by then.
redis.call('SET', capacity, seats)
redis.call('DEL', students)
-- In slices, because Lua's C stack limits unpack() to about 8,000 values.
for first = first_of_roster, #ARGV, 1000 do
  redis.call('SADD', students, unpack(ARGV, first, math.min(first + 999, #ARGV)))
end
for i = 1, #renewed, 2 do
  redis.call('SADD', students, renewed[i])
  redis.call('HSET', pending, renewed[i], renewed[i + 1])
end
redis.call('DEL', ticket)
return 0
