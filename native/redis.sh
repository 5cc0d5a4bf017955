# shellcheck shell=bash
# Redis of the native mode: settings from redis/redis.conf, users from redis/users.acl, reachable on the loopback only, nothing on disk.

# shellcheck source=../redis/users.sh
source "$ROOT/redis/users.sh"

# What ./sugang chaos may set: a command to run redis-server within.
REDIS_WITHIN=()

# redis_command ARGUMENTS... : redis-cli as administrator.
redis_command() {
  REDISCLI_AUTH=$(setting REDIS_ADMIN_PASSWORD) "${SERVER_BIN}redis-cli" --no-auth-warning --user sugang_admin \
    -h 127.0.0.1 -p "$(state PORT_REDIS)" "$@"
}

redis_user_lines() {
  redis_users "$ROOT/redis/users.acl" "$(setting REDIS_PASSWORD)" "$(setting REDIS_READER_PASSWORD)" "$(setting REDIS_ADMIN_PASSWORD)"
}

redis_text() {
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

start_redis() {
  local begun=$SECONDS log=$LOG_DIR/redis.log users
  users=$(redis_user_lines | digest)
  if process_alive redis; then
    [[ $(state REDIS_USERS) != "$users" ]] || return 0
    # it keeps nothing, so a new one with the new users is the same as the old one
    say "  redis's users changed: restarting it"
    stop_redis
  fi
  mkdir -p "$NATIVE_DIR/redis"
  STARTED+=(redis)
  # settings by standard input: the users are then neither in a file nor in the list of processes
  start_process redis "${REDIS_WITHIN[@]}" "${SERVER_BIN}redis-server" - <<SETTINGS
$(cat "$ROOT/redis/redis.conf")
bind 127.0.0.1
port $(state PORT_REDIS)
dir $(redis_text "$NATIVE_DIR/redis")
daemonize no
$(redis_user_lines)
${REDIS_OPTIONS:-}
SETTINGS
  keep_state REDIS_USERS "$users"
  until [[ $(redis_command ping 2>/dev/null) == PONG ]]; do
    if ! process_alive redis; then
      renew_port redis "$log" PORT_REDIS 16379 || die "Redis ended while starting" "$log"
      start_redis
      return
    fi
    ((SECONDS - begun < 30)) || die "Redis was not ready within 30 s" "$log"
    sleep 0.1
  done
  part_line redis "ready on 127.0.0.1:$(state PORT_REDIS)"
}

stop_redis() {
  signal_process redis TERM
  await_end redis 10
}
