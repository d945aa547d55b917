#!/usr/bin/env bash
# run.sh MODULE ARGUMENTS...: python -m MODULE ARGUMENTS... in the environment of the folder CURLEW_PYTHON_ENVIRONMENT, which
# `./bootstrap test` makes, or by the interpreter CURLEW_TEST_PYTHON. Exit status 77 where there is none; 1 in its
# place with CURLEW_REQUIRE_PYTHON.
set -euo pipefail
python=${CURLEW_TEST_PYTHON:-$CURLEW_PYTHON_ENVIRONMENT/bin/python}

skip() {
  echo "skipped: $1"
  if [ -n "${CURLEW_REQUIRE_PYTHON:-}" ]; then exit 1; fi
  exit 77
}

# A program built for devices computes nothing without one, on no backend.
if [ "$1" = pytest ] && [ -n "${CURLEW_PROGRAM_NEEDS_DEVICE:-}" ] && ! [ -e /dev/nvidiactl ]; then
  echo "skipped: built for CUDA, and this machine has no NVIDIA device"
  exit 77
fi
if ! [ -x "$python" ]; then
  skip "$(cat "$CURLEW_PYTHON_ENVIRONMENT/absent" 2>/dev/null || echo "there is no $python: ./bootstrap test makes it")"
fi
"$python" -c "from importlib.util import find_spec; raise SystemExit(find_spec('$1') is None)" || skip "$python has no $1"
exec "$python" -m "$@"
