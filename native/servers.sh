# shellcheck shell=bash
# shellcheck disable=SC2034 # SERVER_BIN is read by the files of the servers
# Where the programs of MySQL 9, Redis 8 and NGINX come from: fetched privately into DIST, or found on PATH.
# The caller sets DIST and LOG_ROOT.

SERVER_PROGRAMS="mysqld mysql redis-server redis-cli nginx"
NGINX_OLDEST=1.27.3   # the first whose open version looks names of upstream servers up again (resolve)

# version_at_least VERSION OLDEST
version_at_least() {
  local -a have want
  local i
  IFS=. read -r -a have <<<"$1"
  IFS=. read -r -a want <<<"$2"
  for i in 0 1 2; do
    ((10#${have[i]:-0} == 10#${want[i]:-0})) || { ((10#${have[i]:-0} > 10#${want[i]:-0})); return; }
  done
}

# server_fault PROGRAM : prints what is wrong with the one on PATH; nothing if it will do.
server_fault() {
  local told want
  command -v "$1" >/dev/null || { echo "$1 is not on PATH"; return; }
  case $1 in
    mysqld | mysql) want=9 told=$("$1" --version 2>&1) || true ;;
    redis-server | redis-cli) want=8 told=$("$1" --version 2>&1) || true ;;
    nginx) want=$NGINX_OLDEST told=$(nginx -v 2>&1) || true ;;
  esac
  if [[ $told =~ (Ver\ |v=|redis-cli\ |nginx/)([0-9]+(\.[0-9]+)*) && $told != *MariaDB* ]]; then
    version_at_least "${BASH_REMATCH[2]}" "$want" || echo "$1 on PATH has version ${BASH_REMATCH[2]}, but $want or newer is needed"
  else
    echo "$1 on PATH is not the server meant (it says: ${told:0:80})"
  fi
}

# provide_servers : sets SERVER_BIN to the folder prefix of the programs (empty: PATH), fetching them if that is needed and possible.
provide_servers() {
  local program fault reason faults=''
  SERVER_BIN=''
  if [[ -s $DIST/versions.txt ]]; then
    SERVER_BIN=$DIST/bin/
    return
  fi
  if reason=$(private_apt_possible); then
    if run_logged "fetching MySQL 9, Redis 8 and NGINX into .sugang/dist (about 90 MB, once)" "$LOG_ROOT/get-servers.log" "$NATIVE_SCRIPTS/get-servers" "$DIST"; then
      part_line servers "fetched into .sugang/dist"
      SERVER_BIN=$DIST/bin/
      return
    fi
    reason="fetching them failed (log: $LOG_ROOT/get-servers.log)"
  fi
  for program in $SERVER_PROGRAMS; do
    fault=$(server_fault "$program")
    [[ -z $fault ]] || faults+=$'\n'"  - $fault"
  done
  [[ -n $faults ]] || return 0
  die "native mode needs MySQL 9, Redis 8 and NGINX $NGINX_OLDEST or newer: $reason, and on PATH:$faults
  Install what is missing (macOS: brew install mysql redis nginx), or use Docker: ./sugang up --docker" \
    "$([[ ! -e $LOG_ROOT/get-servers.log ]] || echo "$LOG_ROOT/get-servers.log")"
}

# servers_known : sets SERVER_BIN without fetching anything (for commands that talk to what runs).
servers_known() {
  SERVER_BIN=''
  [[ ! -s $DIST/versions.txt ]] || SERVER_BIN=$DIST/bin/
}
