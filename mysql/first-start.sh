# shellcheck shell=bash
# The image reads this once, when it has made new data: the accounts, as mysql/start has written them.
docker_process_sql </tmp/accounts.sql
