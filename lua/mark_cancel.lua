-- Opens a cancel: "the row of this student is about to go". Runs before the DELETE, is never refused in time, works on a
-- course that is not loaded too, and takes over an open grant, whose confirm then finds its token gone.
--
-- KEYS[1] course:{id}:students   set
-- KEYS[2] course:{id}:pending    hash, student -> token|ms
-- ARGV[1] student                student id
-- ARGV[2] token                  unique for ever, made by the caller; holds no '|'
-- ARGV[3] latest                 ms by Redis' TIME after which the caller goes on without
--
-- Returns 0 OK  to be settled with the token: release when no row is left, confirm when one is
--         8 LATE  the limit has passed; the caller cancels without a mark, if it is still there
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
if ms > tonumber(ARGV[3]) then
  return 8
end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. '|' .. string.format('%.0f', ms))
return 0
