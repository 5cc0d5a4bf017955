-- Settles an open entry whose student has no row in the ledger: "there is no row". The seat can be taken again.
-- Acts on the entry that the caller opened, also when loads have renewed its token since (load_roster.lua): a seat that is given back
-- makes no refusal untrue, because the ledger decides about every grant. Deletes the ticket, so that a load that began before
-- knows it is outdated.
--
-- KEYS[1] course:{id}:students   set
-- KEYS[2] course:{id}:pending    hash, student -> token|ms
-- KEYS[3] course:{id}:ticket     string
-- ARGV[1] student                student id
-- ARGV[2] token                  token of the entry, as given or as a load renewed it
--
-- Returns 0 OK    settled
--         6 GONE  the entry is not there or was opened by another call; nothing changed
redis.call('DEL', KEYS[3])
local entry = redis.call('HGET', KEYS[2], ARGV[1])
-- What stands behind the last ':' is the token that opened the entry, whichever loads came since.
if not entry or string.match(entry, '([^:]*)|%d+$') ~= string.match(ARGV[2], '[^:]*$') then
  return 6
end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('SREM', KEYS[1], ARGV[1])
return 0
