# shellcheck shell=bash
# A second stack in addition to the one that runs: a copy of the tree's parts, with its own state, settings and ports.

# copy_sources ROOT FOLDER : what a build of the service, its tests and its command line need, without what was built.
copy_sources() {
  local module
  mkdir -p "$2/app" "$2/web"
  cp -R "$1"/{pom.xml,sugang,local,nginx,lua,seed,mysql,redis} "$2/"
  cp -R "$1"/app/{pom.xml,mvnw,src} "$2/app/"
  cp -R "$1"/web/{pom.xml,build,src} "$2/web/"
  for module in verifier ops lab test-support acceptance; do
    mkdir -p "$2/$module"
    cp -R "$1/$module"/{pom.xml,src} "$2/$module/"
  done
}

# change FILE PERL : changes a file of the copy in $copy; a file that is not there yet comes from $root. A change that finds nothing is a
# mistake of the script that calls it.
change() {
  local before
  [[ -e $copy/$1 ]] || { mkdir -p "$copy/${1%/*}"; cp "$root/$1" "$copy/$1"; }
  before=$(cksum <"$copy/$1")
  perl -0pi -e "$2" "$copy/$1"
  [[ $(cksum <"$copy/$1") != "$before" ]] || { echo "${0##*/}: nothing to change in $1" >&2; exit 2; }
}

# copy_stack ROOT FOLDER SERVERS : what changed in the tree is anew; state, settings and builds of an earlier copy stay. What the tree
# itself has built of the service is used where it is, its AOT cache too.
copy_stack() {
  local built own
  mkdir -p "$2/.sugang"
  (cd "$2" && [[ ! -x sugang ]] || ./sugang down) >/dev/null 2>&1 || true
  rm -rf "${2:?}"/!(.sugang|.env)
  mkdir -p "$2/.sugang/app"
  copy_sources "$1" "$2"
  rm -rf "$2/.sugang/tools"
  [[ ! -d $1/.sugang/tools ]] || cp -R "$1/.sugang/tools" "$2/.sugang/"
  [[ ! -d $3 ]] || ln -sfn "$3" "$2/.sugang/dist"
  for built in "$1"/.sugang/app/!(*.partial); do
    [[ -s $built/sugang.jar ]] || continue
    # a folder of its own with links: what this stack records or forgets of it stays here, as the tree's may be in use
    own=$2/.sugang/app/${built##*/}
    rm -rf "${own:?}"
    mkdir "$own"
    ln -s "$built"/!(*.partial) "$own/"
  done
}
