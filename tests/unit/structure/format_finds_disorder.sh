#!/usr/bin/env bash
# format_finds_disorder.sh ROOT SCRATCH: format.sh must pass a tidy file and refuse an untidy one.
set -euo pipefail
command -v clang-format >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2" && mkdir -p "$2"
cp "$1/.clang-format" "$2"
printf 'int one() {\n  return 1;\n}\n' >"$2/a.cpp"
bash "$here/format.sh" "$2"
printf 'int  two( ){return 2;}\n' >"$2/b.cpp"
status=0
report=$(bash "$here/format.sh" "$2") || status=$?
printf '%s\n' "$report"
[ "$status" -ne 0 ] && grep -q 'b\.cpp:1:' <<<"$report" && ! grep -q 'a\.cpp' <<<"$report"
