# shellcheck shell=bash
# Free ports on the loopback, and what a port is used for, remembered in the state file so that a restart keeps its addresses.

# port_taken PORT : whether something listens there. Connecting tells it without any tool.
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# port_owner PORT : the process that listens there, as well as it can be told.
port_owner() {
  local found=''
  if command -v ss >/dev/null; then
    found=$(ss -Hltnp "sport = :$1" 2>/dev/null | grep -oE '"[^"]+",pid=[0-9]+' | head -n 1) || true
    [[ -z $found ]] || { found=${found#\"}; echo "${found%%\"*} (pid ${found##*=})"; return; }
  fi
  if command -v lsof >/dev/null; then
    found=$(lsof -nP -iTCP:"$1" -sTCP:LISTEN -Fpc 2>/dev/null | tr '\n' ' ') || true
    [[ $found =~ p([0-9]+)\ c([^ ]+) ]] && { echo "${BASH_REMATCH[2]} (pid ${BASH_REMATCH[1]})"; return; }
  fi
  echo "another process"
}

valid_port() { [[ $1 =~ ^[0-9]{1,5}$ ]] && ((10#$1 >= 1 && 10#$1 <= 65535)); }

# free_port FIRST [TAKEN...] : the first port from FIRST on that is free, none of TAKEN, and reserved for this command then.
free_port() {
  local port=$1 other
  shift
  while ((port <= 65535)); do
    for other in "$@"; do [[ $other != "$port" ]] || { port=$((port + 1)); continue 2; }; done
    if reserve_port "$port"; then echo "$port"; return; fi
    port=$((port + 1))
  done
  return 1
}

# Ports that commands of this user have chosen and perhaps not opened yet, a line each: PORT, process id and birth of the
# command. An instance opens its port after its warm-up, a minute after the choice.
PORT_RESERVATIONS=${TMPDIR:-/tmp}/sugang-$(id -u)

# reserve_port PORT : for this command until it ends; fails if something listens there, or another command that runs has it.
# Without flock, or a folder of our own, only what listens counts.
reserve_port() {
  local birth
  ! port_taken "$1" || return 1
  if ! command -v flock >/dev/null || ! (umask 077 && mkdir -p "$PORT_RESERVATIONS") 2>/dev/null || [[ ! -O $PORT_RESERVATIONS ]]; then
    return 0
  fi
  birth=$(process_birth $$) || return 0
  (
    flock 6
    reserved=$(living_reservations)
    [[ $'\n'$reserved != *$'\n'"$1 "* || $'\n'$reserved$'\n' == *$'\n'"$1 $$ $birth"$'\n'* ]] || exit 1
    printf '%s\n' "$reserved" "$1 $$ $birth" | sort -u >"$PORT_RESERVATIONS/ports"
  ) 6>"$PORT_RESERVATIONS/lock"
}

# living_reservations : the lines of commands that still run.
living_reservations() {
  local port pid birth
  [[ -e $PORT_RESERVATIONS/ports ]] || return 0
  while read -r port pid birth; do
    [[ -z $birth || $(process_birth "$pid") != "$birth" ]] || echo "$port $pid $birth"
  done <"$PORT_RESERVATIONS/ports"
}

# port_lost LOG : whether a server ended because its port was taken after it had been chosen, in the words of MySQL, Redis, NGINX
# or Tomcat.
port_lost() { grep -qiE 'address (is )?already in use|port [0-9]+ was already in use|another mysqld server running on port' "$1"; }
