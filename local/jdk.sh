# shellcheck shell=bash
# Finds a JDK 25; the default `java` may well be older. A version counts only if the program itself tells it.

JDK_MAJOR=25

# is_wanted_jdk HOME : a whole JDK (with compiler) of version JDK_MAJOR that runs here.
is_wanted_jdk() {
  [[ -x $1/bin/java && -x $1/bin/javac ]] || return 1
  local told
  told=$("$1/bin/java" -version 2>&1) || return 1
  [[ $told =~ version\ \"$JDK_MAJOR([.\"+-]) ]]
}

# find_jdk : home of a JDK 25, or a word on what to install.
find_jdk() {
  local home java
  local -a homes=()
  [[ -z ${JAVA_HOME:-} ]] || homes+=("$JAVA_HOME")
  if java=$(command -v java) && java=$(readlink -f "$java" 2>/dev/null); then homes+=("${java%/bin/java}"); fi
  homes+=(/usr/lib/jvm/* "${SDKMAN_DIR:-${HOME:-/root}/.sdkman}"/candidates/java/* "${HOME:-/root}"/.jdks/* /opt/* /opt/java/* /usr/java/*
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk@*)
  for home in "${homes[@]}"; do
    is_wanted_jdk "$home" && { echo "$home"; return; }
  done
  echo "no JDK $JDK_MAJOR found (looked at JAVA_HOME, java on PATH, /usr/lib/jvm, SDKMAN, /opt)." \
    "Install Temurin $JDK_MAJOR (package temurin-$JDK_MAJOR-jdk), openjdk-$JDK_MAJOR-jdk or 'sdk install java $JDK_MAJOR-tem', or set JAVA_HOME." >&2
  return 1
}
