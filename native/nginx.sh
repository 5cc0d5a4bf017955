# shellcheck shell=bash
# NGINX of the native mode: nginx/ as it is, with a folder site/ of its own that names this machine's ports.

# shellcheck source=../nginx/rate-limit.sh
source "$ROOT/nginx/rate-limit.sh"

# NGINX listens on the loopback only, so whoever comes is on this machine, the load drivers too: exempt unless said otherwise.
native_rate_limit() { rate_limit "$(setting SUGANG_RATE_LIMIT 200)" "$(setting SUGANG_RATE_LIMIT_EXEMPT 127.0.0.0/8)"; }

# write_nginx_settings NAME... : for the instances of these names. Every file is replaced in one step.
write_nginx_settings() {
  local dir=$NATIVE_DIR/nginx/conf name limit
  mkdir -p "$dir/site" "$NATIVE_DIR/nginx/run"
  cp "${NGINX_SOURCE:-$ROOT/nginx/nginx.conf}" "$dir/nginx.conf.partial"
  mv "$dir/nginx.conf.partial" "$dir/nginx.conf"
  for name in "$@"; do
    echo "server 127.0.0.1:$(state "PORT_$name") max_conns=400 max_fails=3 fail_timeout=1s;"
    # Once more as backup that is never left out: with all instances left out or full at once, as in an overload, NGINX
    # would refuse every request by itself.
    echo "server 127.0.0.1:$(state "PORT_$name") backup max_fails=0;"
  done >"$dir/site/upstream.conf.partial"
  mv "$dir/site/upstream.conf.partial" "$dir/site/upstream.conf"
  echo "listen 127.0.0.1:$(state PORT_NGINX) backlog=4096;" >"$dir/site/listen.conf.partial"
  mv "$dir/site/listen.conf.partial" "$dir/site/listen.conf"
  limit=$(native_rate_limit 2>&1) || die "$limit"
  echo "$limit" >"$dir/site/rate-limit.conf.partial"
  mv "$dir/site/rate-limit.conf.partial" "$dir/site/rate-limit.conf"
}

# One serves some ten thousand requests a second; a second one pays where cores are left beside the instances. Of the cores that
# this process may use, as it may be pinned to some of the machine's.
nginx_workers() {
  local cores
  cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
  if ((cores < 4)); then echo 1; else echo 2; fi
}

# Sets NGINX_COMMAND, for the check of the settings and the start alike.
nginx_command() {
  NGINX_COMMAND=("${SERVER_BIN}nginx" -p "$NATIVE_DIR/nginx/run/" -c "$NATIVE_DIR/nginx/conf/nginx.conf" -e stderr
    -g "daemon off; worker_processes $(nginx_workers);")
}

# start_nginx NAME... : starts it for these instances, or lets a running one take the settings over.
start_nginx() {
  local begun=$SECONDS log=$LOG_DIR/nginx.log
  write_nginx_settings "$@"
  mkdir -p "$LOG_DIR"
  nginx_command
  "${NGINX_COMMAND[@]}" -t >"$LOG_DIR/nginx-check.log" 2>&1 || die "NGINX refuses its settings in $NATIVE_DIR/nginx/conf" "$LOG_DIR/nginx-check.log"
  if process_alive nginx; then
    signal_process nginx HUP
    return
  fi
  STARTED+=(nginx)
  rm -f "$NATIVE_DIR/nginx/run/nginx.pid"
  start_process nginx "${NGINX_COMMAND[@]}" </dev/null
  # its own file, because another program may listen at its port
  until [[ -s $NATIVE_DIR/nginx/run/nginx.pid ]] && process_alive nginx; do
    if ! process_alive nginx; then
      renew_port nginx "$log" PORT_NGINX 8080 || die "NGINX ended while starting" "$log"
      start_nginx "$@"
      return
    fi
    ((SECONDS - begun < 30)) || die "NGINX did not open port $(state PORT_NGINX) within 30 s" "$log"
    sleep 0.1
  done
  part_line nginx "ready on 127.0.0.1:$(state PORT_NGINX)"
}

# Requests under way are answered first; whoever keeps an idle connection is not waited for.
stop_nginx() {
  signal_process nginx QUIT
  await_end nginx 15
}
