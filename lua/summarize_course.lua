-- Returns what the gate has for a course, with the number of students instead of their ids. The size of the answer
-- does not depend on that number, so every pass of the reconciler can ask for it.
--
-- KEYS[1] students   course:{id}:students, set
-- KEYS[2] pending    course:{id}:pending, hash: student -> token|ms
-- KEYS[3] capacity   course:{id}:capacity, string
-- ARGV               none
--
-- Returns an array: capacity (nil: NOT_LOADED), number of students, pending (array of student, token|ms),
--                   now (ms of Redis' clock, which stamps the entries)
local students, pending, capacity = KEYS[1], KEYS[2], KEYS[3]

--#include clock
return {
  redis.call('GET', capacity),
  redis.call('SCARD', students),
  redis.call('HGETALL', pending),
  stamp
}
