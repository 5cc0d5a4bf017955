# shellcheck shell=bash
# How the scripts talk: plain lines everywhere, colour and a moving clock only where a person watches.
# The caller may set SAY_NAME (the name in front of error messages) and DIE_STATUS.

if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
  SAY_LIVE=yes BOLD=$'\e[1m' DIM=$'\e[2m' RED=$'\e[31m' YELLOW=$'\e[33m' PLAIN=$'\e[0m'
else
  SAY_LIVE=no BOLD='' DIM='' RED='' YELLOW='' PLAIN=''
fi

say()     { printf '%s\n' "$*"; }
section() { printf '%s\n' "$BOLD$*$PLAIN"; }
detail()  { printf '%s\n' "$DIM$*$PLAIN"; }
warn()    { printf '%s\n' "${YELLOW}${SAY_NAME:-sugang}: $*$PLAIN" >&2; }

# part_line NAME TEXT : one aligned line per part of the stack.
part_line() { printf '  %-10s %s\n' "$1" "$2"; }

# die MESSAGE [LOG] : says what was wrong, shows what matters of the log and names it, gives up.
die() {
  printf '%s\n' "${RED}${SAY_NAME:-sugang}: $1$PLAIN" >&2
  if [[ -n ${2:-} && -s $2 ]]; then
    # Maven puts the cause first and advice after it, everything else ends with its cause
    if grep -q '^\[ERROR\] ' "$2"; then
      printf '%s\n' "--- first errors in $2" >&2
      grep '^\[ERROR\] ' "$2" | head -n 15 | cut -c 1-300 >&2 || true
    else
      printf '%s\n' "--- last lines of $2" >&2
      # stack frames would push the messages out
      grep -vE '^[[:space:]]+(at |\.\.\. [0-9]+ )' "$2" | tail -n 20 | cut -c 1-300 >&2 || true
    fi
    printf '%s\n' "--- whole log: $2" >&2
  elif [[ -n ${2:-} ]]; then
    printf '%s\n' "(the log $2 is empty)" >&2
  fi
  exit "${DIE_STATUS:-1}"
}

# clock TEXT : rewrites the current line; silent where nobody watches. clock_clear wipes it.
clock()       { [[ $SAY_LIVE == no ]] || printf '\r\e[K  %s' "$DIM$*$PLAIN"; }
clock_clear() { [[ $SAY_LIVE == no ]] || printf '\r\e[K'; }

RUNNING_JOB=''

# run_logged LABEL LOG COMMAND... : runs the command with its output in LOG and a clock on the terminal; status of the command.
# The command gets a process group of its own, so that an interrupted caller can end all of it (stop_running_job).
run_logged() {
  local label=$1 log=$2 begun=$SECONDS status=0
  shift 2
  mkdir -p "$(dirname "$log")"
  [[ $SAY_LIVE == yes ]] || say "  $label ..."
  set -m
  "$@" >"$log" 2>&1 </dev/null 9>&- &
  RUNNING_JOB=$!
  set +m
  while kill -0 "$RUNNING_JOB" 2>/dev/null; do
    clock "$label ... $((SECONDS - begun)) s"
    sleep 0.2
  done
  wait "$RUNNING_JOB" 2>/dev/null || status=$?
  RUNNING_JOB=''
  clock_clear
  return "$status"
}

stop_running_job() {
  [[ -n $RUNNING_JOB ]] || return 0
  kill -TERM -- "-$RUNNING_JOB" 2>/dev/null || true
  wait "$RUNNING_JOB" 2>/dev/null || true
  RUNNING_JOB=''
  clock_clear
}
