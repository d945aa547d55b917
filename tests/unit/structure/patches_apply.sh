#!/usr/bin/env bash
# patches_apply.sh SOURCE SCRATCH: our patches fit the archive that bootstrap builds from, each line
# of context where it says. Exit status 77: the archive or `patch` is not here.
set -euo pipefail
source_folder=$1 scratch=$2
cache=${CURLEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/curlew}
archive=
if [ -d "$cache" ]; then
  archive=$(find "$cache" -maxdepth 1 -name 'trilinos_*.orig.tar.gz' | head -n 1)
fi
if [ -z "$archive" ] || ! command -v patch >/dev/null; then exit 77; fi
rm -rf "$scratch"
mkdir -p "$scratch"
mapfile -t files < <(sed -n 's|^--- a/|*/|p' "$source_folder"/cmake/bootstrap/patches/*.patch | sort -u)
[ "${#files[@]}" -gt 0 ]
tar -x -z -f "$archive" -C "$scratch" --strip-components=1 --wildcards "${files[@]}"

# The first patch on another line must not fit: lines of context are compared.
first=$(find "$source_folder/cmake/bootstrap/patches" -name '*.patch' | sort | head -n 1)
apply() { patch --directory="$scratch" --strip=1 --fuzz=0 --batch "$@"; }
if sed 's/^ \(.\)/ X\1/' "$first" | apply --dry-run; then
  echo "a patch with wrong context was accepted"
  exit 1
fi
for patch_file in "$source_folder"/cmake/bootstrap/patches/*.patch; do
  apply --input="$patch_file"
done
