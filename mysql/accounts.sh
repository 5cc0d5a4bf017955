# shellcheck shell=bash
# The SQL that gives MySQL its accounts, for both modes: mysql/start sources this, and MysqlServer in ops/ calls it.

sql_text() {
  local text=${1//\\/\\\\}
  printf "'%s'" "${text//\'/\'\'}"
}

# accounts_sql FILE RUNTIME_PASSWORD OWNER_PASSWORD READER_PASSWORD ROOT_PASSWORD : FILE is accounts.sql.
accounts_sql() {
  cat "$1"
  cat <<SQL
ALTER USER sugang@'%' IDENTIFIED BY $(sql_text "$2") ACCOUNT UNLOCK;
ALTER USER sugang_owner@'%' IDENTIFIED BY $(sql_text "$3") ACCOUNT UNLOCK;
ALTER USER sugang_reader@'%' IDENTIFIED BY $(sql_text "$4") ACCOUNT UNLOCK;
ALTER USER 'root'@'localhost' IDENTIFIED BY $(sql_text "$5");
SQL
}
