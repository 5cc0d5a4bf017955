# shellcheck shell=bash
# Names of files and arguments are UTF-8. A JVM in the locale C, as ssh, cron, systemd and containers leave it, can read no other
# character than ASCII in them.

# use_utf8_locale : exports LC_ALL where the locale is not UTF-8 and the system has one that is.
use_utf8_locale() {
  local name
  [[ $(locale charmap 2>/dev/null) != UTF-8 ]] || return 0
  for name in C.UTF-8 C.utf8 en_US.UTF-8 en_US.utf8 ko_KR.UTF-8; do
    if [[ $({ LC_ALL=$name locale charmap; } 2>/dev/null) == UTF-8 ]]; then
      export LC_ALL=$name
      return 0
    fi
  done
}
