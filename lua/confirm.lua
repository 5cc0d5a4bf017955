-- Settles an open entry whose student has a row in the ledger: "I saw the row". The seat stays taken.
-- Acts on the caller's own token only. Deletes the ticket, so that a load that began before knows it is outdated.
--
-- KEYS[1] course:{id}:students   set
-- KEYS[2] course:{id}:pending    hash, student -> token|ms
-- KEYS[3] course:{id}:capacity   string
-- KEYS[4] course:{id}:ticket     string
-- ARGV[1] student                student id
-- ARGV[2] token                  token of the entry
--
-- Returns 0 OK    settled
--         6 GONE  the entry is not there or another's; nothing changed
redis.call('DEL', KEYS[4])
local entry = redis.call('HGET', KEYS[2], ARGV[1])
if not entry or string.sub(entry, 1, #ARGV[2] + 1) ~= ARGV[2] .. '|' then
  return 6
end
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('EXISTS', KEYS[3]) == 0 then
  -- Not loaded: only open entries may stand in the set, the next load brings the row back.
  redis.call('SREM', KEYS[1], ARGV[1])
end
return 0
