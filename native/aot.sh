# shellcheck shell=bash
# The AOT cache of the service: what an instance knew when it was warm (classes loaded and linked, what the compilers learned), for the
# next ones to start with. The first instance that warms up records it; it is kept beside the extracted jar. It only saves
# time: without one, or with one that does not fit, everything starts as ever. docs/decisions/0018-*.md tells why so.

# look_for_aot_cache sets AOT_CACHE, the file (empty: none is wanted), and AOT_FLAGS, what java gets for it.

# app_flags : sets APP_FLAGS, the options of an instance's JVM. A threshold of 100: no full collection, in the middle of a rush, because 36 MB
# of code were compiled; one that the code cache needs comes all the same (docs/tuning.md).
app_flags() {
  local -a options=()
  read -r -a options <<<"$(setting SUGANG_JAVA_OPTIONS)"
  APP_FLAGS=("-Xmx$(setting SUGANG_HEAP 512m)" -XX:+UseSerialGC -XX:SweeperThreshold=100 -XX:+ExitOnOutOfMemoryError "${options[@]}")
}

# aot_key : of all that a cache depends on. The JVM checks part of it by itself, but believes the time of a jar.
aot_key() {
  local library
  {
    cat "$APP_DIR/sugang.jar"
    for library in "$APP_DIR"/lib/*; do echo "${library##*/}"; done
    "$JDK/bin/java" -version 2>&1
    printf '%s\n' "$JDK" "${APP_FLAGS[@]}"
  } | digest
}

# aot_wanted : not when it is switched off, when the options say something about it themselves, or name an agent: no JVM
# uses a cache with one.
aot_wanted() {
  [[ $(setting SUGANG_AOT_CACHE auto) != off ]] || return 1
  case " ${APP_FLAGS[*]} " in
    *' -XX:AOT'* | *' -XX:Shared'* | *' -Xshare'* | *' -agent'* | *' -javaagent'*) return 1 ;;
  esac
}

# aot_fault FILE : why the JVM would not use it, in its own words; nothing if it would. A cache with a wrong byte in the middle would
# end a JVM that trusts it, so it is checked against its checksums here.
aot_fault() {
  local said
  if said=$("$JDK/bin/java" "${APP_FLAGS[@]}" -XX:AOTMode=on -XX:+VerifySharedSpaces -XX:AOTCache="$1" -cp "$APP_DIR/sugang.jar" \
    -version 2>&1); then
    return
  fi
  # its first reason, without time and level in front
  said=$(sed -n -E 's/^(\[[^]]*\])+ *//; /^(Unable to use AOT cache|Picked up)/d; /./{p;q;}' <<<"$said")
  echo "${said:-the JVM ended without a word}"
}

# look_for_aot_cache : sets AOT_CACHE and AOT_FLAGS; a cache that cannot be used is said and removed, so that it is made anew.
look_for_aot_cache() {
  local fault
  app_flags
  # shellcheck disable=SC2034 # read by start_app
  AOT_FLAGS=() AOT_CACHE='' AOT_LOOKED=$APP_DIR
  aot_wanted || return 0
  AOT_CACHE=$APP_DIR/$(aot_key).aot
  # What an instance wrote when it stopped. Only of one that was warm before: a start that was interrupted writes one too.
  if [[ ! -e $AOT_CACHE && $(state AOT_RECORDED) == "$AOT_CACHE" ]]; then keep_aot_recording; fi
  [[ -e $AOT_CACHE ]] || return 0
  fault=$(aot_fault "$AOT_CACHE")
  if [[ -n $fault ]]; then
    warn "the AOT cache is not used and made anew, so this start takes longer: $fault"
    rm -f "$AOT_CACHE"
    return
  fi
  # its remarks about code it does not find there are of no use to anybody
  AOT_FLAGS=("-Xlog:aot*=error" "-XX:AOTCache=$AOT_CACHE")
}

# aot_missing : one is wanted and not there.
aot_missing() { [[ -n $AOT_CACHE && ! -e $AOT_CACHE ]]; }

# forget_aot_caches N : all but the N latest.
forget_aot_caches() {
  local -a caches
  rm -f "$APP_DIR"/*.aot.*
  mapfile -t caches < <(find "$APP_DIR" -maxdepth 1 -name '*.aot' -exec ls -t {} +)
  rm -f "${caches[@]:$1}"
}

# record_aot_cache NAME [VARIABLE=VALUE...] : starts this instance and has it record until it is warm; it goes on as any other.
# Then the cache is in use for those that start later.
record_aot_cache() {
  local name=$1
  shift
  # Of other jars' names or options: the two latest are kept, for whoever compares options. And what a killed recording left.
  forget_aot_caches 2
  AOT_FLAGS=("-Xlog:aot*=error" "-XX:AOTCacheOutput=$AOT_CACHE.partial")
  start_app "$name" "$@"
  await_apps "$name"
  AOT_FLAGS=()
  keep_aot_recording
  if [[ -e $AOT_CACHE ]]; then
    # shellcheck disable=SC2034 # read by start_app
    AOT_FLAGS=("-Xlog:aot*=error" "-XX:AOTCache=$AOT_CACHE")
    part_line aot "cache of $(($(wc -c <"$AOT_CACHE") / 1000000)) MB made by $name: later starts are faster"
  elif grep -q 'recording .*when the instance stops' "$LOG_DIR/$name.log"; then
    keep_state AOT_RECORDED "$AOT_CACHE"
    part_line aot "$name writes its cache when it stops"
  else
    warn "no AOT cache was made, the next start is as slow as this one (log: $LOG_DIR/$name.log; SUGANG_AOT_CACHE=off does without)"
  fi
}

# keep_aot_recording : a finished recording becomes the cache.
keep_aot_recording() {
  [[ -e $AOT_CACHE.partial ]] || return 0
  if [[ -z $(aot_fault "$AOT_CACHE.partial") ]]; then
    mv "$AOT_CACHE.partial" "$AOT_CACHE"
  fi
}
