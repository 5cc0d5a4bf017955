# shellcheck shell=bash
# Settings: the process environment first, then .env beside docker-compose.yml (docker compose reads the same file in the same order).

# random_secret : 32 letters and digits.
random_secret() {
  local text=''
  while ((${#text} < 32)); do
    text+=$(head -c 96 /dev/urandom | LC_ALL=C tr -dc 'A-Za-z0-9')
  done
  echo "${text:0:32}"
}

# The passwords of the accounts of mysql/accounts.sql and redis/users.acl, and of Grafana's admin.
# shellcheck disable=SC2034 # read by sugang
SECRETS=(MYSQL_PASSWORD MYSQL_OWNER_PASSWORD MYSQL_READER_PASSWORD MYSQL_ROOT_PASSWORD
  REDIS_PASSWORD REDIS_READER_PASSWORD REDIS_ADMIN_PASSWORD GRAFANA_PASSWORD)

# write_settings FILE : with new secrets; complete or not at all, readable by the owner only.
write_settings() {
  local file=$1
  (
    umask 077
    cat >"$file.partial" <<SETTINGS
# Settings of Sugang for this folder, used by ./sugang (both modes) and by docker compose.
# Written once by ./sugang up; yours to edit. Not in git. A variable of the environment goes before the one here.

# Secrets; who may do what with them is in SECURITY.md. After a change: ./sugang down, ./sugang up.
$(for name in "${SECRETS[@]}"; do echo "$name=$(random_secret)"; done)

# The description of the API at /v3/api-docs, for everybody who reaches the API (on or off).
#SUGANG_API_DOCS=off

# Where the API is served, and how many instances ./sugang up starts.
#SUGANG_PORT=8080
#SUGANG_SCALE=3

# Where Grafana is served, for this machine alone, with ./sugang up --observe.
#SUGANG_GRAFANA_PORT=3000

# Requests per second that one address may send (or off), and addresses that may send more (or none; by default those of this machine).
#SUGANG_RATE_LIMIT=200
#SUGANG_RATE_LIMIT_EXEMPT=

# How seats are guarded (redis or lock), where students are cached (two-level, redis or none), warm-up before readiness (on or off).
#SUGANG_SEAT_CONTROL=redis
#SUGANG_STUDENT_CACHE=two-level
#SUGANG_WARMUP=on

# The AOT cache that instances start faster with (auto or off).
#SUGANG_AOT_CACHE=auto

# Sizes of the data made in an empty database: ./sugang reset --data makes them anew.
#SUGANG_SEED_STUDENTS=5000
#SUGANG_SEED_PROFESSORS=300
#SUGANG_SEED_COURSES=500
#SUGANG_SEED_CAPACITY=50

# Memory: MySQL's buffer pool, and the heap of an instance.
#SUGANG_MYSQL_BUFFER_POOL=512M
#SUGANG_HEAP=512m

# Of an instance: connections to MySQL for reads, and threads that answer requests.
#SUGANG_MYSQL_POOL=10
#SUGANG_HTTP_THREADS=32

# Limits of each container in Docker.
#SUGANG_CPUS=1
#SUGANG_MEMORY=4g
SETTINGS
  )
  mv "$file.partial" "$file"
}

# setting NAME [DEFAULT] : its value; the environment first, then the file SETTINGS_FILE.
setting() {
  local line
  if [[ -n ${!1:-} ]]; then echo "${!1}"; return; fi
  if [[ -r ${SETTINGS_FILE:-} ]]; then
    line=$(grep -E "^[[:space:]]*(export[[:space:]]+)?$1=" "$SETTINGS_FILE" | tail -n 1) || true
    if [[ -n $line ]]; then
      line=${line#*=}
      line=${line%$'\r'}
      case $line in
        \"*\") line=${line#\"} line=${line%\"} ;;
        \'*\') line=${line#\'} line=${line%\'} ;;
        *) line=${line%%[[:space:]]#*} line=${line%"${line##*[![:space:]]}"} ;;
      esac
      [[ -z $line ]] || { echo "$line"; return; }
    fi
  fi
  echo "${2:-}"
}

# keep_setting NAME VALUE : puts it into SETTINGS_FILE, in place of a line (also a commented one) of that name.
keep_setting() {
  local file=$SETTINGS_FILE
  (
    umask 077
    NAME=$1 VALUE=$2 awk '
      BEGIN { name = ENVIRON["NAME"]; value = ENVIRON["VALUE"] }
      $0 ~ "^[[:space:]]*#?[[:space:]]*" name "=" { if (!done) print name "=" value; done = 1; next }
      { print }
      END { if (!done) print name "=" value }' "$file" >"$file.partial"
  )
  mv "$file.partial" "$file"
}
