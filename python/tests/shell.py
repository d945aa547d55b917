"""Commands of the documentation as a user types them: curlew and python3 are those of this test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import curlew


def environment(folder: Path) -> dict[str, str]:
    """Returns an environment whose PATH has this program and, as python3, this interpreter."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "curlew").symlink_to(curlew.find_program().path)
    (tools / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tools / "python3").chmod(0o755)
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
    package = str(Path(curlew.__file__).parents[1])
    return {**os.environ, "PATH": path, "PYTHONPATH": package, "MPLBACKEND": "Agg"}


def commands(text: str, folder: Path, around: dict[str, str]) -> str:
    """Runs commands in a folder, which must end with exit status 0; returns what they print."""
    done = subprocess.run(["bash", "-e", "-c", text], cwd=folder, env=around, capture_output=True, text=True)
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    return done.stdout
