# shellcheck shell=bash
# What the tests of scripts expect, and the count of it. The caller sets WORK, a folder.

PASSED=0 FAILED=0 SKIPPED=0

expect() { # NAME EXPECTED ACTUAL
  if [[ $2 == "$3" ]]; then PASSED=$((PASSED + 1)); else failed "$1" "expected: $2" "but was:  $3"; fi
}
expect_match() { # NAME PATTERN ACTUAL (extended regular expression)
  if [[ $3 =~ $2 ]]; then PASSED=$((PASSED + 1)); else failed "$1" "expected to match: $2" "but was: $3"; fi
}
expect_success() { # NAME COMMAND...
  if "${@:2}" >"$WORK/said" 2>&1; then PASSED=$((PASSED + 1)); else failed "$1" "failed: ${*:2}" "$(cat "$WORK/said")"; fi
}
failed() {
  FAILED=$((FAILED + 1))
  printf '  FAILED %s\n' "$1"
  printf '         %s\n' "${@:2}"
}

# report_data PAGE : the data in a page that k6 exported, lines of JSON; nothing without a page
report_data() {
  [[ -s $1 ]] || return 0
  sed -n 's/.*<script id="data"[^>]*base64">\([^<]*\).*/\1/p' "$1" | base64 -d | gunzip
}

# skipped WHAT REASON : a part that cannot be tried here; it is printed and counted, so that it does not pass for tried.
skipped() {
  SKIPPED=$((SKIPPED + 1))
  printf '  skipped: %s, because %s\n' "$1" "$2"
}

# count_in NAME OUTPUT : the tests of which OUTPUT's last line tells; the caller shows the rest.
count_in() {
  if [[ $(tail -n 1 <<<"$2") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    PASSED=$((PASSED + BASH_REMATCH[1])) FAILED=$((FAILED + BASH_REMATCH[2]))
  else
    failed "$1" "its last line tells no count: $(tail -n 1 <<<"$2")"
  fi
}

# tell_result : the line that ./sugang test adds up, last; fails if anything failed.
tell_result() {
  printf '%d passed, %d failed%s\n' "$PASSED" "$FAILED" "$( ((SKIPPED == 0)) || echo ", $SKIPPED skipped")"
  ((FAILED == 0))
}

# find_k6_or_end WHAT : K6 is set; or the tests end here, because WHAT cannot be tried without k6 and Go, or Go cannot build k6.
# The caller sets ROOT.
find_k6_or_end() {
  local status=0
  K6=$("$ROOT/sugang" k6-program 2>"$WORK/said") || status=$?
  case $status in
    0) return ;;
    3) skipped "$1" "neither k6 1.x nor Go is here" ;;
    *) failed "Go builds k6" "$(cat "$WORK/said")" ;;
  esac
  tell_result && exit
  exit 1
}
