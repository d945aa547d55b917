#!/usr/bin/env bash
# bootstrap_cuda.sh SOURCE SCRATCH: what `./bootstrap --cuda` refuses before it builds anything.
set -euo pipefail
source_folder=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"/{none,home,cuda/bin}
# bootstrap writes its logs beside itself.
cp -r "$source_folder"/{bootstrap,cmake,CMakePresets.json} "$scratch"
export CURLEW_CACHE=$scratch/cache

# An nvcc that lists two devices and compiles nothing.
cat >"$scratch/cuda/bin/nvcc" <<'NVCC'
#!/bin/sh
case $1 in
  --list-gpu-code) printf 'sm_80\nsm_90\n' ;;
  --version) printf 'release 99.0\n' ;;
  *) exit 1 ;;
esac
NVCC
chmod +x "$scratch/cuda/bin/nvcc"

failed=0
# refused STATUS TEXT COMMAND...: it leaves with that status and says that.
refused() {
  local status=0 wanted=$1 text=$2 output
  shift 2
  output=$("$@" 2>&1) || status=$?
  if [ "$status" -ne "$wanted" ] || ! grep -qF -- "$text" <<<"$output"; then
    printf 'exit status %d instead of %d, or nothing about "%s": %s\n%s\n' \
      "$status" "$wanted" "$text" "$*" "$output"
    failed=1
  fi
}

bootstrap=$scratch/bootstrap
refused 2 '--cuda is preset cuda, not "debug"' "$bootstrap" --cuda --preset debug build
refused 2 '--cuda is preset cuda, not "asan"' "$bootstrap" --preset=asan --cuda build
refused 2 '"--with-ifpack2" is neither' "$bootstrap" --preset cuda --with-ifpack2 deps
refused 2 '--preset needs a value' "$bootstrap" --preset= build
refused 1 'no bin/nvcc' env CUDA_HOME="$scratch/none" "$bootstrap" --cuda deps
refused 1 'no bin/nvcc' env CUDA_HOME="$scratch/none" "$bootstrap" --preset cuda deps

# arch VALUE [CMAKE-OPTION]: what the parts make of it, with the nvcc above.
# shellcheck disable=SC1091,SC2034,SC2154,SC2317
arch() (
  root=$scratch log_folder=$scratch CURLEW_CUDA_ARCH=$1 CUDA_HOME=$scratch/cuda
  cmake_options=("${@:2}")
  source "$scratch/cmake/bootstrap/report.sh"
  source "$scratch/cmake/bootstrap/cuda.sh"
  find_nvcc
  take_cuda_arch
  check_cuda_arch
  printf '%s %s' "${kokkos_names[$cuda_arch]}" "${cmake_options[*]}"
)
refused 1 'CURLEW_CUDA_ARCH is "9.0" (legal: 60, ' arch 9.0
refused 1 'CURLEW_CUDA_ARCH is 70, but' arch 70
refused 1 'compiles only for: sm_80 sm_90' arch 90 -DCURLEW_CUDA_ARCH=86
refused 0 'HOPPER90 -DOTHER=1' arch '' -DOTHER=1
refused 0 'AMPERE80 -DOTHER=1' arch 90 -DCURLEW_CUDA_ARCH=80 -DOTHER=1

if [ -e "$CURLEW_CACHE" ]; then
  echo "something was built or fetched into the cache"
  failed=1
fi
exit "$failed"
