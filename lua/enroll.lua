-- Grants a seat to a student and opens a pending entry, or answers why not. At most `capacity` students hold a seat.
-- confirm.lua or release.lua settles the entry with the same token.
--
-- KEYS[1] students   course:{id}:students, set: students that hold a seat at the gate
-- KEYS[2] pending    course:{id}:pending, hash: student -> token|ms of a pending grant or cancel
-- KEYS[3] capacity   course:{id}:capacity, string: seats; missing means that no roster is loaded
-- ARGV[1] student    student id
-- ARGV[2] token      unique for ever, made by the caller, without '|' and ':'
-- ARGV[3] latest     ms of Redis' clock after which the caller has given up
--
-- Returns 1 GRANTED           the caller holds the seat and has to settle it with its token
--         2 FULL              every seat was held at this instant
--         3 ALREADY_ENROLLED  the student holds a confirmed seat at the gate; the ledger decides
--         4 PENDING           another call has a pending entry of this student; no token is handed out
--         5 NOT_LOADED        the roster has to be loaded first: an empty set is not an empty course
--         8 LATE              `latest` has passed; no seat is taken, because no caller would settle it
local students, pending, capacity = KEYS[1], KEYS[2], KEYS[3]
local student, token, latest = ARGV[1], ARGV[2], ARGV[3]

local seats = redis.call('GET', capacity)
if not seats then
  return 5
end
if redis.call('SISMEMBER', students, student) == 1 then
  if redis.call('HEXISTS', pending, student) == 1 then
    return 4
  end
  return 3
end
if redis.call('SCARD', students) >= tonumber(seats) then
  return 2
end
--#include clock
-- After a pause Redis executes the calls that it received before and during the pause.
if now > tonumber(latest) then
  return 8
end
redis.call('SADD', students, student)
redis.call('HSET', pending, student, token .. '|' .. stamp)
return 1
