# Asks CMake what is installed. Sourced by bootstrap after report.sh.

# probe packages|kokkos: true where CMake finds them.
probe() {
  local folder=$log_folder/probe-$1
  rm -rf "$folder" # an answer from CMake's cache would be an old one
  try_logged "probe-$1" cmake -G Ninja -S "$root/cmake/bootstrap/probe" -B "$folder" \
    -DPROBE="$1" -DPROBE_CUDA="$cuda" -DCURLEW_ENABLE_BELOS="$(belos_is_needed)" "${cmake_options[@]}"
}

belos_is_needed() { if has_part belos; then printf ON; else printf OFF; fi; }

# What the answers depend on: where CMake looks, the compiler, the options, the question itself.
probe_key() {
  {
    env | grep -E '^(CMAKE_[A-Z_]*PATH|[A-Za-z0-9_]+_(ROOT|DIR)|PATH|CXX|CXXFLAGS)=' | sort
    printf '%s\n' "$cuda" "$(belos_is_needed)" "${cmake_options[@]}"
    cat "$root"/cmake/bootstrap/probe/CMakeLists.txt
  } | sha256sum | cut -c 1-16
}
