# The libraries other than Kokkos: the distribution's packages, or whatever is installed already.
# Sourced by bootstrap after report.sh.

debian_packages=(
  g++ cmake ninja-build
  libopenblas-dev # BLAS and LAPACK
  libmetis-dev libvtk9-dev
  libmumps-seq-dev # sparse factors
  libmuparser-dev # formulas in case files
  libqhull-dev # coarse meshes of multigrid
  libopenmpi-dev openmpi-bin
  zlib1g-dev # VTK's CMake files require it
  nlohmann-json3-dev libvalijson-dev libcli11-dev libfmt-dev libspdlog-dev libkissfft-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  clang-format # the test command checks the format
)

have() { command -v "$1" >/dev/null; }
have_apt() { have apt-get && have dpkg-query; }
have_tools() { have cmake && have ninja && have "${CXX:-c++}"; }

# Prints those of the given packages that are not installed, one per line.
missing_packages() {
  local installed package
  # dpkg-query fails where one of the names is unknown; such a name counts as missing.
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxF "installed $package" <<<"$installed" || printf '%s\n' "$package"
  done
}

# Prints what makes a command root's: nothing for root, else sudo. Fails where there is no way.
root_prefix() {
  if [ "$(id -u)" -eq 0 ]; then return 0; fi
  have sudo || return 1
  # Without a terminal no password can be typed.
  if [ -t 0 ]; then printf 'sudo'; else sudo -n true 2>/dev/null && printf 'sudo -n'; fi
}

install_packages() {
  local as_root
  as_root=$(root_prefix) ||
    fail "packages are missing, and this user is neither root nor has sudo. Ask for:" \
      "apt-get install --no-install-recommends $*" \
      "or provide the libraries by Spack or modules (docs/install.md), then run this again."
  say "installing $# packages with apt: $*"
  try_logged apt-update $as_root apt-get update ||
    say "apt-get update had errors ($(log_of apt-update)); trying with the lists there are"
  run_logged apt-install $as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes \
    --no-install-recommends -o DPkg::Lock::Timeout=600 "$@"
}

ensure_packages() {
  local missing=() wanted=("${debian_packages[@]}") tool tools=(clang-format)
  if [ "$cuda" = yes ]; then
    wanted+=(patch)
    tools+=(patch)
  fi
  if have_apt; then
    mapfile -t missing < <(missing_packages "${wanted[@]}")
    if [ ${#missing[@]} -eq 0 ]; then return 0; fi
  fi
  # Spack, modules or a hand-made prefix may have it all: then no library's package is needed.
  if have_tools && probe packages; then
    for tool in "${tools[@]}"; do
      if [ "$use_apt" = yes ] && have_apt && root_prefix >/dev/null && ! have "$tool"; then
        install_packages "$tool"
      fi
    done
    return 0
  fi
  if [ "$use_apt" = yes ] && have_apt; then
    install_packages "${missing[@]}"
    return 0
  fi
  have_tools || fail "a C++17 compiler, CMake (3.22 or newer) and Ninja are needed." \
    "Debian's packages: ${missing[*]:-${wanted[*]}}"
  grep -A 4 -m 1 'CMake Error' "$(log_of probe-packages)" >&2 || true
  fail "not every library that Curlew needs was found; all of $(log_of probe-packages) says more." \
    "Give their places by CMAKE_PREFIX_PATH, modules or a Spack environment (docs/install.md)." \
    "Debian's packages: ${missing[*]:-${wanted[*]}}"
}
