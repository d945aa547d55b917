# The virtual environment of the tests of the Python package: what its extra `test` names. Sourced by bootstrap
# after packages.sh.

# Shared libraries that the wheels of gmsh and VTK do not bring.
python_packages=(
  python3-venv
  libgl1 libglu1-mesa libx11-6 libxrender1 libxcursor1 libxfixes3 libxext6 libxft2 libxinerama1 libfontconfig1
)

python_folder=$root/build/python # of all presets

# Prints the requirements of the extra `test`, those of the extras that it names included.
python_requirements() {
  python3 - "$root/python/pyproject.toml" <<'PYTHON'
import re, sys, tomllib

with open(sys.argv[1], "rb") as file:
    project = tomllib.load(file)["project"]

def of(extra):
    for requirement in project["optional-dependencies"][extra]:
        own = re.fullmatch(project["name"] + r"\[(.*)\]", requirement)
        if own:
            for name in own[1].split(","):
                yield from of(name.strip())
        else:
            yield requirement

if sys.version_info < tuple(map(int, re.findall(r"\d+", project["requires-python"]))):
    sys.exit("Python %s is too old: %s is needed" % (sys.version.split()[0], project["requires-python"]))
print("\n".join([*project["dependencies"], *of("test")]))
PYTHON
}

# No environment: the tests are skipped with this reason, or, where they must run, bootstrap fails.
without_python() {
  rm -rf "$python_folder"
  mkdir -p "$python_folder"
  printf '%s\n' "$*" >"$python_folder/absent"
  if [ -n "${CURLEW_REQUIRE_PYTHON:-}" ]; then fail "no Python environment for the tests: $*"; fi
  say "the tests of the Python package will be skipped: $*"
}

install_python_packages() {
  local missing=()
  if ! [ "$use_apt" = yes ] || ! have_apt || ! root_prefix >/dev/null; then return 0; fi
  mapfile -t missing < <(missing_packages "${python_packages[@]}")
  if [ ${#missing[@]} -eq 0 ]; then return 0; fi
  (install_packages "${missing[@]}") || say "not all of these packages were installed: ${missing[*]}"
}

ensure_python_environment() {
  local requirements wanted packages=()
  if ! have python3; then install_python_packages; fi
  if ! have python3; then without_python "there is no python3" && return 0; fi
  if ! requirements=$(python_requirements 2>&1); then without_python "${requirements##*$'\n'}" && return 0; fi
  wanted=$requirements$'\n'$(python3 --version)
  if [ "$(cat "$python_folder/requirements" 2>/dev/null)" = "$wanted" ]; then return 0; fi
  install_python_packages
  say "making the Python environment of the tests in $python_folder"
  rm -rf "$python_folder"
  if ! try_logged python-venv python3 -m venv "$python_folder"; then
    without_python "python3 -m venv failed: $(tail -n 1 "$(log_of python-venv)")" && return 0
  fi
  mapfile -t packages <<<"$requirements"
  if ! try_logged python-install "$python_folder/bin/python" -m pip install --disable-pip-version-check \
    "${packages[@]}"; then
    without_python "pip could not install what they need: $(tail -n 1 "$(log_of python-install)")" && return 0
  fi
  printf '%s\n' "$wanted" >"$python_folder/requirements"
}
