-- Settles an open entry whose student has no row in the ledger: "there is no row". The seat can be taken again.
-- Acts on the caller's own token only. Deletes the ticket, so that a load that began before knows it is outdated.
--
-- KEYS[1] course:{id}:students   set
-- KEYS[2] course:{id}:pending    hash, student -> token|ms
-- KEYS[3] course:{id}:ticket     string
-- ARGV[1] student                student id
-- ARGV[2] token                  token of the entry
--
-- Returns 0 OK    settled
--         6 GONE  the entry is not there or another's; nothing changed
redis.call('DEL', KEYS[3])
local entry = redis.call('HGET', KEYS[2], ARGV[1])
if not entry or string.sub(entry, 1, #ARGV[2] + 1) ~= ARGV[2] .. '|' then
  return 6
end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('SREM', KEYS[1], ARGV[1])
return 0
