# Curlew itself: which Kokkos it takes, configuring, building. Sourced by bootstrap.

# All cores, but no more compilers at once than the memory holds: the largest take about 1.5 GB,
# nvcc's 4 GB.
default_jobs() {
  local cores by_memory job_kb=1500000
  if [ "$cuda" = yes ]; then job_kb=4000000; fi
  cores=$(nproc)
  by_memory=$(awk -v kb="$job_kb" '/^MemAvailable:/ { print int($2 / kb) }' /proc/meminfo)
  if [ "${by_memory:-1}" -lt 1 ]; then by_memory=1; fi
  printf '%s' $((cores < by_memory ? cores : by_memory))
}

# Sets kokkos_prefix: empty for an installation that CMake finds by itself, else our Trilinos.
# The answer is kept in the build folder: asking CMake takes longer than all else of a warm start.
ensure_kokkos() {
  local stamp=$build_folder/bootstrap.kokkos trilinos key known=()
  trilinos=$(trilinos_prefix)
  key="$(probe_key) ${trilinos##*-}"
  if [ -f "$stamp" ]; then mapfile -t known <"$stamp"; fi
  if [ "${known[0]:-}" = "$key" ]; then
    kokkos_prefix=${known[1]:-}
  elif probe kokkos; then
    say "taking the Kokkos that is installed"
    kokkos_prefix=''
  else
    kokkos_prefix=$trilinos
  fi
  if [ -n "$kokkos_prefix" ]; then ensure_trilinos "$kokkos_prefix" "$(trilinos_part)"; fi
  printf '%s\n' "$key" "$kokkos_prefix" >"$stamp"
}

# Configures where the build folder does not yet show this configuration; changes of CMake's own
# files are ninja's to notice.
configure_curlew() {
  local stamp=$build_folder/bootstrap.configured package options=() wanted
  for package in Kokkos KokkosKernels Teuchos Belos Tpetra Ifpack2; do
    # Without -U a folder found earlier would outlive a change of mind.
    options+=(-U "${package}_DIR")
    if [ -d "$kokkos_prefix/lib/cmake/$package" ]; then
      options+=(-D "${package}_DIR=$kokkos_prefix/lib/cmake/$package")
    fi
  done
  # An installed Kokkos with CUDA has its own way to call nvcc. Through the link the compiler keeps
  # its name when Trilinos is built anew: CMake takes no other one in a folder that it has configured.
  if [ "$cuda" = yes ] && [ -n "$kokkos_prefix" ]; then
    ln -sfn "$kokkos_prefix/bin/nvcc_wrapper" "$build_folder/nvcc_wrapper"
    options+=(-D CMAKE_CXX_COMPILER="$build_folder/nvcc_wrapper")
  fi
  options+=("${part_options[@]}" "${cmake_options[@]}")
  wanted=$(printf '%s\n' "$root" "${CXX:-}" "${CMAKE_PREFIX_PATH:-}" "${options[@]}")
  if [ -f "$build_folder/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    return 0
  fi
  say "configuring preset $preset"
  rm -f "$stamp"
  run_logged configure in_folder "$root" cmake --preset "$preset" "${options[@]}"
  printf '%s\n' "$wanted" >"$stamp"
  printf '%s\n' "${parts[@]}" >"$build_folder/bootstrap.parts"
}

# build_curlew TARGET
build_curlew() {
  say "building ${parts[*]} in $build_folder with $jobs jobs"
  run_logged build cmake --build "$build_folder" --parallel "$jobs" --target "$1"
}
