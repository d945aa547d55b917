#!/usr/bin/env bash
# format.sh FOLDER: exit status 0 if clang-format would change no source below FOLDER, 77 if there
# is no clang-format. To mend: docs/developing.md.
set -euo pipefail
cd "$1"
if ! command -v clang-format >/dev/null; then
  echo "skipped: clang-format is not installed"
  exit 77
fi
mapfile -d '' -t files < <(
  find . -type d \( -name build -o -name results -o -name .git \) -prune -o \
    \( -name '*.cpp' -o -name '*.hpp' \) -print0
)
if [ ${#files[@]} -eq 0 ]; then
  echo "no source file below $1"
  exit 1
fi
echo "$(clang-format --version), ${#files[@]} files"
status=0
report=$(clang-format --dry-run -Werror "${files[@]}" 2>&1) || status=$?
# One line per place, without the quoted source and its markers.
sed -n -E 's/^([^ ]+:[0-9]+:[0-9]+): error: .*/\1: not as clang-format has it/p' <<<"$report" |
  awk 'NR <= 40'
exit "$status"
