-- Begins a load: hands out the ticket and tells what the gate knows. The roster has to be read from the ledger after
-- this. Whoever begins while a ticket is out gets the same one: nothing was settled since it was given.
--
-- KEYS[1] course:{id}:students   set
-- KEYS[2] course:{id}:pending    hash, student -> token|ms
-- KEYS[3] course:{id}:capacity   string
-- KEYS[4] course:{id}:ticket     string, lives 10 s
-- ARGV[1] uuid                   becomes the ticket when none is out; a fresh one for every call
--
-- Returns an array: ticket, capacity (nil: NOT_LOADED), students (one string, blanks between),
--                   pending (array of student, token|ms),
--                   now (ms of Redis' clock, the one that the entries were stamped with)
redis.call('SET', KEYS[4], ARGV[1], 'NX', 'EX', 10)
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
return {
  redis.call('GET', KEYS[4]),
  redis.call('GET', KEYS[3]),
  table.concat(redis.call('SMEMBERS', KEYS[1]), ' '),
  redis.call('HGETALL', KEYS[2]),
  string.format('%.0f', ms)
}
