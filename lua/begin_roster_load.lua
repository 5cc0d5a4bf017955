-- Begins a roster load: gives a ticket and returns what the gate has for the course. The caller reads the roster from
-- the ledger afterwards. A call during another load gets the same ticket, because nothing was settled since it was given.
--
-- KEYS[1] students   course:{id}:students, set
-- KEYS[2] pending    course:{id}:pending, hash: student -> token|ms
-- KEYS[3] capacity   course:{id}:capacity, string
-- KEYS[4] ticket     course:{id}:ticket, string, expires after 10 s
-- ARGV[1] uuid       the ticket when there is none; a new one for each call
--
-- Returns an array: ticket, capacity (nil: NOT_LOADED), students (one string, separated by spaces),
--                   pending (array of student, token|ms), now (ms of Redis' clock, which stamps the entries)
local students, pending, capacity, ticket = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local uuid = ARGV[1]

redis.call('SET', ticket, uuid, 'NX', 'EX', 10)
--#include clock
return {
  redis.call('GET', ticket),
  redis.call('GET', capacity),
  table.concat(redis.call('SMEMBERS', students), ' '),
  redis.call('HGETALL', pending),
  stamp
}
