# shellcheck shell=bash
# The stand that ./sugang experiments and ./sugang bench measure on: a native stack with state, data, settings and ports of its
# own, so that the stack of `up` keeps what it has. The programs and the built service are the same.

STAND_OPTIONS=()   # of the measurement, for its command in Java
STAND_STUDENTS=5000 STAND_COURSES=500   # what its data have
STAND_PROGRAM=''   # runs in place of the service, with the environment of an instance

# stand_number COMMAND OPTION VALUE MIN MAX : checks a number and passes it on.
stand_number() {
  number_option "$@"
  STAND_OPTIONS+=("$2" "$((10#$3))")
}

# stand_begin COMMAND READER : what has to be so before anything is built or started. READER is as in "the bench reads".
stand_begin() {
  [[ -d /proc/self ]] || die "$2 processor times from /proc, which is there on Linux only"
  take_lock
  mkdir -p "$LOG_ROOT"
  running_mode ''
  if [[ -n $MODE ]]; then
    warn "a stack runs here ($MODE mode) and takes processor time from what is measured; better: ./sugang down"
    STAND_OPTIONS+=(--warning "another stack ran on the machine")
  fi
  section "Sugang: $1"
}

# stand_measure COMMAND CLASS ARGUMENTS... : the stand up, the measurement with its results in a folder of their own, the stand
# down; ends with the status of the measurement. As for run_harness, not to be called with || or if.
stand_measure() {
  local results=$STATE_DIR/$1 class=$2
  shift 2
  # the data of another size are another stack's, and stay as they are
  if ((STAND_STUDENTS == 5000 && STAND_COURSES == 500)); then
    stand_stack "$results/stack"
  else
    stand_stack "$results/stack-$STAND_STUDENTS-$STAND_COURSES"
  fi
  # shellcheck disable=SC2034 # read by on_exit
  UNDO=stand_down
  stand_up
  # it lives for minutes, so the optimizing compiler pays
  TOOL_COMPILER=-XX:+TieredCompilation run_harness stand_down stand_operation \
    java_tool "$class" --out "$results/$(date +%Y%m%d-%H%M%S)" "$@" "${STAND_OPTIONS[@]}"
  stand_down
  # shellcheck disable=SC2034 # the same
  UNDO=''
  exit "$HARNESS_STATUS"
}

# stand_stack FOLDER : from here on all of native/ works on the stack there.
stand_stack() {
  # shellcheck disable=SC2034 # read by the files of the parts
  NATIVE_DIR=$1/native SETTINGS_FILE=$1/.env PORT_STEP=10000 MODE=native
  # shellcheck disable=SC2034 # the same
  LOG_DIR=$NATIVE_DIR/log RUN_DIR=$NATIVE_DIR/run
  # What the variants are about, and the data, are set by them and not by whoever calls.
  unset SUGANG_SEAT_CONTROL SUGANG_STUDENT_CACHE SUGANG_WARMUP SUGANG_SEED SUGANG_SEED_STUDENTS SUGANG_SEED_PROFESSORS \
    SUGANG_SEED_COURSES SUGANG_SEED_CAPACITY SUGANG_HTTP_THREADS SUGANG_MYSQL_POOL SUGANG_HEAP SUGANG_JAVA_OPTIONS \
    SUGANG_RATE_LIMIT MYSQL_SSL_MODE "${SECRETS[@]}"
  mkdir -p "$NATIVE_DIR"
  [[ -e $SETTINGS_FILE ]] || write_settings "$SETTINGS_FILE"
}

# stand_up : the service, MySQL and Redis, and ports for everything.
stand_up() {
  local name
  # shellcheck disable=SC2034 # the same
  JDK=$(find_jdk) || die "the stand builds and runs the service with the JDK named above."
  provide_servers
  provide_app
  # what a command that was killed left
  stop_ceiling
  native_down
  assign_port PORT_NGINX 8080 nginx
  assign_port PORT_MYSQL 13306 mysql
  assign_port PORT_REDIS 16379 redis
  for name in $(app_names 8); do
    assign_port "PORT_$name" 18081 "$name"
    assign_port "PORT_${name}_management" 19081 "$name"
  done
  start_mysql
  start_redis
}

# stand_down : also what was started by an operation, i.e. in a subshell.
stand_down() {
  end_harness
  stop_ceiling
  native_down
}

# stand_operation LINE : in the words of io.sugang.tools.testbed.Stack.
stand_operation() {
  local -a words apps
  read -r -a words <<<"$1"
  case ${words[0]} in
    prepare) stand_prepare "${words[@]:1}" ;;
    reset)
      free_courses_sql "${words[1]}" | sql_as sugang_owner sugang
      redis flushall >/dev/null ;;
    start) stand_start "${words[@]:1}" ;;
    start-ceiling) start_ceiling ;;
    stop-ceiling) stop_ceiling ;;
    stop)
      stop_nginx
      mapfile -t apps < <(running_apps)
      ((${#apps[@]} == 0)) || stop_apps "${apps[@]}" ;;
    parts) stand_parts ;;
    kill) native_kill "${words[1]}" ;;
    start-redis) start_redis >/dev/null ;;
    verify)
      export "${words[1]?}"
      java_tool io.sugang.verifier.VerifierCommand --timeout 30s ;;
    *) echo "unknown operation ${words[0]}"; return 1 ;;
  esac
}

# stand_start BUILD COUNT NAME=VALUE... : which builds there are is in bench.sh. To be called in a subshell.
stand_start() {
  local name
  local -a apps
  stand_build "$1"
  mapfile -t apps < <(app_names "$2")
  shift 2
  if [[ -n $STAND_PROGRAM ]]; then
    for name in "${apps[@]}"; do start_instance "$name" "$STAND_PROGRAM"; done
    await_apps "${apps[@]}" >/dev/null
  else
    start_apps "${apps[@]}" "SUGANG_SEED_STUDENTS=$STAND_STUDENTS" "SUGANG_SEED_PROFESSORS=$((STAND_COURSES * 3 / 5))" \
      "SUGANG_SEED_COURSES=$STAND_COURSES" SUGANG_SEED_CAPACITY=50 "$@" >/dev/null
  fi
  start_nginx "${apps[@]}" >/dev/null
}

# stand_start_once BUILD : warm when it has no AOT cache yet. Then this instance makes it, and no variant is the one without.
stand_start_once() {
  local warmup=off
  stand_build "$1"
  # the data are made by the service
  [[ -z $STAND_PROGRAM ]] || return 0
  look_for_aot_cache
  ! aot_missing || warmup=on
  stand_start "$1" 1 "SUGANG_WARMUP=$warmup"
  stop_nginx
  stop_apps app-1
}

# stand_prepare FULL SEATS BUILD... : the first FULL courses are full, the others have SEATS seats. An empty database gets its
# schema and data by the first instance that starts. Each build starts once, so that one that cannot is known before anything is
# measured.
stand_prepare() {
  local build
  for build in "${@:3}"; do
    # in a subshell: what a build sets is for itself
    (stand_start_once "$build")
  done
  { full_courses_sql "$1" "$2"; free_courses_sql "$1"; } | sql_as sugang_owner sugang
  redis flushall >/dev/null
}

# Enrollments made here have ids far above those that the service takes.
full_courses_sql() { # FULL SEATS
  cat <<SQL
SET SESSION innodb_lock_wait_timeout = 30;
DELETE FROM enrollment WHERE course_id <= $1;
UPDATE course SET enrolled = 0, capacity = IF(course_id <= $1, 50, $2);
INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)
SELECT 5000000000000000 + course_id * 1000 + student_id, student_id, course_id, UTC_TIMESTAMP(6)
FROM course JOIN student ON student_id <= 50 WHERE course_id <= $1;
UPDATE course SET enrolled = 50 WHERE course_id <= $1;
SQL
}

free_courses_sql() { # FULL
  cat <<SQL
SET SESSION innodb_lock_wait_timeout = 30;
DELETE FROM enrollment WHERE course_id > $1;
UPDATE course SET enrolled = 0 WHERE course_id > $1 AND enrolled <> 0;
SQL
}

# processes_said NAME : ids by commas; nothing if it does not run.
processes_said() { part_processes "$1" | tr -d ' ' | paste -sd, -; }

# stand_parts : what runs, in the words of io.sugang.tools.testbed.Stack.Parts.
stand_parts() {
  local name pids parts='' ports=''
  local -a found apps
  if process_alive ceiling-front; then
    echo "nginx=$(processes_said ceiling-front) backend=$(processes_said ceiling-back) port=$(state PORT_ceiling_front) management="
    return
  fi
  mapfile -t apps < <(running_apps)
  for name in mysql redis nginx; do
    pids=$(processes_said "$name")
    [[ -z $pids ]] || parts+="$name=$pids "
  done
  found=()
  for name in "${apps[@]}"; do
    found+=("$(process_pid "$name")")
    ports+=",$(state "PORT_${name}_management")"
  done
  pids=${found[*]:-}
  echo "${parts}app=${pids// /,} port=$(state PORT_NGINX) management=${ports#,}"
}
