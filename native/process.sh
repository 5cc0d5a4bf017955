# shellcheck shell=bash
# Background processes known by pid and time of birth: a pid alone may have been given to a stranger since.
# The caller sets RUN_DIR (records) and LOG_DIR.

# process_birth PID : when the process began; nothing and a failure if there is none (a zombie counts as none).
process_birth() {
  local stat born
  if [[ -d /proc/self ]]; then
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
    # the name in parentheses may hold blanks; after it: state is field 1, start time field 20
    read -r -a stat <<<"${stat##*) }"
    [[ ${stat[0]} != [ZX] ]] || return 1
    echo "${stat[19]}"
  else
    born=$(ps -o lstart= -p "$1") && [[ -n $born ]] && echo "${born// /_}"
  fi
}

# start_process NAME COMMAND... : starts it in a session of its own (Ctrl-C in our terminal is not for it) and records it.
# Standard input is the caller's; output goes to LOG_DIR/NAME.log, the previous log is kept.
start_process() {
  local name=$1 log=$LOG_DIR/$1.log pid
  shift
  mkdir -p "$RUN_DIR" "$LOG_DIR"
  [[ ! -e $log ]] || mv -f "$log" "$LOG_DIR/$name.previous.log"
  if command -v setsid >/dev/null; then
    # without <&0 bash would give a background command /dev/null
    setsid "$@" <&0 >"$log" 2>&1 9>&- &
    pid=$!
  else
    set -m
    "$@" <&0 >"$log" 2>&1 9>&- &
    pid=$!
    set +m
  fi
  disown "$pid" 2>/dev/null || true
  echo "$pid $(process_birth "$pid" || true)" >"$RUN_DIR/$name.pid"
}

# process_pid NAME : pid of the recorded process if it is alive and still the one that was recorded.
process_pid() {
  local pid born
  { read -r pid born <"$RUN_DIR/$1.pid"; } 2>/dev/null || return 1
  [[ -n $born && $(process_birth "$pid") == "$born" ]] && echo "$pid"
}

process_alive() { process_pid "$1" >/dev/null; }

# signal_process NAME SIGNAL : asks it to end; harmless if it is gone.
signal_process() {
  local pid
  pid=$(process_pid "$1") || return 0
  kill "-$2" "$pid" 2>/dev/null || true
}

# await_end NAME SECONDS : waits until it is gone; after the time it is killed.
await_end() {
  local name=$1 until=$((SECONDS + $2)) pid
  while pid=$(process_pid "$name"); do
    if ((SECONDS >= until)); then
      warn "$name (pid $pid) did not end within $2 s; killing it"
      kill -KILL "$pid" 2>/dev/null || true
      until=$((SECONDS + 10))
    fi
    sleep 0.1
  done
  rm -f "$RUN_DIR/$name.pid"
}

# child_processes PID
child_processes() { ps -A -o pid=,ppid= | awk -v parent="$1" '$2 == parent { print $1 }'; }

# await_gone PID... : until none of them runs.
await_gone() {
  local pid
  for pid in "$@"; do
    while process_birth "$pid" >/dev/null; do sleep 0.02; done
  done
}

# process_memory NAME : resident memory in MB, of the process and its children (NGINX has workers).
process_memory() {
  local pid
  pid=$(process_pid "$1") || return 0
  ps -A -o pid=,ppid=,rss= | awk -v pid="$pid" '$1 == pid || $2 == pid { kb += $3 } END { printf "%d", kb / 1024 }'
}

# recorded_processes GLOB : names with a record that fit, in order.
recorded_processes() {
  local file name
  for file in "$RUN_DIR"/*.pid; do
    name=${file##*/}
    name=${name%.pid}
    # shellcheck disable=SC2053 # the right side is meant as a pattern
    if [[ -e $file && $name == $1 ]]; then echo "$name"; fi
  done | sort -t - -k 2 -n
}
