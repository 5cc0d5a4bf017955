# shellcheck shell=bash
# Prometheus and Grafana of the native mode, on the loopback only: the files of observe/, with this machine's addresses. They are
# not fetched: what is not on PATH is left out, and nothing else depends on it.

PROMETHEUS_OLDEST=2.42.0   # what the files were tried with

# observe_fault PROGRAM : prints why it cannot be started; nothing if it can.
observe_fault() {
  local told
  command -v "$1" >/dev/null || { echo "$1 is not on PATH"; return; }
  case $1 in
    prometheus)
      told=$(prometheus --version 2>&1) || true
      if [[ $told =~ version\ ([0-9]+(\.[0-9]+)*) ]]; then
        version_at_least "${BASH_REMATCH[1]}" "$PROMETHEUS_OLDEST" ||
          echo "prometheus on PATH has version ${BASH_REMATCH[1]}, but $PROMETHEUS_OLDEST or newer is needed"
      else
        echo "prometheus on PATH is not the one meant (it says: ${told:0:80})"
      fi ;;
    grafana)
      [[ -n $(grafana_home) ]] || echo "the folder of grafana's conf and public was not found (SUGANG_GRAFANA_HOME names it)" ;;
  esac
}

# grafana_home : the folder with Grafana's conf/defaults.ini and public, which its program does not know by itself.
grafana_home() {
  local home program
  program=$(readlink -f "$(command -v grafana)")
  for home in "$(setting SUGANG_GRAFANA_HOME)" "${program%/*/*}" "${program%/*/*}/share/grafana" /usr/share/grafana; do
    [[ -z $home || ! -e $home/conf/defaults.ini ]] || { echo "$home"; return; }
  done
}

# native_prometheus_settings : observe/prometheus/prometheus.yml with a list of instances in place of the network's DNS.
native_prometheus_settings() {
  awk '
    { match($0, /^ */) }
    # what is indented deeper belongs to it
    below && RLENGTH > depth { next }
    { below = 0 }
    /^ *dns_sd_configs:/ {
      depth = RLENGTH
      below = found = 1
      print substr($0, 1, depth) "file_sd_configs: [{files: [instances.json], refresh_interval: 5s}]"
      next
    }
    { print }
    END { exit !found }' "$ROOT/observe/prometheus/prometheus.yml"
}

# write_instances NAME... : what Prometheus scrapes. It looks at the file again by itself.
write_instances() {
  local dir=$NATIVE_DIR/prometheus/conf name between='['
  mkdir -p "$dir"
  {
    for name in "$@"; do
      printf '%s{"targets": ["127.0.0.1:%s"], "labels": {"instance": "%s"}}' "$between" "$(state "PORT_${name}_management")" "$name"
      between=$',\n '
    done
    echo ']'
  } >"$dir/instances.json.partial"
  mv "$dir/instances.json.partial" "$dir/instances.json"
}

# observe_native NAME... : starts what can be started, for these instances. Never ends the command: the service runs without it.
observe_native() {
  local fault
  fault=$(observe_fault prometheus)
  if [[ -n $fault ]]; then
    warn "$fault, so neither Prometheus nor Grafana was started; everything else runs (docs/metrics.md)"
    return
  fi
  start_prometheus "$@" || return 0
  fault=$(observe_fault grafana)
  if [[ -n $fault ]]; then
    warn "$fault, so Grafana was not started; everything else runs, and Prometheus shows its alerts and graphs itself (docs/metrics.md)"
    return
  fi
  start_grafana || true
}

# observe_ready NAME PATH SECONDS : waits for it; says what is wrong and ends it, if it does not come.
observe_ready() {
  local begun=$SECONDS port
  port=$(state "PORT_${1^^}")
  until [[ $(http_status "$port" "$2") == 200 ]]; do
    if ! process_alive "$1" || ((SECONDS - begun >= $3)); then
      warn "$1 was not ready within $3 s (log: $LOG_DIR/$1.log); everything else runs"
      signal_process "$1" TERM
      await_end "$1" 15
      return 1
    fi
    sleep 0.1
  done
}

start_prometheus() { # NAME...
  local dir=$NATIVE_DIR/prometheus version
  mkdir -p "$dir/conf" "$dir/data"
  write_instances "$@"
  native_prometheus_settings >"$dir/conf/prometheus.yml"
  cp "$ROOT/observe/prometheus/alerts.yml" "$dir/conf/alerts.yml"
  version=$(cat "$dir/conf/prometheus.yml" "$dir/conf/alerts.yml" | digest)
  if process_alive prometheus; then
    if [[ $(state PROMETHEUS_VERSION) != "$version" ]]; then
      keep_state PROMETHEUS_VERSION "$version"
      signal_process prometheus HUP
    fi
    part_line prometheus "runs on http://127.0.0.1:$(state PORT_PROMETHEUS)"
    return
  fi
  assign_port PORT_PROMETHEUS 19090 prometheus
  STARTED+=(prometheus)
  start_process prometheus prometheus --config.file="$dir/conf/prometheus.yml" --storage.tsdb.path="$dir/data" \
    --storage.tsdb.retention.time=7d --storage.tsdb.retention.size=1GB \
    --web.listen-address="127.0.0.1:$(state PORT_PROMETHEUS)" </dev/null
  keep_state PROMETHEUS_VERSION "$version"
  observe_ready prometheus /-/ready 60 || return
  part_line prometheus "ready on http://127.0.0.1:$(state PORT_PROMETHEUS)"
}

start_grafana() {
  local dir=$NATIVE_DIR/grafana home port
  if process_alive grafana; then
    part_line grafana "runs on http://127.0.0.1:$(state PORT_GRAFANA) (admin, GRAFANA_PASSWORD of .env)"
    return
  fi
  port=$(setting SUGANG_GRAFANA_PORT)
  if [[ -n $port ]]; then keep_state PORT_GRAFANA "$port"; fi
  assign_port PORT_GRAFANA 3000 grafana
  home=$(grafana_home)
  # it keeps nothing, as in Docker: dashboard and password come from here with every start
  rm -rf "$dir"
  mkdir -p "$dir"
  STARTED+=(grafana)
  (
    # the same as in docker-compose.yml
    export GF_SERVER_HTTP_ADDR=127.0.0.1 GF_SERVER_HTTP_PORT GF_SECURITY_ADMIN_PASSWORD GF_PATHS_DATA="$dir" \
      GF_PATHS_LOGS="$dir/log" GF_PATHS_PLUGINS="$dir/plugins" GF_PATHS_PROVISIONING="$ROOT/observe/grafana/provisioning" \
      SUGANG_DASHBOARDS="$ROOT/observe/grafana/dashboards" SUGANG_PROMETHEUS_URL GF_LOG_MODE=console GF_LOG_LEVEL=warn \
      GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH="$ROOT/observe/grafana/dashboards/sugang.json" \
      GF_DASHBOARDS_MIN_REFRESH_INTERVAL=1s GF_AUTH_ANONYMOUS_ENABLED=false GF_USERS_ALLOW_SIGN_UP=false \
      GF_SECURITY_DISABLE_GRAVATAR=true GF_ANALYTICS_REPORTING_ENABLED=false GF_ANALYTICS_CHECK_FOR_UPDATES=false \
      GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES=false GF_NEWS_NEWS_FEED_ENABLED=false GF_PLUGINS_PREINSTALL_DISABLED=true \
      GF_PLUGINS_PUBLIC_KEY_RETRIEVAL_DISABLED=true
    GF_SERVER_HTTP_PORT=$(state PORT_GRAFANA)
    GF_SECURITY_ADMIN_PASSWORD=$(setting GRAFANA_PASSWORD)
    SUGANG_PROMETHEUS_URL=http://127.0.0.1:$(state PORT_PROMETHEUS)
    start_process grafana grafana server --homepath "$home" </dev/null
  )
  observe_ready grafana /api/health 60 || return
  part_line grafana "ready on http://127.0.0.1:$(state PORT_GRAFANA) (admin, GRAFANA_PASSWORD of .env)"
}

stop_grafana() {
  signal_process grafana TERM
  await_end grafana 15
}

stop_prometheus() {
  signal_process prometheus TERM
  await_end prometheus 30
}
