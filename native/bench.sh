# shellcheck shell=bash
# What ./sugang bench is asked for, and the builds and settings that it compares.

# The ways to run the service that are measured, each seat control with each cache. Another cache is another word here.
BENCH_SEATS=(redis lock)
BENCH_CACHES=(two-level redis none)
BENCH_VARIANT=redis/two-level   # measured unless others are named

BENCH_CPUS='' BENCH_AGAINST='' BENCH_COMMIT='' BENCH_SETTINGS=()

BENCH_PLAIN_GO=plain-go   # what --against takes beside revisions: the service of native/plain-go

bench_variants() {
  local seats cache
  for seats in "${BENCH_SEATS[@]}"; do
    for cache in "${BENCH_CACHES[@]}"; do echo "$seats/$cache"; done
  done
}

# bench_named_variants LIST : passes on those that are named, or all.
bench_named_variants() {
  local list=$1 variant
  [[ $list != all ]] || list=$(bench_variants | paste -sd, -)
  [[ $list == *[!,]* ]] || usage_error bench "--variants needs one"
  for variant in ${list//,/ }; do
    bench_variants | grep -qxF -- "$variant" ||
      usage_error bench "there is no variant '$variant': $(bench_variants | paste -sd ' ' -)"
    STAND_OPTIONS+=(--variant "$variant")
  done
}

# bench_options ARGUMENTS... : sets STAND_OPTIONS, BENCH_CPUS, BENCH_AGAINST and BENCH_SETTINGS.
# shellcheck disable=SC2034 # STAND_STUDENTS and STAND_COURSES are read by stand.sh
bench_options() {
  local scale=1 warm_up=100000
  while (($#)); do
    case $1 in
      get | full | free | mixed) STAND_OPTIONS+=("$1") ;;
      --?*=*)
        set -- "${1%%=*}" "${1#*=}" "${@:2}"
        continue ;;
      --repetitions | --seconds | --rate | --seed | --scale | --connections | --hot | --students | --courses | --warm-up | --cpus | --variants | --against | --set)
        [[ $# -ge 2 ]] || usage_error bench "$1 needs a value"
        case $1 in
          --repetitions) stand_number bench "$1" "$2" 1 99 ;;
          --seconds) stand_number bench "$1" "$2" 1 30 ;;
          --rate) stand_number bench "$1" "$2" 1 50000 ;;
          --seed) stand_number bench "$1" "$2" 1 999999999 ;;
          --scale) stand_number bench "$1" "$2" 1 8; scale=$((10#$2)) ;;
          --connections) stand_number bench "$1" "$2" 1 4000 ;;
          --hot) stand_number bench "$1" "$2" 0 100 ;;
          --students) stand_number bench "$1" "$2" 5000 2000000; STAND_STUDENTS=$((10#$2)) ;;
          --courses) stand_number bench "$1" "$2" 500 100000; STAND_COURSES=$((10#$2)) ;;
          --warm-up) stand_number bench "$1" "$2" 0 1500000; warm_up=$((10#$2)) ;;
          --cpus) BENCH_CPUS=$2 ;;
          --against) BENCH_AGAINST=$2 ;;
          --set) bench_setting "$2"; BENCH_SETTINGS+=("$2") ;;
          --variants) bench_named_variants "$2" ;;
        esac
        shift ;;
      *) usage_error bench "unknown load or option '$1'" ;;
    esac
    shift
  done
  [[ " ${STAND_OPTIONS[*]}" == *" --variant "* ]] || STAND_OPTIONS+=(--variant "$BENCH_VARIANT")
  # a quarter of them take seats, and there are not more for them
  ((scale * warm_up <= 1500000)) || usage_error bench "$scale instances with $warm_up requests each to warm up are more than 1500000"
  [[ -z $BENCH_CPUS ]] || bench_cores
  if [[ -n $BENCH_AGAINST ]]; then
    ((${#BENCH_SETTINGS[@]} == 0)) || usage_error bench "--against and --set are two comparisons: one at a time"
  fi
  if [[ $BENCH_AGAINST == "$BENCH_PLAIN_GO" ]]; then
    (($(printf '%s\n' "${STAND_OPTIONS[@]}" | grep -cx -- --variant) == 1)) || usage_error bench "--against $BENCH_PLAIN_GO takes one variant: that service has but one way"
    STAND_OPTIONS+=(--before "a plain Go service" --before-unverified --after "these sources ($(bench_sources))")
  elif [[ -n $BENCH_AGAINST ]]; then
    BENCH_COMMIT=$(git -C "$ROOT" rev-parse --verify --quiet "$BENCH_AGAINST^{commit}") ||
      usage_error bench "--against takes a revision of this repository or $BENCH_PLAIN_GO, not '$BENCH_AGAINST'"
    STAND_OPTIONS+=(--before "$(git -C "$ROOT" log -1 --format='%h %s' "$BENCH_COMMIT")" --after "these sources ($(bench_sources))")
  elif ((${#BENCH_SETTINGS[@]})); then
    STAND_OPTIONS+=(--before "these sources" --after "with ${BENCH_SETTINGS[*]}")
  else
    STAND_OPTIONS+=(--after "these sources ($(bench_sources))")
  fi
}

# bench_again ARGUMENTS... : the command line, for whoever wants to repeat it.
bench_again() {
  local argument line='./sugang bench'
  for argument in "$@"; do
    if [[ $argument == *[!A-Za-z0-9_./:=,+-]* ]]; then line+=" ${argument@Q}"; else line+=" $argument"; fi
  done
  echo "$line"
}

# bench_setting NAME=VALUE : refuses what the stand needs for itself.
bench_setting() {
  [[ $1 =~ ^[A-Z][A-Z0-9_]*=[^[:cntrl:]]*$ ]] || usage_error bench "--set takes NAME=VALUE, not '$1'"
  case ${1%%=*} in
    SUGANG_SEAT_CONTROL | SUGANG_STUDENT_CACHE) usage_error bench "${1%%=*} is what --variants is for" ;;
    MYSQL_SSL_MODE) ;;
    PATH | JAVA_HOME | SUGANG_SEED* | MYSQL_* | REDIS_* | SERVER_PORT | SERVER_ADDRESS | MANAGEMENT_SERVER_*)
      usage_error bench "${1%%=*} belongs to the stack that is measured" ;;
  esac
}

# Each core that is named must be there and free to use, or less would be measured on than is said.
bench_cores() {
  local range there count=0
  [[ $BENCH_CPUS =~ ^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$ ]] ||
    usage_error bench "--cpus takes cores like 0,1 or 0-1, not '$BENCH_CPUS'"
  command -v taskset >/dev/null || usage_error bench "--cpus needs taskset (util-linux)"
  for range in ${BENCH_CPUS//,/ }; do
    ((10#${range#*-} >= 10#${range%-*})) || usage_error bench "--cpus: the range $range has no cores"
    count=$((count + 10#${range#*-} - 10#${range%-*} + 1))
  done
  there=$(taskset -c "$BENCH_CPUS" nproc 2>/dev/null) || there=0
  ((there == count)) || usage_error bench "--cpus $BENCH_CPUS: $there of these $count cores can be used"
}

# What these sources are, for a table that is looked at later.
bench_sources() {
  local commit changed=''
  commit=$(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null) || { echo "not in git"; return; }
  [[ -z $(git -C "$ROOT" status --porcelain 2>/dev/null | head -n 1) ]] || changed=" with changes"
  echo "$commit$changed"
}

# bench_builds : of these sources, and of the revision to compare with, built once per commit.
bench_builds() {
  local dir=$STATE_DIR/bench/builds/$BENCH_COMMIT
  # shellcheck disable=SC2034 # read by the files of the parts
  JDK=$(find_jdk) || die "the bench builds and runs the service with the JDK named above."
  [[ $BENCH_AGAINST != "$BENCH_PLAIN_GO" ]] || bench_build_plain_go
  provide_app
  [[ -n $BENCH_COMMIT && ! (-s $dir/app/sugang.jar && -s $dir/nginx.conf) ]] || return 0
  mkdir -p "$dir"
  UNDO=bench_forget_sources
  bench_forget_sources
  git -C "$ROOT" worktree add --force --detach "$dir/source" "$BENCH_COMMIT" >"$LOG_ROOT/bench-build.log" 2>&1 ||
    die "git cannot check out $BENCH_AGAINST" "$LOG_ROOT/bench-build.log"
  [[ -x $dir/source/app/mvnw && -s $dir/source/nginx/nginx.conf ]] || die "$BENCH_AGAINST has no app/mvnw or nginx/nginx.conf"
  cp "$dir/source/nginx/nginx.conf" "$dir/nginx.conf"
  build_app "$dir/source" "$dir/app" "$LOG_ROOT/bench-build.log" "building $BENCH_AGAINST (once per commit)"
  bench_forget_sources
  # shellcheck disable=SC2034 # read by on_exit
  UNDO=''
  part_line before "built from ${BENCH_COMMIT:0:12}"
}

# What it downloads stays in the state folder; Go knows by itself what has to be built again.
bench_build_plain_go() {
  local go log=$LOG_ROOT/bench-build.log
  go=$(PATH=$PATH:/usr/local/go/bin type -P go) ||
    die "--against $BENCH_PLAIN_GO builds native/plain-go and needs Go $(awk '$1 == "go" { print $2 }' "$ROOT/native/plain-go/go.mod") or later: no go on the PATH or in /usr/local/go/bin"
  GOPATH=$STATE_DIR/go GOFLAGS='-mod=readonly -modcacherw' run_logged "building native/plain-go" "$log" \
    "$go" build -C "$ROOT/native/plain-go" -o "$STATE_DIR/bench/builds/$BENCH_PLAIN_GO/" . || die "native/plain-go cannot be built" "$log"
  part_line before "built from native/plain-go"
}

# The jar is enough; a worktree would stay in git's list.
bench_forget_sources() {
  local dir=$STATE_DIR/bench/builds/$BENCH_COMMIT/source
  git -C "$ROOT" worktree remove --force "$dir" >/dev/null 2>&1 || true
  rm -rf "$dir"
}

# stand_build before|after|present : called in a subshell, so that all it sets is for one start.
stand_build() {
  case $1 in
    before)
      [[ -n $BENCH_AGAINST ]] || return 0
      # shellcheck disable=SC2034 # read by stand_start
      if [[ $BENCH_AGAINST == "$BENCH_PLAIN_GO" ]]; then STAND_PROGRAM=$STATE_DIR/bench/builds/$BENCH_PLAIN_GO/plain-go; return; fi
      # shellcheck disable=SC2034 # read by start_app and write_nginx_settings
      APP_DIR=$STATE_DIR/bench/builds/$BENCH_COMMIT/app NGINX_SOURCE=$STATE_DIR/bench/builds/$BENCH_COMMIT/nginx.conf ;;
    # settings that the scripts read too, like SUGANG_JAVA_OPTIONS
    after) ((${#BENCH_SETTINGS[@]} == 0)) || export "${BENCH_SETTINGS[@]}" ;;
    present) ;;
    *) echo "no build is called $1"; return 1 ;;
  esac
}
