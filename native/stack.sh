# shellcheck shell=bash
# shellcheck disable=SC2034 # JDK is read by app.sh
# The native stack as a whole: MySQL, Redis, N instances and NGINX on the loopback, brought to what is asked for.
# Whatever runs already and fits stays as it is.

STARTED=()   # names this command started, in order; stopped again if it fails

# --- state: KEY=VALUE lines; which ports are ours survives a restart -------------------------------------------

state() { # KEY
  local line
  line=$(grep -m 1 "^$1=" "$NATIVE_DIR/state" 2>/dev/null) || return 0
  echo "${line#*=}"
}

keep_state() { # KEY VALUE
  mkdir -p "$NATIVE_DIR"
  { grep -v "^$1=" "$NATIVE_DIR/state" 2>/dev/null || true; echo "$1=$2"; } >"$NATIVE_DIR/state.partial"
  mv "$NATIVE_DIR/state.partial" "$NATIVE_DIR/state"
}

# Added to the ports that are looked for first: another stack of this folder keeps off those of `up`.
PORT_STEP=0

# assign_port KEY FIRST PROCESS : keeps the port of last time if it is free or PROCESS holds it, else the first free one from FIRST on.
assign_port() {
  local key=$1 first=$(($2 + PORT_STEP)) process=$3 port
  process_alive "$process" && return
  port=$(state "$key")
  if [[ -n $port ]] && reserve_port "$port"; then return; fi
  # ports promised to other parts of this stack count as taken although nobody listens yet
  local -a promised=()
  mapfile -t promised < <(sed -n 's/^PORT_[^=]*=//p' "$NATIVE_DIR/state" 2>/dev/null || true)
  port=$(free_port "$first" "${promised[@]}") || die "no port from $first on is free"
  keep_state "$key" "$port"
}

# Times that `up` may choose a port anew; 0 where other parts know the port already, as when a scenario starts an instance again.
PORT_CHANGES=0

# renew_port NAME LOG KEY FIRST [KEY FIRST...] : called when NAME has ended while starting. Chooses its ports anew if one was taken
# meanwhile; fails if the end has another reason, or they may not change.
renew_port() {
  local name=$1 log=$2
  shift 2
  if ((PORT_CHANGES == 0)) || ! port_lost "$log"; then return 1; fi
  PORT_CHANGES=$((PORT_CHANGES - 1))
  clock_clear
  say "  a port of $name was taken before it opened: choosing another one"
  while (($#)); do
    assign_port "$1" "$2" "$name"
    shift 2
  done
}

# assign_public_port [WANTED] : a port that was asked for is taken or refused, never silently another one.
assign_public_port() {
  local wanted=$1
  if [[ -z $wanted ]]; then
    assign_port PORT_NGINX 8080 nginx
    return
  fi
  [[ $(state PORT_NGINX) == "$wanted" ]] && process_alive nginx && return
  port_taken "$wanted" && die "port $wanted is in use by $(port_owner "$wanted"); choose another one with --port, or stop it"
  if process_alive nginx; then stop_nginx; fi
  keep_state PORT_NGINX "$wanted"
}

native_running() {
  local name
  for name in $(recorded_processes '*'); do
    process_alive "$name" && return
  done
  return 1
}

running_apps() {
  local name
  for name in $(recorded_processes 'app-*'); do
    if process_alive "$name"; then echo "$name"; fi
  done
}

# --- up ---------------------------------------------------------------------------------------------------------

# native_up COUNT [PORT] [again] [observe]
native_up() {
  local count=$1 port=$2 again=$3 observe=${4:-} name version PORT_CHANGES=5
  local -a wanted starting=() surplus=() outdated=()
  JDK=$(find_jdk) || die "native mode builds and runs the service with the JDK named above."
  provide_servers
  provide_app "$again"

  assign_public_port "$port"
  assign_port PORT_MYSQL 13306 mysql
  assign_port PORT_REDIS 16379 redis
  mapfile -t wanted < <(app_names "$count")
  for name in "${wanted[@]}"; do
    assign_port "PORT_$name" 18081 "$name"
    assign_port "PORT_${name}_management" 19081 "$name"
  done

  start_mysql
  start_redis

  version=$(app_version)
  if [[ $(state APP_VERSION) != "$version" ]]; then
    mapfile -t outdated < <(running_apps)
    if ((${#outdated[@]})); then
      say "  the service or its settings changed: restarting ${outdated[*]}"
      stop_apps "${outdated[@]}"
    fi
    keep_state APP_VERSION "$version"
    keep_state APP_DIGEST "$APP_DIGEST"
  fi
  for name in "${wanted[@]}"; do
    if process_alive "$name" && app_ready "$name"; then
      part_line "$name" "runs on 127.0.0.1:$(state "PORT_$name")"
      continue
    fi
    starting+=("$name")
  done
  start_apps "${starting[@]}"
  await_serving "${wanted[@]}"
  # a public port that was asked for stays
  [[ -z $port ]] || PORT_CHANGES=0
  start_nginx "${wanted[@]}"
  if [[ $observe == observe ]]; then
    observe_native "${wanted[@]}"
  elif process_alive prometheus; then
    write_instances "${wanted[@]}"
  fi

  for name in $(running_apps); do
    [[ " ${wanted[*]} " == *" $name "* ]] || surplus+=("$name")
  done
  if ((${#surplus[@]})); then
    # NGINX knows already that they are gone
    stop_apps "${surplus[@]}"
    part_line "${surplus[0]}" "stopped${surplus[1]:+ (and ${surplus[*]:1})}"
  fi
  keep_state SCALE "$count"
  forget_old_apps
  STARTED=()
}

# native_undo : stops what a failed or interrupted command started, last one first.
native_undo() {
  local i name
  ((${#STARTED[@]})) || return 0
  warn "stopping what was started: ${STARTED[*]}"
  for name in "${STARTED[@]}"; do
    [[ $name != app-* ]] || signal_process "$name" TERM   # all of them at once, then waited for below
  done
  for ((i = ${#STARTED[@]} - 1; i >= 0; i--)); do
    case ${STARTED[i]} in
      grafana) stop_grafana ;;
      prometheus) stop_prometheus ;;
      nginx) stop_nginx ;;
      redis) stop_redis ;;
      mysql) stop_mysql ;;
      app-*) stop_apps "${STARTED[i]}" ;;
    esac
  done
  STARTED=()
}

# --- down -------------------------------------------------------------------------------------------------------

native_down() {
  local -a apps
  mapfile -t apps < <(recorded_processes 'app-*')
  stop_grafana
  stop_prometheus
  stop_nginx
  ((${#apps[@]} == 0)) || stop_apps "${apps[@]}"
  stop_redis
  stop_mysql
}

# --- status -----------------------------------------------------------------------------------------------------

# native_status : a table; fails unless all parts of the last up are there.
native_status() {
  local name pid port health sound=0 total=0 memory
  local -a names=(mysql redis)
  mapfile -t -O 2 names < <(app_names "$(state SCALE)")
  names+=(nginx)
  # beside the stack: shown when they were started and not stopped since
  for name in prometheus grafana; do [[ ! -e $RUN_DIR/$name.pid ]] || names+=("$name"); done
  printf '  %-10s %-10s %-8s %-7s %s\n' PART STATE PID PORT MEMORY
  for name in "${names[@]}"; do
    case $name in
      app-*) port=$(state "PORT_$name") ;;
      *) port=$(state "PORT_${name^^}") ;;
    esac
    if pid=$(process_pid "$name"); then
      health=up
      if [[ $name == app-* ]] && ! app_ready "$name"; then health="not ready" sound=1; fi
      memory=$(process_memory "$name")
      total=$((total + memory))
      printf '  %-10s %-10s %-8s %-7s %s MB\n' "$name" "$health" "$pid" "$port" "$memory"
    else
      printf '  %-10s %-10s %-8s %-7s\n' "$name" down - "$port"
      sound=1
    fi
  done
  say "  memory in all: $total MB"
  return "$sound"
}
