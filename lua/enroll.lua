-- Asks the gate for a seat: the first to come get one, nobody twice, never more than the capacity.
-- A grant stays open in `pending` until confirm.lua or release.lua settles it with the same token.
--
-- KEYS[1] course:{id}:students   set, students that hold a seat at the gate
-- KEYS[2] course:{id}:pending    hash, student -> token|ms of an open grant or open cancel
-- KEYS[3] course:{id}:capacity   string, seats; missing means that no roster was loaded
-- ARGV[1] student                student id
-- ARGV[2] token                  unique for ever, made by the caller; holds no '|'
-- ARGV[3] latest                 ms by Redis' TIME after which the caller goes on without
--
-- Returns 1 GRANTED           the seat is the caller's, to be settled with its token
--         2 FULL              every seat was held at this instant
--         3 ALREADY_ENROLLED  the gate has the student confirmed; the ledger has the last word
--         4 PENDING           somebody else's grant or cancel of this student is open; no token is handed out
--         5 NOT_LOADED        the roster has to be loaded first; an empty set is never read as an empty course
--         8 LATE              the limit has passed, so no seat is taken: nobody would settle it
local capacity = redis.call('GET', KEYS[3])
if not capacity then
  return 5
end
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
  if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
    return 4
  end
  return 3
end
if redis.call('SCARD', KEYS[1]) >= tonumber(capacity) then
  return 2
end
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
-- A Redis that stood still executes afterwards what it was sent before.
if ms > tonumber(ARGV[3]) then
  return 8
end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. '|' .. string.format('%.0f', ms))
return 1
