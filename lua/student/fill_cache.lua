-- Fills a student into the cache if the lease of the loader is still there.
-- A loader leaves its lease in the key before it reads MySQL, and a correction deletes the key after its commit. So a
-- value that was read before a correction is never filled in after it.
--
-- KEYS[1] student   student:{id}, string: the student as JSON, '-' for an unknown id, or '?' and a lease
-- ARGV[1] lease     the lease, as the loader wrote it
-- ARGV[2] value     the student as JSON, or '-' for an unknown id
-- ARGV[3] ttl       time to live in ms
--
-- Returns 1 FILLED  the cache has the value
--         0 LOST    the lease expired, the student was evicted, or another load has begun; nothing changed
local student = KEYS[1]
local lease, value, ttl = ARGV[1], ARGV[2], ARGV[3]

if redis.call('GET', student) ~= lease then
  return 0
end
redis.call('SET', student, value, 'PX', ttl)
return 1
