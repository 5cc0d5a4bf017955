-- Removes the marker of a request that has ended, if it is still the marker of that request.
-- The marker may have expired while its request was running, for example in a paused instance. Then another request
-- may have put its own, which stays.
--
-- KEYS[1] marker   idempotency:{student}:key, string
-- ARGV[1] own      the marker, as the request wrote it
--
-- Returns 1 REMOVED  the key is free
--         0 KEPT     the marker expired, was lost with Redis, or belongs to another request; nothing changed
local marker = KEYS[1]
local own = ARGV[1]

if redis.call('GET', marker) ~= own then
  return 0
end
return redis.call('DEL', marker)
