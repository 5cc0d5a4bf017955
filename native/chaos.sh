# shellcheck shell=bash
# What ./sugang chaos does to the parts of a native stack. Each operation prints one line at most and fails with a reason.

CHAOS_WARMUP=5s   # an instance that is started again in a scenario warms up this long: the load does the rest

# changed_part NAME : to be started anew, as it was, when the scenario is over.
changed_part() { : >"$RUN_DIR/$1.changed"; }

# chaos_arguments ARGUMENTS... : sets CHAOS_ARGUMENTS, those of io.sugang.tools.chaos.ChaosCommand, and CHAOS_YES (yes, no), or tells what is
# wrong. Needs nothing that runs.
# shellcheck disable=SC2034 # read by sugang
chaos_arguments() {
  local word
  CHAOS_ARGUMENTS=() CHAOS_YES=no
  while (($#)); do
    case $1 in
      --yes | -y) CHAOS_YES=yes ;;
      --json) CHAOS_ARGUMENTS+=("$1") ;;
      --?*=*)
        set -- "${1%%=*}" "${1#*=}" "${@:2}"
        continue ;;
      --count | --clients | --around | --seed)
        [[ -n ${2:-} ]] || usage_error chaos "$1 needs a value"
        # the limits of ChaosCommand
        case $1 in
          --count) number_option chaos "$1" "$2" 100 1000000 ;;
          --clients) number_option chaos "$1" "$2" 1 5000 ;;
          --around) number_option chaos "$1" "$2" 1 600 ;;
          --seed) number_option chaos "$1" "$2" 0 999999999 ;;
        esac
        CHAOS_ARGUMENTS+=("$1" "$((10#$2))")
        shift ;;
      -*) usage_error chaos "unknown option '$1'" ;;
      *)
        while read -r word _; do
          [[ $word != "$1" ]] || { CHAOS_ARGUMENTS+=("$1"); shift; continue 2; }
        done <"$ROOT/native/chaos-scenarios"
        usage_error chaos "there is no scenario '$1'; ./sugang chaos --list tells them" ;;
    esac
    shift
  done
}

# native_operation VERB ARGUMENTS...
native_operation() {
  local verb=$1 name
  local -a all
  shift
  mapfile -t all < <(app_names "$(state SCALE)")
  case $verb in
    kill | pause | resume | stop)
      for name in "$@"; do
        process_alive "$name" || { echo "$name does not run"; return 1; }
        "native_$verb" "$name"
      done ;;
    start) native_start "$@" ;;
    reload) native_reload "${all[@]}" ;;
    snapshot) redis_command SAVE >/dev/null && cp "$NATIVE_DIR/redis/dump.rdb" "$NATIVE_DIR/redis/snapshot.rdb" ;;
    persist) native_persist ;;
    clock) native_clock ;;
    shift) native_shift "$2" ;;
    management) echo "127.0.0.1:$(state "PORT_$1_management")" ;;
    confine) native_confine ;;
    fill) native_fill ;;
    free) native_free ;;
    heal) native_heal ;;
    *) echo "unknown operation $verb"; return 1 ;;
  esac
}

# part_processes NAME : its process, and those of NGINX's workers.
part_processes() {
  local pid
  pid=$(process_pid "$1") || return 0
  echo "$pid"
  [[ $1 != @(nginx|ceiling-*) ]] || child_processes "$pid"
}

native_kill() {
  local -a pids
  mapfile -t pids < <(part_processes "$1")
  kill -KILL "${pids[@]}" 2>/dev/null || true
  await_gone "${pids[@]}"
  rm -f "$RUN_DIR/$1.pid"
}

native_pause() {
  local pid tries
  local -a pids
  mapfile -t pids < <(part_processes "$1")
  kill -STOP "${pids[@]}"
  for pid in "${pids[@]}"; do
    for ((tries = 0; tries < 100; tries++)); do
      ! standing_still "$pid" || continue 2
      sleep 0.02
    done
    echo "$1 (pid $pid) does not stand still"
    return 1
  done
}

standing_still() { [[ $(ps -o state= -p "$1") == T* ]]; }

native_resume() {
  local pid
  local -a pids
  mapfile -t pids < <(part_processes "$1")
  for pid in "${pids[@]}"; do
    standing_still "$pid" || { echo "$1 (pid $pid) had not stood still until now"; return 1; }
  done
  kill -CONT "${pids[@]}"
}

# native_reload NAME... : until NGINX has other workers than before.
native_reload() {
  local before pid tries
  before=" $(child_processes "$(process_pid nginx)" | paste -sd ' ' -) "
  start_nginx "$@" >/dev/null
  for ((tries = 0; tries < 250; tries++)); do
    for pid in $(child_processes "$(process_pid nginx)"); do
      [[ $before == *" $pid "* ]] || return 0
    done
    sleep 0.02
  done
  echo "NGINX has the workers of before"
  return 1
}

native_stop() {
  case $1 in
    app-*) stop_apps "$1" ;;
    *) "stop_$1" ;;
  esac
}

# native_start redis [persistent|snapshot] | mysql | nginx | app-N... [NAME=VALUE...] [clock=+SECONDS]
native_start() {
  local argument
  local -a apps=() settings=() all
  mapfile -t all < <(app_names "$(state SCALE)")
  for argument in "$@"; do
    case $argument in
      app-+([0-9])) apps+=("$argument") ;;
      clock=*) settings+=("LD_PRELOAD=$(faketime_library)" "FAKETIME=${argument#clock=}" FAKETIME_DONT_FAKE_MONOTONIC=1
        # its repair of timed waits, made for other programs, lets those of a JVM return at once or never
        FAKETIME_FORCE_MONOTONIC_FIX=0) ;;
      *=*) settings+=("$argument") ;;
    esac
  done
  case $1 in
    redis) start_changed_redis "${2:-}" ;;
    mysql) start_mysql >/dev/null ;;
    nginx) start_nginx "${all[@]}" >/dev/null ;;
    app-*)
      for argument in "${apps[@]}"; do
        ((${#settings[@]} == 0)) || changed_part "$argument"
        start_app "$argument" "SUGANG_WARMUP_HTTPTIMELIMIT=$CHAOS_WARMUP" "${settings[@]}"
      done
      await_apps "${apps[@]}" >/dev/null ;;
  esac
}

# native_persist : Redis writes down what it has and what comes, from now on and without a restart, which would be a fault.
native_persist() {
  local begun=$SECONDS
  changed_part redis
  redis_command CONFIG SET appendonly yes >/dev/null
  until [[ $(redis_command INFO persistence) == *aof_rewrite_in_progress:0*aof_rewrite_scheduled:0*aof_last_bgrewrite_status:ok* ]]; do
    ((SECONDS - begun < 20)) || { echo "Redis has not written its data down within 20 s"; return 1; }
    sleep 0.1
  done
}

start_changed_redis() {
  local dir=$NATIVE_DIR/redis
  case $1 in
    persistent)
      changed_part redis
      REDIS_OPTIONS=$'appendonly yes\nappendfsync everysec' start_redis >/dev/null ;;
    snapshot)
      changed_part redis
      mv "$dir/snapshot.rdb" "$dir/dump.rdb"
      start_redis >/dev/null
      rm -f "$dir/dump.rdb" ;;
    *) start_redis >/dev/null ;;
  esac
}

# native_clock : Redis is started anew with a clock that native_shift sets. Its monotonic clock stays true.
native_clock() {
  local library file=$NATIVE_DIR/redis/clock
  library=$(clock_shift_library)
  changed_part redis
  stop_redis
  echo +0 >"$file"
  REDIS_WITHIN=(env "LD_PRELOAD=$library" "CLOCK_SHIFT_FILE=$file")
  start_redis >/dev/null
  # shellcheck disable=SC2034 # read by native/redis.sh
  REDIS_WITHIN=()
}

# clock_shift_library : made from clock-shift.c, once.
clock_shift_library() {
  local library=$STATE_DIR/clock-shift.so
  if [[ ! -s $library ]]; then
    command -v cc >/dev/null || unsupported "Redis' clock is set by clock-shift.c, which needs a C compiler"
    cc -shared -fPIC -O2 -nostdlib -ffreestanding -o "$library.partial" "$ROOT/native/clock-shift.c" >"$LOG_ROOT/clock-shift.log" 2>&1 ||
      unsupported "Redis' clock is set by clock-shift.c, which cc could not compile ($LOG_ROOT/clock-shift.log)"
    mv "$library.partial" "$library"
  fi
  echo "$library"
}

# native_shift SECONDS : how far Redis' clock is ahead, or behind. The library looks for a new time once a second.
native_shift() {
  local file=$NATIVE_DIR/redis/clock sign=+
  [[ -e $file ]] || { echo "Redis has the machine's clock"; return 1; }
  [[ $1 != -* ]] || sign=''
  # whole or not at all: the library reads it at any time
  echo "$sign$1" >"$file.new"
  mv "$file.new" "$file"
}

# faketime_library : Debian's, fetched without installing it where that is possible.
faketime_library() {
  local dir=$STATE_DIR/faketime library
  for library in /usr/lib/*-linux-gnu/faketime/libfaketime.so.1 "$dir"/usr/lib/*-linux-gnu/faketime/libfaketime.so.1; do
    if [[ -e $library ]]; then echo "$library"; return; fi
  done
  if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
    unsupported "an instance's clock is set by libfaketime, which is not here"
  fi
  mkdir -p "$dir"
  (cd "$dir" && apt-get -q download libfaketime && dpkg-deb -x libfaketime_*.deb .) >"$LOG_ROOT/faketime.log" 2>&1 ||
    unsupported "an instance's clock is set by libfaketime, which apt could not fetch ($LOG_ROOT/faketime.log)"
  echo "$dir"/usr/lib/*-linux-gnu/faketime/libfaketime.so.1
}

# unsupported REASON : ends the operation.
unsupported() {
  echo "$1"
  exit 3
}

# The binary log on a small file system of its own, in a mount namespace that only this MySQL sees.
confined_dir() { echo "/proc/$(process_pid mysql)/root$NATIVE_DIR/mysql/confined"; }

native_confine() {
  unshare -rm true 2>/dev/null || unsupported "a small file system for the binary log needs user namespaces (unshare -rm)"
  changed_part mysql
  stop_mysql
  mkdir -p "$NATIVE_DIR/mysql/confined"
  # shellcheck disable=SC2016
  MYSQL_WITHIN=(unshare -rm sh -c 'mount -t tmpfs -o size=64m none "$0" && exec "$@"' "$NATIVE_DIR/mysql/confined")
  MYSQL_OPTIONS=("--log-bin=$NATIVE_DIR/mysql/confined/binlog")
  start_mysql >/dev/null
  # shellcheck disable=SC2034 # read by native/mysql.sh
  MYSQL_WITHIN=() MYSQL_OPTIONS=()
}

native_fill() {
  local dir
  dir=$(confined_dir)
  compgen -G "$dir/binlog.0*" >/dev/null || { echo "MySQL has no binary log in $dir"; return 1; }
  # ends when nothing fits any more
  if cat /dev/zero >"$dir/filler" 2>/dev/null; then echo "$dir has no end"; return 1; fi
  disk_full "$dir" || { echo "$dir has room left"; return 1; }
}

disk_full() { [[ $(stat -f -c %a "$1") == 0 ]]; }

# What MySQL says when it finds the disk full is in its log, which begins with each start.
native_free() {
  local dir full=yes
  dir=$(confined_dir)
  disk_full "$dir" || full=no
  rm "$dir/filler"
  [[ $full == yes ]] || { echo "$dir was not full until now"; return 1; }
  grep -qiE 'No space left|disk is full' "$LOG_DIR/mysql.log" || { echo "MySQL does not say that its disk was full ($LOG_DIR/mysql.log)"; return 1; }
}

# native_heal : everything runs as the last `up` left it.
native_heal() {
  local name
  local -a apps missing=()
  mapfile -t apps < <(app_names "$(state SCALE)")
  for name in mysql redis nginx "${apps[@]}"; do
    part_processes "$name" | xargs -r kill -CONT
    if [[ -e $RUN_DIR/$name.changed ]]; then
      native_stop "$name"
      rm -f "$RUN_DIR/$name.changed"
    fi
  done
  rm -rf "$NATIVE_DIR"/redis/{dump.rdb,snapshot.rdb,appendonlydir,clock} "$NATIVE_DIR/mysql/confined"
  start_mysql >/dev/null
  start_redis >/dev/null
  heal_settings
  for name in "${apps[@]}"; do
    process_alive "$name" || { start_app "$name" "SUGANG_WARMUP_HTTPTIMELIMIT=$CHAOS_WARMUP" && missing+=("$name"); }
  done
  await_apps "${missing[@]}" >/dev/null
  await_serving "${apps[@]}" >/dev/null
  start_nginx "${apps[@]}" >/dev/null
}
