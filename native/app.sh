# shellcheck shell=bash
# The service in native mode: built when its sources changed, run as N instances on ports of their own.

app_names() { # COUNT
  local i
  for ((i = 1; i <= $1; i++)); do echo "app-$i"; done
}

# digest : of standard input, short.
digest() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -c 1-16
}

# source_digest : over everything the jar is made of.
source_digest() {
  (
    cd "$ROOT" || exit
    find pom.xml app/pom.xml app/src/main lua seed -type f | LC_ALL=C sort | while IFS= read -r file; do
      printf '%s\n' "$file"
      cat "$file"
    done
  ) | digest
}

# provide_app [again] : sets APP_DIGEST and APP_DIR (extracted layout), building if there is none for these sources.
provide_app() {
  local part begun=$SECONDS
  for part in pom.xml app/pom.xml app/src/main lua seed; do
    [[ -e $ROOT/$part ]] || die "there is no $part: this clone is not complete"
  done
  APP_DIGEST=$(source_digest)
  APP_DIR=$STATE_DIR/app/$APP_DIGEST
  [[ -s $APP_DIR/sugang.jar && ${1:-} != again ]] && return
  build_app "$ROOT" "$APP_DIR" "$LOG_ROOT/build.log" "building the service (once per change; the first time Maven fetches its libraries)"
  part_line build "done after $((SECONDS - begun)) s"
}

# build_app SOURCES FOLDER LOG SAYING : the service of these sources, extracted into FOLDER, whole or not at all.
build_app() {
  local sources=$1 folder=$2 log=$3 partial=$2.partial
  JAVA_HOME=$JDK run_logged "$4" "$log" "$sources/app/mvnw" -f "$sources/app/pom.xml" -B -q -Dmaven.test.skip=true package ||
    die "the build failed" "$log"
  rm -rf "$partial"
  mkdir -p "${partial%/*}"
  "$JDK/bin/java" -Djarmode=tools -jar "$sources/app/target/sugang.jar" extract --destination "$partial" >>"$log" 2>&1 ||
    die "the jar could not be extracted" "$log"
  rm -rf "$folder"
  mv "$partial" "$folder"
}

# provide_tools : sets TOOLS_DIR, the jar of the tools with its libraries, building it if there is none for these sources.
provide_tools() {
  local digest log=$LOG_ROOT/build-tools.log
  [[ -z ${TOOLS_DIR:-} ]] || return 0
  digest=$(cd "$ROOT" && find pom.xml verifier/pom.xml verifier/src/main tools/pom.xml tools/src/main -type f -print0 | LC_ALL=C sort -z | xargs -0 cat | digest)
  TOOLS_DIR=$STATE_DIR/tools/$digest
  [[ ! -s $TOOLS_DIR/sugang-tools.jar ]] || return 0
  JAVA_HOME=$JDK run_logged "building the tools (once per change)" "$log" "$ROOT/app/mvnw" -f "$ROOT/pom.xml" -pl verifier,tools -B -q -Dmaven.test.skip=true package ||
    die "the build of the tools failed" "$log"
  rm -rf "$STATE_DIR/tools"
  mkdir -p "$TOOLS_DIR.partial"
  cp -R "$ROOT/tools/target/lib" "$ROOT/tools/target/sugang-tools.jar" "$TOOLS_DIR.partial/"
  mv "$TOOLS_DIR.partial" "$TOOLS_DIR"
}

# forget_old_apps : layouts that neither the sources nor a running instance need.
forget_old_apps() {
  local dir
  for dir in "$STATE_DIR"/app/*/; do
    dir=${dir%/}
    [[ ! -d $dir || $dir == "$APP_DIR" ]] || rm -rf "$dir"
  done
}

# app_environment : what the service reads, exported into the current (sub)shell.
app_environment() {
  local name
  export MYSQL_HOST=127.0.0.1 MYSQL_PORT REDIS_HOST=127.0.0.1 REDIS_PORT
  MYSQL_PORT=$(state PORT_MYSQL) REDIS_PORT=$(state PORT_REDIS)
  export MYSQL_DATABASE=sugang MYSQL_USER=sugang MYSQL_PASSWORD MYSQL_OWNER_USER=sugang_owner MYSQL_OWNER_PASSWORD \
    REDIS_USER=sugang REDIS_PASSWORD
  MYSQL_PASSWORD=$(setting MYSQL_PASSWORD) MYSQL_OWNER_PASSWORD=$(setting MYSQL_OWNER_PASSWORD)
  REDIS_PASSWORD=$(setting REDIS_PASSWORD)
  for name in MYSQL_SSL_MODE SUGANG_API_DOCS SUGANG_SEAT_CONTROL SUGANG_STUDENT_CACHE SUGANG_WARMUP SUGANG_MYSQL_POOL \
    SUGANG_HTTP_THREADS SUGANG_SEED SUGANG_SEED_STUDENTS SUGANG_SEED_PROFESSORS SUGANG_SEED_COURSES SUGANG_SEED_CAPACITY; do
    [[ -z $(setting "$name") ]] || export "$name=$(setting "$name")"
  done
}

# app_version : changes whenever an instance would have to be started anew: other jar, JDK, ports or settings.
app_version() {
  (
    app_environment
    printf '%s\n' "$APP_DIGEST" "$JDK" "$(setting SUGANG_HEAP 512m)" "$(setting SUGANG_JAVA_OPTIONS)"
    env | grep -E '^(MYSQL|REDIS|SUGANG_(API|SEAT|STUDENT|WARMUP|MYSQL_POOL|HTTP_THREADS|SEED))_?' | LC_ALL=C sort
  ) | digest
}

# start_app NAME [VARIABLE=VALUE...] : the variables go before those of the settings.
start_app() {
  local name=$1
  shift
  [[ ${AOT_LOOKED:-} == "$APP_DIR" ]] || look_for_aot_cache
  start_instance "$name" env "$@" "$JDK/bin/java" "${APP_FLAGS[@]}" "${AOT_FLAGS[@]}" -jar "$APP_DIR/sugang.jar"
}

# What start_instance started, to start it again on other ports: its arguments by NAME, quoted.
declare -A INSTANCE_STARTS=()

# start_instance NAME COMMAND... : with what the service reads in its environment, on the ports of NAME.
start_instance() {
  STARTED+=("$1")
  INSTANCE_STARTS[$1]=$(printf '%q ' "$@")
  (
    app_environment
    export SERVER_ADDRESS=127.0.0.1 MANAGEMENT_SERVER_ADDRESS=127.0.0.1 SERVER_PORT MANAGEMENT_SERVER_PORT
    SERVER_PORT=$(state "PORT_$1") MANAGEMENT_SERVER_PORT=$(state "PORT_${1}_management")
    start_process "$@" </dev/null
  )
}

# start_apps NAME... [VARIABLE=VALUE...] : and awaits them. Those that warm up share the cores with each other's compilers, and
# one that has too little of them is not warm when its time is up: so half as many at once as there are cores.
start_apps() {
  local word name at_once=1
  local -a left=() settings=() turn
  for word in "$@"; do
    if [[ $word == *=* ]]; then settings+=("$word"); else left+=("$word"); fi
  done
  ((${#left[@]})) || return 0
  look_for_aot_cache
  if [[ $(setting SUGANG_WARMUP on) == off || " ${settings[*]} " == *' SUGANG_WARMUP=off '* ]]; then
    at_once=${#left[@]}
  else
    (($(cores) < 4)) || at_once=$(($(cores) / 2))
    if aot_missing && ! process_alive "${left[0]}"; then
      record_aot_cache "${left[0]}" "${settings[@]}"
      left=("${left[@]:1}")
    fi
  fi
  while ((${#left[@]})); do
    turn=("${left[@]:0:at_once}") left=("${left[@]:at_once}")
    for name in "${turn[@]}"; do
      process_alive "$name" || start_app "$name" "${settings[@]}"
    done
    await_apps "${turn[@]}"
  done
}

# cores : that this process may use.
cores() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN; }

# http_status PORT PATH : status code of a GET on the loopback; nothing if there is no answer.
http_status() {
  (
    exec 8<>"/dev/tcp/127.0.0.1/$1" || exit 0
    printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$2" >&8
    read -r -t 5 -u 8 _ status _ && echo "$status"
  ) 2>/dev/null || true
}

# app_serving NAME : ready, and not answering 503 because MySQL is away.
app_serving() { [[ $(http_status "$(state "PORT_$1_management")" /actuator/health/serving) == 200 ]]; }

app_ready() { [[ $(http_status "$(state "PORT_$1_management")" /actuator/health/readiness) == 200 ]]; }

# await_apps NAME... : until each is ready; ends at once if one dies.
await_apps() {
  local begun=$SECONDS limit name
  local -a waiting=("$@") still
  limit=$(setting SUGANG_START_SECONDS 300)
  while ((${#waiting[@]})); do
    still=()
    for name in "${waiting[@]}"; do
      # alive first: another program may answer at its port
      if ! process_alive "$name"; then
        renew_port "$name" "$LOG_DIR/$name.log" "PORT_$name" 18081 "PORT_${name}_management" 19081 ||
          die "$name ended while starting" "$LOG_DIR/$name.log"
        eval "start_instance ${INSTANCE_STARTS[$name]}"
        still+=("$name")
      elif app_ready "$name"; then
        clock_clear
        part_line "$name" "ready after $((SECONDS - begun)) s on 127.0.0.1:$(state "PORT_$name")"
      else
        still+=("$name")
      fi
    done
    waiting=("${still[@]}")
    ((${#waiting[@]})) || break
    ((SECONDS - begun < limit)) || die "${waiting[*]} not ready within $limit s (SUGANG_START_SECONDS)" "$LOG_DIR/${waiting[0]}.log"
    clock "starting ${waiting[*]} ... $((SECONDS - begun)) s"
    sleep 0.3
  done
}

# await_serving NAME... : an instance that ran while MySQL was away needs a moment to find it again.
await_serving() {
  local name begun=$SECONDS
  for name in "$@"; do
    until app_serving "$name"; do
      process_alive "$name" || die "$name ended" "$LOG_DIR/$name.log"
      ((SECONDS - begun < 30)) || die "$name is ready but finds no MySQL" "$LOG_DIR/$name.log"
      sleep 0.2
    done
  done
}

# stop_apps NAME... : all at once; each finishes the requests it has.
stop_apps() {
  local name
  for name in "$@"; do signal_process "$name" TERM; done
  for name in "$@"; do await_end "$name" 40; done
}

# java_tool CLASS ARGUMENTS... : a command of the jar of the tools, on the running native stack. It lives for seconds, so the
# optimizing compiler would take more processor time than it saves (measured: 8.7 instead of 13.5 CPU seconds for 60,000
# requests), and from the servers it shares the machine with. TOOL_COMPILER says otherwise for one that lives longer.
java_tool() {
  provide_tools >&2
  (
    app_environment
    # they look, and change nothing
    MYSQL_USER=sugang_reader MYSQL_PASSWORD=$(setting MYSQL_READER_PASSWORD)
    REDIS_USER=sugang_reader REDIS_PASSWORD=$(setting REDIS_READER_PASSWORD)
    unset MYSQL_OWNER_USER MYSQL_OWNER_PASSWORD
    exec "$JDK/bin/java" -Xmx"$(setting SUGANG_TOOL_HEAP 512m)" -XX:+UseSerialGC "${TOOL_COMPILER:--XX:TieredStopAtLevel=1}" -cp "$TOOLS_DIR/sugang-tools.jar" "$@"
  )
}
