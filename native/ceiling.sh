# shellcheck shell=bash
# What ./sugang bench measures the service by: NGINX that passes requests on to a second NGINX (native/ceiling/).

# write_ceiling_settings front|back
write_ceiling_settings() {
  local dir=$NATIVE_DIR/ceiling/$1
  mkdir -p "$dir/conf" "$dir/run"
  cp "$ROOT/native/ceiling/$1.conf" "$dir/conf/nginx.conf"
  echo "listen 127.0.0.1:$(state "PORT_ceiling_$1") backlog=4096;" >"$dir/conf/listen.conf"
  echo "server 127.0.0.1:$(state PORT_ceiling_back);" >"$dir/conf/upstream.conf"
}

# start_ceiling : returns when both serve.
start_ceiling() {
  local name dir log begun=$SECONDS
  local -a program
  assign_port PORT_ceiling_back 18090 ceiling-back
  assign_port PORT_ceiling_front 18091 ceiling-front
  for name in back front; do
    dir=$NATIVE_DIR/ceiling/$name log=$LOG_DIR/ceiling-$name.log
    write_ceiling_settings "$name"
    program=("${SERVER_BIN}nginx" -p "$dir/run/" -c "$dir/conf/nginx.conf" -e stderr -g "daemon off; worker_processes $(nginx_workers);")
    "${program[@]}" -t >"$log" 2>&1 || die "NGINX refuses the settings of the ceiling" "$log"
    start_process "ceiling-$name" "${program[@]}" </dev/null
    until port_taken "$(state "PORT_ceiling_$name")"; do
      process_alive "ceiling-$name" || die "the NGINX of the ceiling ended while starting" "$log"
      ((SECONDS - begun < 30)) || die "the NGINX of the ceiling did not open its port within 30 s" "$log"
      sleep 0.1
    done
  done
}

stop_ceiling() {
  signal_process ceiling-front QUIT
  await_end ceiling-front 15
  signal_process ceiling-back QUIT
  await_end ceiling-back 15
}
