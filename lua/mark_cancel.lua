-- Opens a pending cancel before the row of the student is deleted. Works on a course without a loaded roster, too, and
-- takes over a pending grant, whose confirm then finds its token gone.
--
-- KEYS[1] students   course:{id}:students, set
-- KEYS[2] pending    course:{id}:pending, hash: student -> token|ms
-- ARGV[1] student    student id
-- ARGV[2] token      unique for ever, made by the caller, without '|' and ':'
-- ARGV[3] latest     ms of Redis' clock after which the caller has given up
--
-- Returns 0 OK    to be settled with the token: by release.lua when no row is left, by confirm.lua when one is
--         8 LATE  `latest` has passed; nothing changed, and the caller cancels without a mark
local students, pending = KEYS[1], KEYS[2]
local student, token, latest = ARGV[1], ARGV[2], ARGV[3]

--#include clock
if now > tonumber(latest) then
  return 8
end
redis.call('SADD', students, student)
redis.call('HSET', pending, student, token .. '|' .. stamp)
return 0
