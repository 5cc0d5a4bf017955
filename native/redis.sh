# shellcheck shell=bash
# Redis of the native mode: settings from redis/redis.conf, reachable on the loopback only, nothing on disk.

redis_command() {
  REDISCLI_AUTH=$(setting REDIS_PASSWORD) "${SERVER_BIN}redis-cli" --no-auth-warning -h 127.0.0.1 -p "$(state PORT_REDIS)" "$@"
}

redis_text() {
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

start_redis() {
  local begun=$SECONDS log=$LOG_DIR/redis.log
  process_alive redis && return
  mkdir -p "$NATIVE_DIR/redis"
  STARTED+=(redis)
  # settings by standard input: the password is then neither in a file nor in the list of processes
  start_process redis "${SERVER_BIN}redis-server" - <<SETTINGS
$(cat "$ROOT/redis/redis.conf")
bind 127.0.0.1
port $(state PORT_REDIS)
dir $(redis_text "$NATIVE_DIR/redis")
daemonize no
requirepass $(redis_text "$(setting REDIS_PASSWORD)")
${REDIS_OPTIONS:-}
SETTINGS
  until [[ $(redis_command ping 2>/dev/null) == PONG ]]; do
    process_alive redis || die "Redis ended while starting" "$log"
    ((SECONDS - begun < 30)) || die "Redis was not ready within 30 s" "$log"
    sleep 0.1
  done
  part_line redis "ready on 127.0.0.1:$(state PORT_REDIS)"
}

stop_redis() {
  signal_process redis TERM
  await_end redis 10
}
