# shellcheck shell=bash
# MySQL of the native mode: data in NATIVE_DIR/mysql/data, settings from mysql/sugang.cnf, accounts from mysql/accounts.sql,
# reachable on the loopback only.

# shellcheck source=../mysql/accounts.sh
source "$ROOT/mysql/accounts.sh"

mysql_socket() {
  local path=$NATIVE_DIR/mysql/mysql.sock
  # a Unix socket's path must be shorter than 104 bytes
  ((${#path} < 100)) || path=/tmp/sugang-$(id -u)-$(printf %s "$path" | cksum | cut -d ' ' -f 1).sock
  echo "$path"
}

mysql_accounts() {
  accounts_sql "$ROOT/mysql/accounts.sql" "$(setting MYSQL_PASSWORD)" "$(setting MYSQL_OWNER_PASSWORD)" \
    "$(setting MYSQL_READER_PASSWORD)" "$(setting MYSQL_ROOT_PASSWORD)"
}

# mysql_as root|sugang_owner|sugang [ARGUMENTS] : SQL from standard input.
mysql_as() {
  local account=$1 password=MYSQL_OWNER_PASSWORD
  shift
  case $account in
    root) password=MYSQL_ROOT_PASSWORD ;;
    sugang) password=MYSQL_PASSWORD ;;
  esac
  MYSQL_PWD=$(setting $password) "${SERVER_BIN}mysql" --no-defaults --protocol=socket --socket="$(mysql_socket)" \
    --default-character-set=utf8mb4 --user="$account" "$@"
}

# What ./sugang chaos may set: a command to run mysqld within, and more options.
MYSQL_WITHIN=() MYSQL_OPTIONS=()

start_mysql() {
  local dir=$NATIVE_DIR/mysql log=$LOG_DIR/mysql.log begun=$SECONDS accounts=$NATIVE_DIR/mysql/accounts.sql version
  local -a as_user=() pool=()
  version=$(mysql_accounts | digest)
  if process_alive mysql; then
    [[ $(state MYSQL_ACCOUNTS) != "$version" ]] || return 0
    mysql_accounts | mysql_as root 2>"$LOG_DIR/mysql-accounts.log" ||
      die "the running MySQL does not take the accounts of .env over; ./sugang down, then ./sugang up" "$LOG_DIR/mysql-accounts.log"
    keep_state MYSQL_ACCOUNTS "$version"
    return
  fi
  [[ $(id -u) != 0 ]] || as_user=(--user=root)
  [[ -z $(setting SUGANG_MYSQL_BUFFER_POOL) ]] || pool=("--innodb-buffer-pool-size=$(setting SUGANG_MYSQL_BUFFER_POOL)")
  mkdir -p "$dir"
  chmod 700 "$dir"
  if [[ ! -d $dir/data ]]; then
    # made beside and renamed, so that an interrupted initialization is not taken for data
    rm -rf "$dir/data.partial"
    run_logged "creating MySQL's data folder" "$LOG_DIR/mysql-init.log" \
      "${SERVER_BIN}mysqld" "--defaults-file=$ROOT/mysql/sugang.cnf" --initialize-insecure "${as_user[@]}" --datadir="$dir/data.partial" ||
      die "MySQL could not create its data folder" "$LOG_DIR/mysql-init.log"
    mv "$dir/data.partial" "$dir/data"
  fi

  # Accounts are set at every start, before the port opens: a new .env is then enough to change a password.
  (
    umask 077
    mysql_accounts >"$accounts"
  )
  # What a killed one left: it names a process id that may be somebody else's by now, and MySQL would not start then.
  rm -f "$(mysql_socket)" "$(mysql_socket).lock"
  STARTED+=(mysql)
  # performance_schema would take some 200 MB that nothing here reads
  start_process mysql "${MYSQL_WITHIN[@]}" "${SERVER_BIN}mysqld" "--defaults-file=$ROOT/mysql/sugang.cnf" "${as_user[@]}" "${pool[@]}" --datadir="$dir/data" \
    --socket="$(mysql_socket)" --pid-file="$dir/mysqld.pid" --bind-address=127.0.0.1 --port="$(state PORT_MYSQL)" \
    --performance-schema=OFF --init-file="$accounts" "${MYSQL_OPTIONS[@]}" </dev/null
  until port_taken "$(state PORT_MYSQL)" && echo 'SELECT 1' | mysql_as root >/dev/null 2>&1; do
    if ! process_alive mysql; then
      rm -f "$accounts"
      renew_port mysql "$log" PORT_MYSQL 13306 || die "MySQL ended while starting" "$log"
      start_mysql
      return
    fi
    ((SECONDS - begun < 120)) || { rm -f "$accounts"; die "MySQL was not ready within 120 s" "$log"; }
    clock "mysql starting ... $((SECONDS - begun)) s"
    sleep 0.2
  done
  rm -f "$accounts"
  keep_state MYSQL_ACCOUNTS "$version"
  clock_clear
  part_line mysql "ready after $((SECONDS - begun)) s on 127.0.0.1:$(state PORT_MYSQL)"
}

stop_mysql() {
  signal_process mysql TERM
  await_end mysql 60
  rm -f "$NATIVE_DIR/mysql/accounts.sql"
}
