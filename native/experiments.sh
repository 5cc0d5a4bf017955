# shellcheck shell=bash
# The stack that ./sugang experiments measures: native, with state, data, settings and ports of its own, so that the stack of
# `up` keeps what it has. The programs and the built service are the same.

# experiments_stack : from here on all of native/ works on that stack.
experiments_stack() {
  # shellcheck disable=SC2034 # read by the files of the parts
  NATIVE_DIR=$STATE_DIR/experiments/stack/native SETTINGS_FILE=$STATE_DIR/experiments/stack/.env PORT_STEP=10000 MODE=native
  # shellcheck disable=SC2034 # the same
  LOG_DIR=$NATIVE_DIR/log RUN_DIR=$NATIVE_DIR/run
  # What the variants are about, and the data, are set by them and not by whoever calls.
  unset SUGANG_SEAT_CONTROL SUGANG_STUDENT_CACHE SUGANG_WARMUP SUGANG_SEED SUGANG_SEED_STUDENTS SUGANG_SEED_PROFESSORS \
    SUGANG_SEED_COURSES SUGANG_SEED_CAPACITY MYSQL_SSL_MODE "${SECRETS[@]}"
  mkdir -p "$NATIVE_DIR"
  [[ -e $SETTINGS_FILE ]] || write_settings "$SETTINGS_FILE"
}

# experiments_up : MySQL and Redis, and ports for everything.
experiments_up() {
  local name
  # shellcheck disable=SC2034 # the same
  JDK=$(find_jdk) || die "the experiments build and run the service with the JDK named above."
  provide_servers
  provide_app
  # what an experiment that was killed left
  native_down
  assign_port PORT_NGINX 8080 nginx
  assign_port PORT_MYSQL 13306 mysql
  assign_port PORT_REDIS 16379 redis
  for name in app-1 app-2 app-3; do
    assign_port "PORT_$name" 18081 "$name"
    assign_port "PORT_${name}_management" 19081 "$name"
  done
  start_mysql
  start_redis
}

# experiments_down : also what was started by an operation, i.e. in a subshell.
experiments_down() {
  end_harness
  native_down
}

# experiments_operation LINE : in the words of io.sugang.experiments.Stack.
experiments_operation() {
  local -a words apps
  read -r -a words <<<"$1"
  case ${words[0]} in
    prepare) experiments_prepare "${words[@]:1}" ;;
    reset)
      free_courses_sql "${words[1]}" | sql_as sugang_owner sugang
      redis flushall >/dev/null ;;
    start)
      experiments_start "${words[@]:1}" ;;
    stop)
      stop_nginx
      mapfile -t apps < <(running_apps)
      ((${#apps[@]} == 0)) || stop_apps "${apps[@]}" ;;
    parts) experiments_parts ;;
    kill) native_kill "${words[1]}" ;;
    start-redis) start_redis >/dev/null ;;
    verify)
      export "${words[1]?}"
      java_tool io.sugang.verifier.VerifierCommand --timeout 30s ;;
    *) echo "unknown operation ${words[0]}"; return 1 ;;
  esac
}

# experiments_start COUNT NAME=VALUE...
experiments_start() {
  local -a apps
  mapfile -t apps < <(app_names "$1")
  shift
  start_apps "${apps[@]}" SUGANG_SEED_STUDENTS=5000 SUGANG_SEED_PROFESSORS=300 SUGANG_SEED_COURSES=500 SUGANG_SEED_CAPACITY=50 \
    "$@" >/dev/null
  start_nginx "${apps[@]}" >/dev/null
}

# experiments_prepare FULL SEATS : the first FULL courses are full, the others have SEATS seats. An empty database gets its
# schema and data by the first instance that starts.
experiments_prepare() {
  local name=app-1
  # Warm when there is no AOT cache yet: then this instance makes it, and no variant is the one that has none.
  look_for_aot_cache
  if aot_missing; then experiments_start 1 SUGANG_WARMUP=on; else experiments_start 1 SUGANG_WARMUP=off; fi
  stop_nginx
  stop_apps "$name"
  { full_courses_sql "$@"; free_courses_sql "$1"; } | sql_as sugang_owner sugang
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

# experiments_parts : what runs, in the words of io.sugang.experiments.Stack.Parts.
experiments_parts() {
  local name pids parts='' ports=''
  local -a found apps
  mapfile -t apps < <(running_apps)
  for name in mysql redis nginx; do
    mapfile -t found < <(part_processes "$name")
    ((${#found[@]})) || continue
    pids=${found[*]}
    parts+="$name=${pids// /,} "
  done
  found=()
  for name in "${apps[@]}"; do
    found+=("$(process_pid "$name")")
    ports+=",$(state "PORT_${name}_management")"
  done
  pids=${found[*]:-}
  echo "${parts}app=${pids// /,} port=$(state PORT_NGINX) management=${ports#,}"
}
