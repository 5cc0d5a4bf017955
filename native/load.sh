# shellcheck shell=bash
# The load by k6: which k6, and what is told and made of a run. The scripts are in k6/; the command itself is in sugang.

K6_VERSION=1.8.1   # the one that k6/ is tried with; another 1.x on PATH will do
K6_HOME=$STATE_DIR/k6
LOAD_DIR=$STATE_DIR/load

# --- which k6 ---------------------------------------------------------------------------------------------------

# k6_version PROGRAM : like 1.8.1; nothing if it is none.
k6_version() {
  local told
  told=$(limited 20 "$1" version 2>/dev/null) || return 0
  [[ $told =~ ^k6(\.exe)?\ v([0-9]+(\.[0-9]+)+) ]] && echo "${BASH_REMATCH[2]}"
  return 0
}

# Major versions differ in what they give to handleSummary.
usable_k6() { [[ $(k6_version "$1") == 1.* ]]; }

go_program() {
  local program
  for program in "$(command -v go || true)" /usr/local/go/bin/go; do
    [[ -z $program || ! -x $program ]] || { echo "$program"; return; }
  done
  return 1
}

# find_k6 : sets K6 to the words that run a k6 which is here, and K6_ORIGIN; fails if there is none.
find_k6() {
  local program
  for program in "$(command -v k6 || true)" "$K6_HOME/$K6_VERSION/k6"; do
    if [[ -n $program && -x $program ]] && usable_k6 "$program"; then
      K6=("$program") K6_ORIGIN="k6 $(k6_version "$program")"
      return
    fi
  done
  return 1
}

# build_k6 : with Go, into the ignored folder. Fails if it cannot.
build_k6() {
  local go
  go=$(go_program) || return 1
  # whole or not at all, as an interrupted run must not leave half a program
  run_logged "building k6 $K6_VERSION with Go (once, about a minute)" "$LOG_ROOT/k6-build.log" \
    limited 900 env GOBIN="$K6_HOME/partial" CGO_ENABLED=0 GOFLAGS=-trimpath "$go" install "go.k6.io/k6@v$K6_VERSION" || return 1
  mkdir -p "$K6_HOME/$K6_VERSION"
  mv "$K6_HOME/partial/k6" "$K6_HOME/$K6_VERSION/k6"
  rm -rf "$K6_HOME/partial"
  find_k6
}

# k6_image_there : whether Docker has the image or can pull it.
k6_image_there() {
  local image=grafana/k6:$K6_VERSION
  docker_answers || return 1
  docker image inspect "$image" >/dev/null 2>&1 && return
  # a short question first: without a registry in reach a pull would try for minutes
  limited 20 docker manifest inspect "$image" >/dev/null 2>&1 &&
    run_logged "pulling $image" "$LOG_ROOT/k6-pull.log" docker pull --quiet "$image"
}

# provide_k6 : sets K6, the words that run k6 on scripts of k6/ and write into LOAD_DIR; TARGET and K6_SCRIPTS as it sees them.
provide_k6() {
  local there=''
  K6_SCRIPTS=$ROOT/k6
  if find_k6; then return; fi
  if [[ -n $(command -v k6 || true) ]]; then there=" (k6 on PATH has version $(k6_version k6), not 1.x)"; fi
  if k6_image_there; then
    K6=(docker run --rm -i --user "$(id -u):$(id -g)" -v "$ROOT/k6:/k6:ro" -v "$LOAD_DIR:$LOAD_DIR" -e GOMAXPROCS)
    # shellcheck disable=SC2034 # TARGET is read by command_load
    if [[ $MODE == docker ]]; then
      K6+=(--network "$(docker_project)_front") TARGET=http://nginx:8080
    elif [[ $(uname) == Linux ]]; then
      K6+=(--network host)
    else
      TARGET=${TARGET/127.0.0.1/host.docker.internal}
    fi
    K6+=("grafana/k6:$K6_VERSION") K6_SCRIPTS=/k6 K6_ORIGIN="k6 $K6_VERSION (image)"
    return
  fi
  if build_k6; then return; fi
  if go_program >/dev/null; then die "there is no k6 1.x on PATH$there, no image of it, and Go could not build one" "$LOG_ROOT/k6-build.log"; fi
  die "k6 is missing$there: put k6 1.x on PATH, or make the image grafana/k6:$K6_VERSION available to Docker, or install Go, with which it is built here"
}

# --- the run ----------------------------------------------------------------------------------------------------

# load_tool ARGUMENTS... : io.sugang.tools.loadreport.LoadCommand, of the native jar or of the image of the service.
load_tool() {
  if [[ $MODE == native ]]; then
    java_tool io.sugang.tools.loadreport.LoadCommand "$@"
  else
    docker run --rm -i --network none --read-only --tmpfs /tmp --user "$(id -u):$(id -g)" -v "$LOAD_DIR:$LOAD_DIR" \
      --entrypoint java "$(docker_project)-tools" \
      -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp /tools/sugang-tools.jar io.sugang.tools.loadreport.LoadCommand "$@"
  fi
}

# What the seats are like, in one sentence.
seats_said() {
  sql_as sugang_owner --skip-column-names --batch sugang <<'SQL'
SELECT CONCAT(FORMAT(COUNT(*), 0), ' courses with ', FORMAT(COALESCE(SUM(capacity), 0), 0), ' seats, ',
  FORMAT(COALESCE(SUM(capacity - enrolled), 0), 0), ' of them free') FROM course;
SQL
}

machine_said() {
  local model
  model=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1) || true
  echo "$(getconf _NPROCESSORS_ONLN) cores${model:+ ($model)}, $(uname -sr), $MODE mode, $(instances "$(running_scale)"), $K6_ORIGIN; the load comes from the same machine"
}

# k6_reason LOG : the words of the scripts when they broke it off; nothing if there are none.
k6_reason() {
  sed -n 's/.*msg="\(test aborted: \|Error: \)\([^"]*\).*/\2/p' "$1" | tail -n 1 | sed 's/\\n.*//'
}

# run_load SCENARIO RATE SECONDS NAME=VALUE... : k6 with the scripts' variables, shown and kept while it runs. Status: that of k6.
run_load() {
  local scenario=$1 rate=$2 seconds=$3 name cores
  local -a live=() variables=()
  shift 3
  for name in "$@"; do variables+=(-e "$name"); done
  # One thread of k6 serves a thousand requests a second and more; further ones only take time from the servers beside it.
  cores=$(getconf _NPROCESSORS_ONLN)
  GOMAXPROCS=$(((rate + 999) / 1000))
  ((GOMAXPROCS <= cores)) || GOMAXPROCS=$cores
  export GOMAXPROCS
  [[ $SAY_LIVE == no ]] || live=(--live)
  rm -f "$LOAD_DIR"/{result.json,result.txt,series.json,verdict.json,report.html,status}
  # Nobody is told that it ran, no port is opened, and only the variables named here reach the scripts.
  {
    status=0
    "${K6[@]}" run --quiet --no-color --no-usage-report --address '' --include-system-env-vars=false --out csv=fileName=-,timeFormat=unix_milli \
      "${variables[@]}" "$K6_SCRIPTS/$scenario.js" 2>"$LOG_ROOT/k6.log" </dev/null 9>&- || status=$?
    echo "$status" >"$LOAD_DIR/status"
  } | load_tool watch --series "$LOAD_DIR/series.json" --seconds "$seconds" "${live[@]}" 9>&- ||
    die "what k6 measured could not be read; the lines above say why"
  return "$(<"$LOAD_DIR/status")"
}
