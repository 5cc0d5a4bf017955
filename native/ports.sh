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

# free_port FIRST [TAKEN...] : the first port from FIRST on that is free and none of TAKEN.
free_port() {
  local port=$1 other
  shift
  while ((port <= 65535)); do
    for other in "$@"; do [[ $other != "$port" ]] || { port=$((port + 1)); continue 2; }; done
    port_taken "$port" || { echo "$port"; return; }
    port=$((port + 1))
  done
  return 1
}
