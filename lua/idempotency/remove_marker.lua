-- Takes away the marker of a request that has ended, if it is still that request's.
--
-- A marker may have expired while its request was still running, e.g. in an instance that was paused, and another request
-- may have put its own since: that one stays.
--
-- KEYS[1]  idempotency:{<student>}:<key>
-- ARGV[1]  the marker, as the request wrote it
--
-- Returns
--   1  removed
--   0  nothing to remove: expired, lost with Redis, or another request's by now

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
