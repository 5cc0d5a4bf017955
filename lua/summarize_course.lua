-- Tells what the gate knows of a course without the students: as much as can be looked at often, however many they are.
--
-- KEYS[1] course:{id}:students   set
-- KEYS[2] course:{id}:pending    hash, student -> token|ms
-- KEYS[3] course:{id}:capacity   string
--
-- Returns an array: capacity (nil: NOT_LOADED), how many students, pending (array of student, token|ms),
--                   now (ms of Redis' clock, the one that the entries were stamped with)
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
return {
  redis.call('GET', KEYS[3]),
  redis.call('SCARD', KEYS[1]),
  redis.call('HGETALL', KEYS[2]),
  string.format('%.0f', ms)
}
