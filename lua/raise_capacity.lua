-- Raises the capacity of a course before the COMMIT that raises it in the ledger, while the course row is locked. So the
-- gate rejects no student for a seat that the ledger has. Until the COMMIT the ledger decides about what is granted too
-- much. Deletes the ticket, so that a roster load that read the old capacity becomes stale.
--
-- KEYS[1] capacity   course:{id}:capacity, string
-- KEYS[2] ticket     course:{id}:ticket, string
-- ARGV[1] seats      the capacity after the COMMIT
--
-- Returns 0 OK          the gate has that capacity, or a higher one
--         5 NOT_LOADED  no roster is loaded; nothing but the ticket changed
local capacity, ticket = KEYS[1], KEYS[2]
local seats = ARGV[1]

redis.call('DEL', ticket)
local known = redis.call('GET', capacity)
if not known then
  return 5
end
if tonumber(known) < tonumber(seats) then
  redis.call('SET', capacity, seats)
end
return 0
