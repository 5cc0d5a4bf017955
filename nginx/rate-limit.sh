# shellcheck shell=bash
# site/rate-limit.conf for both modes: nginx/start and NginxServer in tools/ source this.

# rate_limit RATE EXEMPT [SIGN_IN] : RATE is SUGANG_RATE_LIMIT, requests per second of one address, or off. EXEMPT is
# SUGANG_RATE_LIMIT_EXEMPT, addresses (192.0.2.7, 10.1.0.0/16) with spaces between, or none. Fails with a line on what is wrong. SIGN_IN
# is SUGANG_SIGN_IN: with `required` an address may send ten times as much, and tokens are limited (token-limit.conf).
rate_limit() {
  local address under_way
  local -a exempt=()
  if [[ $1 == off ]]; then
    echo '# SUGANG_RATE_LIMIT=off'
    return
  fi
  [[ $1 =~ ^[1-9][0-9]{0,5}$ ]] || { echo "SUGANG_RATE_LIMIT is \"$1\"; allowed: off, or 1 to 999999 requests per second" >&2; return 1; }
  [[ $2 == none ]] || read -r -a exempt <<<"$2"
  for address in "${exempt[@]}"; do
    [[ $address =~ ^[0-9a-fA-F.:]+(/[0-9]{1,3})?$ ]] ||
      { echo "SUGANG_RATE_LIMIT_EXEMPT has \"$address\"; allowed: none, or addresses like 192.0.2.7 and 10.1.0.0/16 with spaces between" >&2; return 1; }
  done
  [[ ${3:-open} != required ]] || { set -- "${1}0" "$2"; cat "${BASH_SOURCE[0]%/*}/token-limit.conf"; }
  # Half of what a worker lets be under way (nginx.conf), at most: no address has all of it.
  under_way=$(($1 > 400 ? 2048 : 5 * $1))
  cat <<LIMIT
geo \$limited {
    default 1;
$(for address in "${exempt[@]}"; do echo "    $address 0;"; done)
}
# An empty key is not counted.
map \$limited \$limited_address {
    0 "";
    1 \$binary_remote_addr;
}
# 10m know 160,000 addresses; when it is full the oldest is forgotten.
limit_req_zone \$limited_address zone=addresses:10m rate=${1}r/s;
# Ten seconds' worth at once: behind one address may be a whole dormitory that clicks in the same second.
limit_req zone=addresses burst=${1}0 nodelay;
# Under way at once: five seconds' worth, 2,048 at most. A client that sends its bodies a byte every few seconds holds no more.
limit_conn_zone \$limited_address zone=connections:10m;
limit_conn connections $under_way;
LIMIT
}
