# shellcheck shell=bash
# What an address is, for the settings of NGINX: wrong ones are named before anything is stopped, and not by NGINX afterwards.

# is_network TEXT : an address, or a network as 10.1.0.0/16 or 2001:db8::/32.
is_network() {
  local address=${1%%/*} most=128
  is_ipv4 "$address" && most=32 || is_ipv6 "$address" || return 1
  [[ $1 != */* ]] || { [[ ${1#*/} =~ ^[0-9]{1,3}$ ]] && ((10#${1#*/} <= most)); }
}

is_ipv4() {
  local byte
  [[ $1 =~ ^([0-9]{1,3})[.]([0-9]{1,3})[.]([0-9]{1,3})[.]([0-9]{1,3})$ ]] || return 1
  for byte in "${BASH_REMATCH[@]:1}"; do ((10#$byte <= 255)) || return 1; done
}

is_ipv6() {
  local group='[0-9a-fA-F]{1,4}' left right
  [[ ! $1 =~ ^($group:){7}$group$ ]] || return 0
  [[ $1 == *::* ]] || return 1
  left=${1%%::*} right=${1#*::}
  [[ $left =~ ^($group(:$group)*)?$ && $right =~ ^($group(:$group)*)?$ ]] || return 1
  # `::` stands for one group at least.
  left=${left//[!:]/} right=${right//[!:]/}
  ((${#left} + ${#right} <= 5))
}
