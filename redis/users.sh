# shellcheck shell=sh
# Redis' users with their passwords, for both modes: redis/start sources this, and RedisServer in ops/ calls it.

redis_hash() {
  printf '#'
  printf %s "$1" | if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -c 1-64
}

# redis_users FILE RUNTIME_PASSWORD READER_PASSWORD ADMIN_PASSWORD : lines of redis.conf; FILE is users.acl. Passwords are in
# them only as hashes, so they may have any characters.
redis_users() {
  sed -e "s/#{REDIS_PASSWORD}/$(redis_hash "$2")/" -e "s/#{REDIS_READER_PASSWORD}/$(redis_hash "$3")/" \
    -e "s/#{REDIS_ADMIN_PASSWORD}/$(redis_hash "$4")/" "$1"
}
