# The parts of Curlew that a build folder has: methods, solvers of Trilinos, published variants, benches, tests.
# They only grow: what one command has built stays when another one adds to it. Sourced by bootstrap after
# report.sh.

all_methods=(dgatd dgtd fdfd fem mom)

# Prints a case without its comments.
without_comments() {
  sed -e 's|//.*||' "$1" | tr '\n' ' ' | sed -e 's|/\*[^*]*\*/| |g'
}

# Prints the method that a case names; nothing where it names none of ours, which the program reports.
method_of_case() {
  without_comments "$1" | grep -oE '"method" *: *"[a-z]+"' | grep -oE '[a-z]+"$' | tr -d '"' |
    grep -xF -m 1 "$(printf '%s\n' "${all_methods[@]}")" || true
}

# Prints the parts that a case needs, one per line.
parts_of_case() {
  local method
  method=$(method_of_case "$1")
  if [ -z "$method" ]; then
    printf '%s\n' "${all_methods[@]}" belos
    return 0
  fi
  printf '%s\n' "$method"
  case $method in fdfd | fem) printf 'belos\n' ;; esac
  if without_comments "$1" | grep -qE '"ilu"'; then printf '%s\n' belos ifpack2; fi
  if without_comments "$1" | grep -qE '"variant" *: *"(spmv|paper|blocks|csr|cas|cis)"'; then printf 'published\n'; fi
}

# Prints the parts that a command needs, one per line. parts_of COMMAND [CASE]
parts_of() {
  case $1 in
    run) parts_of_case "$2" ;;
    build | deps) printf '%s\n' "${all_methods[@]}" belos ifpack2 published bench ;;
    test) printf '%s\n' "${all_methods[@]}" belos ifpack2 published bench tests ;;
  esac
}

# Prints the parts that the preset leaves out, one per line.
parts_off() {
  awk -v name="\"$preset\"," '/"name":/ { inside = index($0, name) > 0 }
    inside && match($0, /"CURLEW_ENABLE_[A-Z0-9_]+": "OFF"/) {
      print tolower(substr($0, RSTART + 15, RLENGTH - 23)) }' "$root/CMakePresets.json"
}

# Sets the array parts: those of the command, and those that the build folder has already, without those
# that the preset or an option leaves out.
choose_parts() {
  mapfile -t parts < <({
    parts_of "$@"
    cat "$build_folder/bootstrap.parts" 2>/dev/null || true
  } | sort -u | grep -vxF -f <(
    parts_off
    if [ "$with_ifpack2" = no ]; then printf 'ifpack2\n'; fi
  ))
}

has_part() { [[ " ${parts[*]} " = *" $1 "* ]]; }

# Sets the array part_options: CMake's options that leave out what is no part. What is one has the
# preset's value.
choose_part_options() {
  local method chosen=() name part
  part_options=()
  for method in "${all_methods[@]}"; do
    if has_part "$method"; then chosen+=("$method"); fi
  done
  if [ ${#chosen[@]} -eq ${#all_methods[@]} ]; then
    part_options+=(-U CURLEW_METHODS)
  else
    part_options+=(-D CURLEW_METHODS="$(IFS=';' && printf '%s' "${chosen[*]}")")
  fi
  for part in bench belos ifpack2 published tests; do
    name=CURLEW_ENABLE_${part^^}
    if has_part "$part"; then part_options+=(-U "$name"); else part_options+=(-D "$name=OFF"); fi
  done
}
