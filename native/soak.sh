# shellcheck shell=bash
# What ./sugang soak measures of a native stack, and its options.

# soak_arguments ARGUMENTS... : sets SOAK_ARGUMENTS, those of io.sugang.tools.chaos.SoakCommand, and SOAK_YES (yes, no), or tells what is
# wrong. Needs nothing that runs.
# shellcheck disable=SC2034 # read by sugang
soak_arguments() {
  SOAK_ARGUMENTS=() SOAK_YES=no
  while (($#)); do
    case $1 in
      --yes | -y) SOAK_YES=yes ;;
      --?*=*)
        set -- "${1%%=*}" "${1#*=}" "${@:2}"
        continue ;;
      --minutes)
        [[ -n ${2:-} ]] || usage_error soak "$1 needs a value"
        number_option soak "$1" "$2" 1 1440
        SOAK_ARGUMENTS+=("$1" "$((10#$2))")
        shift ;;
      *) usage_error soak "unknown option '$1'" ;;
    esac
    shift
  done
}

# soak_figures NAME,NAME... : what these instances and the servers take now, in words of io.sugang.tools.chaos.Flatness: rss and heap (after
# a full collection) in MB, threads, files (open descriptors), connections, keys of Redis, open entries. A cached student, and what
# a course has only while it has students, come and go with the load: such keys do not count.
soak_figures() {
  local name pid ports
  local -a apps
  IFS=, read -r -a apps <<<"$1"
  for name in "${apps[@]}"; do
    pid=$(process_pid "$name") || { echo "$name does not run"; return 1; }
    "$JDK/bin/jcmd" "$pid" GC.run >/dev/null
    echo "$name.heap=$("$JDK/bin/jcmd" "$pid" GC.heap_info | heap_used)"
    echo "$name.rss=$(process_memory "$name")"
    echo "$name.threads=$(ps -o nlwp= -p "$pid" | tr -d ' ')"
    echo "$name.files=$(find "/proc/$pid/fd" -mindepth 1 2>/dev/null | wc -l)"
  done
  for name in redis mysql nginx; do echo "$name.rss=$(process_memory "$name")"; done
  echo "redis.connections=$(redis_command INFO clients | tr -d '\r' | sed -n 's/^connected_clients://p')"
  echo "redis.keys=$(redis_command --scan | grep -vcE '^student:|^course:\{[0-9]+\}:(students|pending|ticket)$' || true)"
  echo "redis.entries=$(open_entries)"
  echo "mysql.connections=$(mysql_as root --skip-column-names --batch \
    <<<"SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'sugang'")"
  ports=$(for name in NGINX "${apps[@]}"; do printf '%04X ' "$(state "PORT_$name")"; done)
  echo "http.connections=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | connections_to "$ports")"
}

# heap_used : MB, from what jcmd says of a heap; metaspace is none of it.
heap_used() {
  awk '!/Metaspace|class space/ && match($0, /used [0-9]+K/) { kb += substr($0, RSTART + 5, RLENGTH - 6) } END { printf "%d", kb / 1024 }'
}

# connections_to PORTS : how many lines of /proc/net/tcp are established connections of these local ports, in hexadecimal.
connections_to() {
  awk -v ports=" $1 " '$4 == "01" { split($2, at, ":"); if (index(ports, " " at[length(at)] " ")) n++ } END { print n + 0 }'
}

# open_entries : of all courses at the gate.
open_entries() {
  redis_command --scan --pattern 'course:*:pending' | sed 's/.*/HLEN "&"/' | redis_command | awk '{ n += $1 } END { print n + 0 }'
}
