"""The tutorials of docs/tutorials, from an empty folder to a picture: each block as it stands.

A block with a title is a file, one of sh is run. The numbers that a page gives are those of these runs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import curlew

for module in ("gmsh", "matplotlib", "scipy", "skrf"):
    pytest.importorskip(module)

BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def blocks(page: str) -> list[tuple[str, str, str]]:
    """Returns language, title and text of the blocks of a tutorial."""
    found = BLOCK.findall((ROOT / f"docs/tutorials/{page}.md").read_text(encoding="utf-8"))
    assert all(title or language == "sh" for language, title, _ in found)
    return found


def run_blocks(page: str, folder: Path) -> str:
    """Does what a page says; returns all that was printed."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "curlew").symlink_to(curlew.find_program().path)
    # The interpreter of this test, also where it has another name.
    (tools / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tools / "python3").chmod(0o755)
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "MPLBACKEND": "Agg"}
    said = ""
    for _, title, text in blocks(page):
        if title:
            (folder / title).write_text(text, encoding="utf-8")
            continue
        done = subprocess.run(
            ["bash", "-e", "-c", text], cwd=folder, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
        said += done.stdout
    return said


def picture(path: Path) -> None:
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert path.stat().st_size > 10_000


def test_every_tutorial_has_a_test() -> None:
    pages = {path.stem for path in (ROOT / "docs/tutorials").glob("*.md")} - {"README"}
    assert pages == {"patch-antenna", "iris-filter", "nanoparticle"}
    for page in pages:
        assert f"({page}.md)" in (ROOT / "docs/tutorials/README.md").read_text(encoding="utf-8")
