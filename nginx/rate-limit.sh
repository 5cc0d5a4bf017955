# shellcheck shell=bash
# site/rate-limit.conf for both modes: nginx/start and NginxServer in ops/ source this.
# shellcheck source=addresses.sh
source "${BASH_SOURCE[0]%/*}/addresses.sh"

# rate_limit RATE EXEMPT [SIGN_IN TOKEN_LIMIT HTTPS TRUSTED_PROXY] prints the limits of clients, or fails with a line on what is wrong.
#   RATE           SUGANG_RATE_LIMIT: requests per second of one address, or off. With a required sign-in an address may send ten times as
#                  much, because a dormitory is one address.
#   EXEMPT         SUGANG_RATE_LIMIT_EXEMPT: addresses (192.0.2.7, 10.1.0.0/16) with spaces between, or none. They have no limit of addresses.
#   SIGN_IN        SUGANG_SIGN_IN: with `required` each session token has a limit too, whatever its address.
#   TOKEN_LIMIT    SUGANG_TOKEN_LIMIT: requests per second of one token, or off.
#   HTTPS          SUGANG_HTTPS: on or off, which decides the name of the session cookie (SessionCookie).
#   TRUSTED_PROXY  SUGANG_TRUSTED_PROXY: addresses of the proxies in front, with spaces between. They alone say who the client is.
rate_limit() {
  local rate=$1 exempt=$2 sign_in=${3:-open} token_limit=${4:-10} https=${5:-off} proxies=${6:-}
  local address cookie=sugang
  local -a exempted=() trusted=()
  [[ $rate == off || $rate =~ ^[1-9][0-9]{0,5}$ ]] ||
    { echo "SUGANG_RATE_LIMIT is \"$rate\"; allowed: off, or 1 to 999999 requests per second" >&2; return 1; }
  [[ $token_limit == off || $token_limit =~ ^[1-9][0-9]{0,5}$ ]] ||
    { echo "SUGANG_TOKEN_LIMIT is \"$token_limit\"; allowed: off, or 1 to 999999 requests per second" >&2; return 1; }
  [[ $exempt == none ]] || read -r -a exempted <<<"$exempt"
  for address in "${exempted[@]}"; do
    is_network "$address" ||
      { echo "SUGANG_RATE_LIMIT_EXEMPT has \"$address\"; allowed: none, or addresses like 192.0.2.7 and 10.1.0.0/16 with spaces between" >&2; return 1; }
  done
  read -r -a trusted <<<"$proxies"
  for address in "${trusted[@]}"; do
    # With /0 every client would choose its own address.
    { is_network "$address" && [[ ! $address =~ /0+$ ]]; } ||
      { echo "SUGANG_TRUSTED_PROXY has \"$address\"; allowed: addresses of proxies like 192.0.2.7 and 10.1.0.0/16 with spaces between" >&2; return 1; }
  done
  case $https in
    on | true) cookie=__Host-sugang ;;
    off | false) ;;
    *) echo "SUGANG_HTTPS is \"$https\"; allowed: on or off" >&2; return 1 ;;
  esac

  ((${#trusted[@]} == 0)) || trusted_proxies "${trusted[@]}"
  if [[ $rate == off ]]; then
    echo '# SUGANG_RATE_LIMIT=off'
  else
    limit_of_addresses "$rate" "$sign_in" "${exempted[@]}"
  fi
  [[ $sign_in != required || $token_limit == off ]] || limit_of_tokens "$token_limit" "$cookie"
}

# trusted_proxies ADDRESS...
trusted_proxies() {
  cat <<PROXIES
# The address of a client is the last one of X-Forwarded-For that is no proxy's: proxies append, so what stands before it is the client's
# own word. From any other address the header is not looked at.
$(printf 'set_real_ip_from %s;\n' "$@")
real_ip_header X-Forwarded-For;
real_ip_recursive on;
PROXIES
}

# limit_of_addresses RATE SIGN_IN EXEMPT...
limit_of_addresses() {
  local rate=$1 sign_in=$2 address callbacks=$(($1 < 400 ? 1 : $1 / 200))
  shift 2
  [[ $sign_in != required ]] || rate=${rate}0
  cat <<LIMIT
geo \$limited {
    default 1;
$(for address in "$@"; do echo "    $address 0;"; done)
}
# A subscriber has all addresses of an IPv6 network of 64 bits, so these count as one, as at an instance (Clients). An IPv4 address that
# is written as an IPv6 address stays whole.
map \$binary_remote_addr \$network {
    default \$binary_remote_addr;
    "~(?s)^(?!\x00{10}\xff\xff)(?<net64>.{8}).{8}\$" \$net64;
}
# An empty key is not counted.
map \$limited \$limited_address {
    0 "";
    1 \$network;
}
# 10m know 160,000 addresses; when it is full the oldest is forgotten.
limit_req_zone \$limited_address zone=addresses:10m rate=${rate}r/s;
# Ten seconds' worth at once: behind one address may be a whole dormitory that clicks in the same second.
limit_req zone=addresses burst=${rate}0 nodelay;
# In flight at once: five seconds' worth, and a quarter of what a worker lets be in flight (nginx.conf) at most. A client that sends its
# bodies a byte every few seconds holds no more.
limit_conn_zone \$limited_address zone=connections:10m;
limit_conn connections $((rate > 204 ? 1024 : 5 * rate));
# The way back from the identity provider: each request may cost a call to it, and all clients share these calls. One a second for each
# 200 of SUGANG_RATE_LIMIT, whether or not sign-in is required; ten seconds' worth at once, and as many in flight.
map \$uri \$callback_address {
    default "";
    "~^/api/session/oidc/callback" \$limited_address;
}
limit_req_zone \$callback_address zone=callbacks:1m rate=${callbacks}r/s;
limit_req zone=callbacks burst=${callbacks}0 nodelay;
limit_conn_zone \$callback_address zone=callbacks_under_way:1m;
limit_conn callbacks_under_way ${callbacks}0;
LIMIT
}

# limit_of_tokens RATE COOKIE
limit_of_tokens() {
  cat <<LIMIT
# Limits of sessions, where sign-in is required. A dormitory is one address, and many students. The key is the session token of the
# cookie or of the header, in every spelling that an instance takes (SignInFilter, SessionCookie). An instance that
# reads another token than NGINX has no limit of it here. So before the name of a cookie, and after Bearer, are blanks and no tabs; Tomcat
# takes both away at the begin and the end of a header. What is no token is not counted here: it costs an instance little, and its address
# has a limit. NGINX does not know which tokens are genuine.
map \$http_cookie \$token_of_cookie {
    default "";
    "~(?:^[ \t]*|; *)${2}=\s*(?<in_cookie>v1[.][-_.0-9A-Za-z]{71})\s*(?:;|\$)" \$in_cookie;
}
map \$http_authorization \$token {
    default \$token_of_cookie;
    "~*^\s*Bearer +(?<in_header>v1[.][-_.0-9A-Za-z]{71})\s*\$" \$in_header;
}
# An empty key is not counted. The files of the page are not: opening it asks for some dozen at once, and for no instance.
map \$uri \$limited_token {
    default \$token;
    "~^/(?:desk|page/.*)?\$" "";
}
limit_req_zone \$limited_token zone=tokens:10m rate=${1}r/s;
limit_req zone=tokens burst=$((5 * $1)) nodelay;
LIMIT
}
