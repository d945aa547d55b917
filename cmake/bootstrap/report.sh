# Progress lines, logs and failures of bootstrap. Sourced; expects $log_folder.

say() { printf 'curlew: %s\n' "$*" >&2; }

fail() {
  say "error: $1"
  shift
  if [ $# -gt 0 ]; then printf '        %s\n' "$@" >&2; fi
  exit 1
}

log_of() { printf '%s/bootstrap-%s.log' "$log_folder" "$1"; }

# progress_of LOG SECONDS: "43 %, about 4 min left" of a build by ninja that has run for so long, else
# the seconds.
progress_of() {
  local done_steps all_steps left
  read -r done_steps all_steps < <(grep -aoE '^\[[0-9]+/[0-9]+\]' "$1" | tail -n 1 | tr '[]/' '   ') || true
  if [ -z "${all_steps:-}" ] || [ "$done_steps" -eq 0 ]; then
    printf '%d s' "$2"
    return 0
  fi
  left=$(($2 * (all_steps - done_steps) / done_steps))
  if [ "$left" -ge 90 ]; then
    left="about $(((left + 30) / 60)) min left"
  else
    left='about a minute left'
  fi
  printf '%d %%, %s' $((100 * done_steps / all_steps)) "$left"
}

# A plain line every half minute, so that a long build is not taken for a hung one. It ends with
# this shell even where no trap can run any more, and holds neither the lock nor a reader's pipe.
heartbeat() {
  local name=$1 log=$2 started=$SECONDS
  while sleep 30 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    say "  ... $name: $(progress_of "$log" $((SECONDS - started)))"
  done
}

# try_logged NAME COMMAND...: output to bootstrap-NAME.log; returns the command's status.
try_logged() {
  local name=$1 log status=0 pulse
  log=$(log_of "$1")
  shift
  mkdir -p "$log_folder"
  printf '%s\n' "$*" >"$log"
  heartbeat "$name" "$log" </dev/null 9>&- &
  pulse=$!
  # Not in the background: a background command would not see Ctrl-C.
  "$@" >>"$log" 2>&1 </dev/null || status=$?
  kill "$pulse" 2>/dev/null && wait "$pulse" 2>/dev/null
  return "$status"
}

# run_logged NAME COMMAND...: as try_logged, but a failure shows the end of the log and stops.
run_logged() {
  local status=0 started=$SECONDS
  try_logged "$@" || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 30 "$(log_of "$1")" >&2
    fail "step '$1' failed after $((SECONDS - started)) s (exit status $status)." \
      "Full log: $(log_of "$1")"
  fi
}
