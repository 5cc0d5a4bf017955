# ./sugang load --ngrinder, for sugang. Sourced; needs the functions of sugang: compose, setting, provide_app and others.
# shellcheck shell=bash disable=SC2154

help_ngrinder() {
  cat <<'HELP'
./sugang load --ngrinder [students | enrollments | mixed] [OPTIONS]
  Has the agents of an nGrinder controller send requests at a constant rate. Starts a controller and an agent in Docker,
  uploads the script (ngrinder/), runs the test, fetches its figures, writes .sugang/ngrinder/latest.md and .csv.
  --tps N       requests per second (2000)         --minutes N    at that rate (5), after a ramp
  --ramp S      seconds of the ramp (30)           --posts P      percent of enrollments in mixed (50)
  --agents N --processes N --threads N             how many send: 1 agent with 2 processes of 100 threads
  --students N --courses N                         how many there are (of .env, else 5000 and 500)
  --controller URL   a controller that exists elsewhere, with agents; then also --target URL: where those find NGINX
  --wait S           how long for controller and agents to be ready (180)
  --report FILE      the report elsewhere; the samples lie beside it
  NGRINDER_USER and NGRINDER_PASSWORD, in .env or the environment, say who signs in (admin and admin).
  Exit status 0 the rate was held without an error, 1 not, 2 it could not be run or was broken off.
HELP
}

# load_ngrinder ARGUMENTS... : those of the runner. Controller and agent are started unless --controller is given.
load_ngrinder() {
  local controller='' target='' report=$STATE_DIR/ngrinder/latest.md port folder
  local -a arguments=()
  # shellcheck disable=SC2034 # read by die
  DIE_STATUS=2
  [[ " $* " == *" --students"* ]] || arguments+=(--students "$(setting SUGANG_SEED_STUDENTS 5000)")
  [[ " $* " == *" --courses"* ]] || arguments+=(--courses "$(setting SUGANG_SEED_COURSES 500)")
  while (($#)); do
    case $1 in
      -h | --help) help_ngrinder; return ;;
      --report=*) report=${1#*=} ;;
      --report)
        [[ $# -ge 2 ]] || die "--report needs a file"
        report=$2
        shift ;;
      *)
        [[ $1 != --controller?(=*) ]] || controller=given
        [[ $1 != --target?(=*) ]] || target=given
        arguments+=("$1") ;;
    esac
    shift
  done
  mkdir -p "$STATE_DIR/ngrinder" "$LOG_ROOT"
  [[ -n $report && -d $(dirname "$report") ]] || die "--report needs a file in a folder that exists, not '$report'"
  folder=$(cd "$(dirname "$report")" && pwd)
  report=$folder/$(basename "$report")
  NGRINDER_USER=$(setting NGRINDER_USER admin)
  NGRINDER_PASSWORD=$(setting NGRINDER_PASSWORD admin)
  export NGRINDER_USER NGRINDER_PASSWORD

  if [[ -n $controller ]]; then
    [[ -n $target ]] || die "with --controller, --target is needed too: the URL at which the agents of that controller find NGINX"
    JDK=$(find_jdk) || die "the runner is built with the JDK named above."
    provide_tools >&2
    # neither MySQL nor Redis is asked for anything
    "$JDK/bin/java" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$TOOLS_DIR/sugang-tools.jar" \
      io.sugang.tools.ngrinder.NGrinderCommand --scripts "$ROOT/ngrinder" --report "$report" "${arguments[@]}" 9>&- || exit
    return
  fi

  docker_answers ||
    die "nGrinder runs in Docker, and no engine with compose answers. Without one, --controller URL --target URL drives a controller elsewhere; k6 needs neither: ./sugang load"
  docker_running || die "the agents reach the service over the network of its containers: ./sugang up --docker first"
  port=$(setting SUGANG_NGRINDER_PORT 8300)
  if [[ -z $(compose --profile ngrinder ps -q ngrinder-controller 2>/dev/null) ]] && port_taken "$port"; then
    die "port $port is in use by $(port_owner "$port"); SUGANG_NGRINDER_PORT in .env chooses another one for nGrinder's page"
  fi
  # by their names and without what they depend on: the service stays as it runs
  run_logged "starting nGrinder's controller and agent" "$LOG_ROOT/ngrinder-up.log" \
    compose --profile ngrinder up -d --no-deps ngrinder-controller ngrinder-agent ||
    die "nGrinder's containers could not be started" "$LOG_ROOT/ngrinder-up.log"
  say "  nGrinder's page is http://127.0.0.1:$port, and stays open until ./sugang down"
  tools_as_caller
  compose --profile ngrinder run --rm -T -v "$folder:$folder" ngrinder-runner --report "$report" "${arguments[@]}" || exit
}
