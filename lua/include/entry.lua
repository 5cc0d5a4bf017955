-- A pending entry is <token>|<ms>. The opener of an entry is the part of its token after the last ':': the token of
-- the call that opened it. A roster load renews the token to <ticket>:<opener>. Both functions pass on nil and false.
local function token_of(entry)
  return entry and string.match(entry, '^(.*)|%d+$')
end
local function opener_of(token)
  return token and string.match(token, '[^:]*$')
end
