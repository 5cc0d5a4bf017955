-- now: milliseconds of Redis' clock. stamp: the same as text, without an exponent.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stamp = string.format('%.0f', now)
