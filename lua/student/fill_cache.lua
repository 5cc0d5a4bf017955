-- Puts a student into the cache if the loader's lease still stands.
--
-- A loader leaves its lease in the key before it reads MySQL; an update deletes the key after its commit. So a lease
-- that still stands says that no update was overlooked, and a value read before an update can never be filled in
-- after it.
--
-- KEYS[1]  student:{id}
-- ARGV[1]  the lease, as the loader wrote it
-- ARGV[2]  the value: the student as JSON, or the mark for an unknown id
-- ARGV[3]  time to live in milliseconds
--
-- Returns (io.sugang.student.FillResult)
--   1  FILLED
--   0  LOST    the lease expired, or the student was evicted, or another loads it now

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
