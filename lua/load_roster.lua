-- Loads a roster that was read from the ledger after begin_roster_load.lua gave the ticket. Open entries keep their seats and get
-- new tokens, so that no confirm can settle them with what its caller learned before the load. The new token is
-- <ticket>:<token that opened the entry>.
--
-- KEYS[1] course:{id}:students   set
-- KEYS[2] course:{id}:pending    hash, student -> token|ms
-- KEYS[3] course:{id}:capacity   string
-- KEYS[4] course:{id}:ticket     string
-- ARGV[1] ticket                 as begin_roster_load.lua gave it
-- ARGV[2] capacity               seats
-- ARGV[3...] roster              ids of the students that have a row
--
-- Returns 0 OK     the gate holds the roster and the open entries
--         7 STALE  the ticket is used up or another's: something was settled since; begin again
if redis.call('GET', KEYS[4]) ~= ARGV[1] then
  return 7
end
-- Parsed before anything is changed, so that a load that fails leaves what was there. An entry without a time gets 0,
-- so the next look of the reconciler settles it.
local pending, renewed = redis.call('HGETALL', KEYS[2]), {}
for i = 1, #pending, 2 do
  local opened, ms = string.match(pending[i + 1], '([^:]*)|(%d+)$')
  renewed[i] = pending[i]
  renewed[i + 1] = ARGV[1] .. ':' .. (opened or pending[i]) .. '|' .. (ms or '0')
end
-- The first change, because it is refused when Redis is out of memory: then nothing was changed yet.
redis.call('SET', KEYS[3], ARGV[2])
redis.call('DEL', KEYS[1])
-- unpack() is limited by Lua's C stack (about 8,000 values), hence the slices.
for first = 3, #ARGV, 1000 do
  redis.call('SADD', KEYS[1], unpack(ARGV, first, math.min(first + 999, #ARGV)))
end
for i = 1, #renewed, 2 do
  redis.call('SADD', KEYS[1], renewed[i])
  redis.call('HSET', KEYS[2], renewed[i], renewed[i + 1])
end
redis.call('DEL', KEYS[4])
return 0
