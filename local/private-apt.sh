#!/usr/bin/env bash
# Debian packages without installing them: apt resolves and fetches with a state folder of its own, dpkg-deb unpacks.
# Neither root nor Docker is needed and the host's packages stay as they are.
# Sourced by local/get-servers (MySQL, Redis, NGINX) and app/mvnw (Maven);
# run by itself it is private_apt_unpack, so that its failures end it (inside a tested function bash would ignore them).

# private_apt_possible : whether this machine can do it; otherwise prints why not.
private_apt_possible() {
  local tool
  for tool in apt-get dpkg dpkg-deb tar; do
    command -v "$tool" >/dev/null || { echo "there is no $tool here (not Debian or Ubuntu)"; return 1; }
  done
  private_apt_mirror >/dev/null || {
    echo "no Debian mirror is in the apt sources of this machine; set SUGANG_DEBIAN_MIRROR to the address of one"
    return 1
  }
  private_apt_keyring >/dev/null || { echo "the package debian-archive-keyring is missing"; return 1; }
}

# The mirror this machine uses already, so that none has to be named here.
private_apt_mirror() {
  [[ -z ${SUGANG_DEBIAN_MIRROR:-} ]] || { echo "$SUGANG_DEBIAN_MIRROR"; return; }
  local address list addresses
  addresses=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -n -e 's/^URIs:[[:space:]]*\([^[:space:]]*\).*/\1/p' \
           -e 's/^deb[[:space:]]\{1,\}\(\[[^]]*\][[:space:]]*\)\{0,1\}\([^[:space:]]*\).*/\2/p') || true
  while read -r address; do
    case $address in
      mirror+file:*)                     # a list of mirrors, one per line
        list=${address#mirror+file:}
        address=$(grep -oE '^[^# 	]+/debian/?' "/${list##*(/)}" 2>/dev/null | head -n 1) ;;
    esac
    [[ $address =~ /debian/?$ ]] && { echo "$address"; return; }
  done <<<"$addresses"
  return 1
}

private_apt_keyring() {
  local key
  for key in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp}; do
    [[ -r $key ]] && { echo "$key"; return; }
  done
  return 1
}

# private_apt_unpack ROOT WORK PRETENDED PACKAGE... : unpacks the packages and all they depend on into ROOT (made here),
# except what the names in PRETENDED (one string, separated by blanks) would bring. WORK is emptied before.
# Suite: sid, the one that has these major versions; its own libc comes along.
private_apt_unpack() {
  local root=$1 work=$2 pretended=$3 architecture suite=${SUGANG_DEBIAN_SUITE:-sid} name file
  shift 3
  architecture=$(dpkg --print-architecture)
  rm -rf "$work" "$root"
  mkdir -p "$work"/{lists/partial,archives/partial,empty} "$root"

  # apt's source lines are split at blanks, so the folder's own path must not appear in them
  echo "deb [signed-by=$(private_apt_keyring)] $(private_apt_mirror) $suite main" >"$work/sources.list"
  for name in $pretended; do
    printf 'Package: %s\nStatus: install ok installed\nArchitecture: %s\nMulti-Arch: allowed\nVersion: 99:99-1\nMaintainer: none <none@localhost>\nDescription: pretended, not needed here\n\n' \
      "$name" "$architecture"
  done >"$work/status"

  local -a apt=(apt-get -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::Etc::preferencesparts=$work/empty"
    -o Dir::Etc::preferences=- -o "Dir::State=$work" -o "Dir::State::lists=$work/lists" -o "Dir::State::status=$work/status"
    -o "Dir::Cache=$work" -o "Dir::Cache::archives=$work/archives" -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
    -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Sandbox::User=root -o Debug::NoLocking=1
    -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -q -y)
  echo "fetching the package index of $suite"
  "${apt[@]}" -o APT::Update::Error-Mode=any update
  echo "fetching $*"
  "${apt[@]}" --no-install-recommends --download-only install "$@"

  echo "unpacking"
  # a /usr-merged skeleton, so that packages shipping /lib and packages shipping /usr/lib meet
  mkdir -p "$root"/usr/{bin,sbin,lib,lib64}
  for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
  for file in "$work"/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink --no-same-owner -C "$root" \
      --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale'
  done
  (cd "$work/archives" && printf '%s\n' *.deb) >"$root/packages.txt"
  rm -rf "$work"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -Eeuo pipefail
  shopt -s inherit_errexit extglob
  private_apt_unpack "$@"
fi
