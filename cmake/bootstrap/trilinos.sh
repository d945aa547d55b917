# Kokkos, Kokkos Kernels, Teuchos, Belos, Tpetra and Ifpack2 from the distribution's source package of
# Trilinos, built once into a cache that every clone shares: Kokkos and its kernels first, Belos and Ifpack2
# on top where a part of Curlew needs them. Sourced by bootstrap after report.sh.
#
# The binary packages cannot serve: no OpenMP, no complex numbers.

trilinos_version=13.2.0
# Signatures are apt's to check; the sum pins the recipe to the one archive it was written for.
trilinos_sha256=0ddb47784ba7b8a6b9a07a4822b33be508feb4ccd54301b2a5d10c9e54524b90
cache=$(realpath -m "${CURLEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/curlew}")

# The folder's name holds all that the result depends on: recipe, compiler, options.
trilinos_prefix() {
  local key kind=${trilinos_version%.*}
  if [ "$cuda" = yes ]; then kind+=-cuda; fi
  key=$(
    {
      cat "$root"/cmake/bootstrap/trilinos.sh "$root"/cmake/bootstrap/trilinos.cmake
      "${CXX:-c++}" --version 2>/dev/null | head -n 1
      "${CXX:-c++}" -dumpmachine
      printf '%s\n' "$kokkos_checks"
      if [ "$cuda" = yes ]; then cuda_key; fi
    } | sha256sum | cut -c 1-12
  )
  printf '%s/trilinos-%s-%s' "$cache" "$kind" "$key"
}

# Prints which of kokkos, belos and ifpack2 is needed; each comes with those before it.
trilinos_part() {
  if has_part ifpack2; then
    printf 'ifpack2'
  elif has_part belos; then
    printf 'belos'
  else
    printf 'kokkos'
  fi
}

# Whether the folder $1 has the part $2, or one that comes with it. The list is written last.
trilinos_has() {
  local later
  case $2 in kokkos) later='kokkos|belos|ifpack2' ;; belos) later='belos|ifpack2' ;; *) later=$2 ;; esac
  grep -qxE "$later" "$1/curlew-parts" 2>/dev/null
}

# Builds and installs the part $2 of Trilinos into the folder $1, unless it is there. Two clones that start
# together: the second waits, then finds the first one's result. The build stays beside the folder until
# the last part is there, so that a later part compiles nothing twice.
ensure_trilinos() {
  local prefix=$1 part=$2 work=$1.building
  if trilinos_has "$prefix" "$part"; then return 0; fi
  if [ "$cuda" = yes ]; then
    check_cuda_arch
    have patch || fail "patch is needed to build Kokkos for CUDA. Debian's package: patch"
  fi
  mkdir -p "$cache"
  exec 9>"$prefix.lock"
  if ! flock --nonblock 9; then
    say "another bootstrap is building Trilinos in $cache; waiting for it"
    flock 9
  fi
  if ! trilinos_has "$prefix" "$part"; then
    say "building ${trilinos_packages[$part]} of Trilinos $trilinos_version once, into $prefix"
    if ! [ -f "$work/source.complete" ]; then
      rm -rf "$work" # what an interrupted preparation has left
      mkdir -p "$work"
      fetch_trilinos
      unpack_trilinos "$work"
      correct_trilinos "$work/source"
      if [ "$cuda" = yes ]; then prepare_for_cuda "$work/source"; fi
      touch "$work/source.complete"
    fi
    build_trilinos "$work" "$prefix" "$part"
    printf '%s\n' "$part" >>"$prefix/curlew-parts"
    if [ "$part" = ifpack2 ]; then rm -rf "$work"; fi
  fi
  exec 9>&-
}

declare -A trilinos_packages=([kokkos]='Kokkos and Kokkos Kernels' [belos]='Kokkos, Kokkos Kernels and Belos'
  [ifpack2]='Kokkos, Kokkos Kernels, Belos, Tpetra and Ifpack2')

trilinos_archive() { printf '%s/trilinos_%s.orig.tar.gz' "$cache" "$trilinos_version"; }

is_the_archive() {
  [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -d ' ' -f 1)" = "$trilinos_sha256" ]
}

# The source package, by apt from where this machine gets its packages: it needs no deb-src line,
# no root, and does not change the machine's own lists.
fetch_trilinos() {
  local archive apt_folder
  archive=$(trilinos_archive)
  if is_the_archive "$archive"; then return 0; fi
  have_apt || fail "no Kokkos with OpenMP and Kokkos Kernels was found, and without apt there is" \
    "nothing to build it from. Install both (docs/install.md: Spack, modules) and name their" \
    "place in CMAKE_PREFIX_PATH. What was tried: $(log_of probe-kokkos)"
  say "fetching the source package of Trilinos"
  apt_folder=$work/apt
  mkdir -p "$apt_folder"/{sources,lists/partial,cache/archives/partial,download}
  derive_sources "$apt_folder/sources"
  local apt=(apt-get -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt_folder/sources"
    -o Dir::State::Lists="$apt_folder/lists" -o Dir::Cache="$apt_folder/cache"
    -o Acquire::Languages=none)
  # apt's own user may not enter a private folder; root's files here are of no use to it.
  if [ "$(id -u)" -eq 0 ]; then apt+=(-o APT::Sandbox::User=root); fi
  run_logged source-lists "${apt[@]}" update
  run_logged source-package in_folder "$apt_folder/download" \
    "${apt[@]}" source --download-only --only-source trilinos
  is_the_archive "$apt_folder/download/${archive##*/}" ||
    fail "the distribution's Trilinos is not the $trilinos_version this recipe is for:" \
      "$(ls "$apt_folder/download")" \
      "Install Kokkos and Kokkos Kernels another way (docs/install.md: Spack, modules)."
  mv "$apt_folder/download/${archive##*/}" "$archive"
}

in_folder() { cd "$1" && shift && "$@"; }

# Writes to the folder $1 the machine's apt sources for its release, with source packages on.
derive_sources() {
  local list_file parts release suites file number=0
  eval "$(apt-config shell list_file Dir::Etc::SourceList/f parts Dir::Etc::SourceParts/d)"
  # shellcheck disable=SC1091
  release=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  # The release's own name first: a machine may also have lines for a newer one.
  for suites in "$release" "stable testing unstable sid"; do
    for file in "$list_file" "${parts%/}"/*.list "${parts%/}"/*.sources; do
      if [ ! -f "$file" ]; then continue; fi
      number=$((number + 1))
      awk -v form="${file##*.}" -v suites="$suites" -f "$root/cmake/bootstrap/sources.awk" \
        "$file" >"$1/$number.${file##*.}"
    done
    find "$1" -type f -empty -delete
    if [ -n "$(ls "$1")" ]; then return 0; fi
  done
  fail "found no apt source for ${release:-this release} in $list_file or $parts."
}

# Only what the packages need: the whole archive unpacked takes ten times as long.
unpack_trilinos() {
  local package packages=(kokkos kokkos-kernels teuchos belos framework tpetra ifpack2)
  local top="Trilinos-trilinos-release-${trilinos_version//./-}"
  # Its CMake copies README and LICENSE, writes the header of versions that Tpetra includes only where
  # there is a copyright, and adds the CMakeLists of folders that are not used.
  local wanted=("$top/README*" "$top/LICENSE*" "$top/Copyright*" '*/cmake/*' '*/commonTools/*'
    '*/CMakeLists.txt' '*/*.cmake')
  for package in "${packages[@]}"; do wanted+=("*/packages/$package/*"); done
  mkdir "$1/source"
  run_logged unpack tar -x -z -f "$(trilinos_archive)" -C "$1/source" --strip-components=1 \
    --wildcards "${wanted[@]}"
}

# correct FILE SED-COMMAND PATTERN: edits, and makes sure that the pattern is there afterwards.
correct() {
  sed -i "$2" "$1"
  grep -q "$3" "$1" || fail "the correction of $1 did not apply."
}

# The registrations of solvers by name take most of the compile time, and Curlew does not call them.
correct_trilinos() {
  local packages=$1/packages
  rm -f "$packages"/ifpack2/src/Ifpack2_Details_registerLinearSolverFactory.cpp
  sed -i '/Belos_Details_registerSolverFactory/d' "$packages"/belos/src/CMakeLists.txt
  # omega = <t,s>/<t,t>: 13.2 conjugates the wrong factor, which diverges for complex systems.
  correct "$packages"/belos/src/BelosBiCGStabIter.hpp \
    's/MvDot(\*T,\*S,tS)/MvDot(*S,*T,tS)/' 'MvDot(\*S,\*T,tS)'
  # OpenBLAS 0.3.26 (Ubuntu 24.04) returns r of zrotg without its imaginary part, and the least
  # squares of every complex GMRES with it. Formula: LAPACK Working Note 148, section 2.
  correct "$packages"/teuchos/numerics/src/Teuchos_BLAS.cpp '/ZROTG_F77(da, db, c, s)/c\
  {\
    // Corrected for Curlew: computed here, not by the BLAS.\
    const double a = std::abs(*da), b = std::abs(*db), norm = std::hypot(a, b);\
    const std::complex<double> phase = a > 0 ? *da / a : std::complex<double>(1);\
    *c = norm > 0 ? a / norm : 1.0;\
    *s = norm > 0 ? phase * std::conj(*db) / norm : std::complex<double>(0);\
    *da = phase * norm;\
  }' 'Corrected for Curlew'
  # Compilers since g++ 13 no longer bring the fixed-width integers along with other headers.
  local file
  for file in teuchos/core/src/Teuchos_BigUIntDecl.hpp kokkos/core/src/impl/Kokkos_MemoryPool.cpp; do
    correct "$packages/$file" '0,/#include/s//#include <cstdint>\n#include/' '<cstdint>'
  done
}

build_trilinos() {
  local work=$1 prefix=$2 part=$3 device=()
  if [ "$cuda" = yes ]; then
    device=(-D CURLEW_CUDA_DEVICE="${kokkos_names[$cuda_arch]}" -D CUDA_TOOLKIT_ROOT_DIR="$cuda_home"
      -D CMAKE_CXX_COMPILER="$work/source/packages/kokkos/bin/nvcc_wrapper")
  fi
  run_logged trilinos-configure cmake -G Ninja -S "$work/source" -B "$work/build" \
    -D CMAKE_INSTALL_PREFIX="$prefix" -D CURLEW_TRILINOS_PART="$part" \
    -D CURLEW_KOKKOS_CHECKS="$kokkos_checks" "${device[@]}" -C "$root/cmake/bootstrap/trilinos.cmake"
  say "compiling ${trilinos_packages[$part]} with $jobs jobs"
  run_logged trilinos-build cmake --build "$work/build" --parallel "$jobs"
  run_logged trilinos-install cmake --install "$work/build"
}
