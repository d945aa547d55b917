#!/usr/bin/env bash
# completion.sh CURLEW SCRATCH: sources the completion script that curlew prints and asks it what it
# would offer at the end of a command line.
set -euo pipefail
program=$1
rm -rf "$2" && mkdir -p "$2/results" && cd "$2"
touch case.json cavity.msh 'my case.json'
"$program" completion bash >curlew.bash
# shellcheck source=/dev/null
source ./curlew.bash

# offers LINE: sets offered to the answers for a line whose last word, maybe empty, is completed.
# Words are split as bash would split them, at blanks and around '='.
offers() {
  local line=${1//=/ = }
  read -r -a COMP_WORDS <<<"$line"
  if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
  # "--output=" ends with the word '=' itself.
  if [[ $1 == *= ]]; then unset 'COMP_WORDS[-1]'; fi
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _curlew
  offered=$(printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | LC_ALL=C sort | paste -s -d ' ')
}

failures=0
# expect LINE ANSWERS: exactly these, sorted, separated by blanks.
expect() {
  offers "$1"
  if [[ $offered != "$2" ]]; then
    printf '"%s": offered "%s", expected "%s"\n' "$1" "$offered" "$2" >&2
    failures=$((failures + 1))
  fi
}

# What there is, from the manual and not from the script under test.
commands=$("$program" --help | awk '/^COMMANDS/ { on = 1; next } /^[A-Z]/ { on = 0 }
  on && /^    [^ ]/ { print $1 }' | LC_ALL=C sort | paste -s -d ' ')
options_of() {
  "$program" "$@" --help | awk '/^OPTIONS/ { on = 1; next } /^[A-Z]/ { on = 0 }
    on && /^    -/ { print }' | grep -o -e '--[a-z-]*' | LC_ALL=C sort | paste -s -d ' '
}

expect 'curlew ' "$commands"
expect 'curlew r' 'report run'
expect 'curlew x' ''
expect 'curlew --v' --version
expect 'curlew help ' "$commands"
for command in $commands; do
  expect "curlew $command -" "$(options_of "$command")"
done

expect 'curlew run ' 'case.json cavity.msh curlew.bash my case.json results'
expect 'curlew run cas' case.json
expect 'curlew run case.json ' ''
expect 'curlew run --overwrite cas' case.json # a flag takes no value
expect 'curlew run --threads 2 cas' case.json
expect 'curlew run --threads ' ''
expect 'curlew run --backend s' serial
expect 'curlew run --backend=s' serial
expect 'curlew run --output ' results
expect 'curlew run --output=' results
expect 'curlew run --output=results cas' case.json
expect 'curlew run case.json --back' --backend
expect 'curlew mesh cav' cavity.msh
expect 'curlew mesh c' 'case.json cavity.msh convert curlew.bash'
expect 'curlew mesh convert cavity.msh cav' cavity.msh
expect 'curlew mesh convert -' '--groups --help'
expect 'curlew mesh cavity.msh -' "$(options_of mesh)"
expect 'curlew bench d' 'dense dgatd dgtd'
expect 'curlew bench dgatd --backends serial,s' serial,serial
expect 'curlew bench --mesh cav' cavity.msh
expect 'curlew completion ' bash

# As a shell does it that completes for somebody.
[[ $(complete -p curlew) == 'complete -F _curlew curlew' ]] || failures=$((failures + 1))

# The twin: the check itself notices a wrong answer.
if [[ -z $(expect 'curlew r' check 2>&1) ]]; then
  echo "a wrong answer was not noticed" >&2
  failures=$((failures + 1))
fi
if command -v shellcheck >/dev/null; then shellcheck -s bash curlew.bash; fi
[ "$failures" -eq 0 ]
