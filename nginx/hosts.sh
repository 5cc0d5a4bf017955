# shellcheck shell=bash
# site/hosts.conf for both modes: nginx/start and NginxServer in ops/ source this.
# shellcheck source=addresses.sh
source "${BASH_SOURCE[0]%/*}/addresses.sh"

# served_hosts HOSTS PUBLIC_URL BIND prints which hosts are served, or fails with a line on what is wrong.
#   HOSTS       SUGANG_HOSTS: names and addresses under which clients reach this NGINX, without ports, with spaces between.
#   PUBLIC_URL  SUGANG_PUBLIC_URL: an address like https://sugang.example.ac.kr, or nothing.
#   BIND        SUGANG_BIND: with 0.0.0.0 an address as host is served too, whichever it is: a page of another site has a name.
served_hosts() {
  local host hosts='localhost|127[.]0[.]0[.]1|\[::1\]'
  local -a names=()
  read -r -a names <<<"$1"
  for host in "${names[@]}"; do
    is_host "$host" ||
      { echo "SUGANG_HOSTS has \"$host\"; allowed: names and addresses without a port, like sugang.example.ac.kr and [2001:db8::1], with spaces between" >&2; return 1; }
  done
  if [[ -n $2 ]]; then
    [[ $2 =~ ^https?://(\[[^]/]*\]|[^]/:[]+)(:[0-9]{1,5})?/?$ ]] && host=${BASH_REMATCH[1]} && is_host "$host" ||
      { echo "SUGANG_PUBLIC_URL is \"$2\"; allowed: an address like https://sugang.example.ac.kr, without a path" >&2; return 1; }
    names+=("$host")
  fi
  for host in "${names[@]}"; do
    host=${host%.} host=${host,,} host=${host//./[.]}
    [[ $host != \[*:* ]] || { host=${host/#\[/\\[} host=${host%]}'\]'; }
    hosts+="|$host"
  done
  [[ $3 != 0.0.0.0 ]] || hosts+='|[0-9]{1,3}(?:[.][0-9]{1,3}){3}|\[[0-9a-f:.]+\]'
  cat <<HOSTS
# Whether a request is for a host of this service. A page of another site whose name was made to lead here would otherwise be of the same
# origin as the service for a browser. It could read and change what the client may. Both are looked at, as the address of a request may
# have another host than the header, which is passed on. Without a host: a client of HTTP/1.0, which is no browser.
map \$host \$host_served {
    default 0;
    "" 1;
    "~^(?:$hosts)\$" 1;
}
map \$http_host \$header_served {
    default 0;
    "" 1;
    "~*^(?:$hosts)[.]?(?::[0-9]*)?\$" 1;
}
HOSTS
}

# is_host TEXT : a name, an address, or an address of IPv6 in brackets.
is_host() {
  local label='[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?'
  if [[ $1 == \[*\] ]]; then
    local address=${1#\[}
    is_ipv6 "${address%\]}"
  elif [[ $1 =~ ^[0-9.]+$ ]]; then
    is_ipv4 "$1"
  else
    ((${#1} <= 253)) && [[ $1 =~ ^$label([.]$label)*[.]?$ ]]
  fi
}
