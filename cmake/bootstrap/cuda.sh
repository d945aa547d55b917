# CUDA: the compiler nvcc, the device's architecture, what Trilinos 13.2 needs for both. Sourced by
# bootstrap after report.sh.

# Kokkos 3.4 has a name for each compute capability; the patches add 89 and 90.
declare -A kokkos_names=([60]=PASCAL60 [61]=PASCAL61 [70]=VOLTA70 [75]=TURING75 [80]=AMPERE80
  [86]=AMPERE86 [89]=ADA89 [90]=HOPPER90)
legal_archs='60, 61, 70, 75, 80, 86, 89, 90'

# Sets cuda_home, and nvcc to the compiler in it.
find_nvcc() {
  local place
  if [ -n "${CUDA_HOME:-}" ]; then
    place=$CUDA_HOME/bin/nvcc
    [ -x "$place" ] || fail "CUDA_HOME is $CUDA_HOME, but there is no bin/nvcc in it."
  else
    place=$(command -v nvcc || printf '/usr/local/cuda/bin/nvcc')
  fi
  [ -x "$place" ] ||
    fail "--cuda needs the compiler nvcc, and it is neither in PATH nor in CUDA_HOME. One of" \
      "  - a module of the machine: module load cuda" \
      "  - NVIDIA's CUDA Toolkit, 11.2 or newer; its place in CUDA_HOME, or its bin in PATH" \
      "  - the distribution's package: apt-get install nvidia-cuda-toolkit" \
      "No device is needed to build. Without CUDA: the same command without --cuda."
  nvcc=$(realpath "$place")
  cuda_home=$(dirname "$(dirname "$nvcc")")
}

# nvcc_wrapper takes its arguments apart at blanks.
refuse_blanks() {
  local folder
  for folder in "$root" "$cache" "$cuda_home"; do
    [[ $folder != *[[:space:]]* ]] ||
      fail "with --cuda no folder's name may have a blank in it: $folder"
  done
}

# Sets cuda_arch: -DCURLEW_CUDA_ARCH=N, else the environment's, else 90. The option is ours, not
# CMake's.
take_cuda_arch() {
  local option kept=()
  cuda_arch=${CURLEW_CUDA_ARCH:-90}
  for option in "${cmake_options[@]}"; do
    if [[ $option =~ ^-DCURLEW_CUDA_ARCH(:[A-Z]+)?=(.*)$ ]]; then
      cuda_arch=${BASH_REMATCH[2]}
    else
      kept+=("$option")
    fi
  done
  cmake_options=("${kept[@]}")
}

# Only for our own Kokkos: an installed one has its device built in.
check_cuda_arch() {
  local known
  [ -n "${kokkos_names[$cuda_arch]:-}" ] ||
    fail "CURLEW_CUDA_ARCH is \"$cuda_arch\" (legal: $legal_archs): the device's compute" \
      "capability without the point. A newer device needs an installed Kokkos that supports it" \
      "(docs/install.md)."
  known=$("$nvcc" --list-gpu-code) ||
    fail "$nvcc cannot list what it compiles for: CUDA 11.2 or newer is needed."
  grep -qx "sm_$cuda_arch" <<<"$known" ||
    fail "CURLEW_CUDA_ARCH is $cuda_arch, but $nvcc compiles only for: ${known//$'\n'/ }."
}

# What a CUDA build of Trilinos depends on beside the rest.
cuda_key() {
  printf '%s\n' "$cuda_arch" "$nvcc" "${CXX:-g++}"
  "$nvcc" --version | tail -n 2
  cat "$root"/cmake/bootstrap/cuda.sh "$root"/cmake/bootstrap/patches/*
}

# The folder of sources $1 for this nvcc. The wrapper is installed, and Curlew is built by it: it
# keeps to this nvcc and this host compiler whatever PATH says later.
prepare_for_cuda() {
  local patch wrapper=$1/packages/kokkos/bin/nvcc_wrapper
  for patch in "$root"/cmake/bootstrap/patches/*.patch; do
    run_logged "${patch##*/}" patch --directory="$1" --strip=1 --fuzz=0 --input="$patch"
  done
  correct "$wrapper" "s|^default_arch=.*|default_arch=\"sm_$cuda_arch\"|" "^default_arch=.*$cuda_arch"
  correct "$wrapper" "s|^nvcc_compiler=nvcc|nvcc_compiler=$nvcc|" "^nvcc_compiler=$nvcc"
  correct "$wrapper" "s|COMPILER:-\"g++\"}|COMPILER:-\"${CXX:-g++}\"}|" "COMPILER:-\"${CXX:-g++}\"}"
}
