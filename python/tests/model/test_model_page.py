"""docs/model.md: its first block runs, and its tables name what there is."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

pytest.importorskip("gmsh")

import curlew.model as package
from curlew.model import MeshRules, Model

PAGE = (Path(__file__).resolve().parents[3] / "docs/model.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The text of a section."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    exec(compile(block, "docs/model.md", "exec"), {})
    assert "against mom" in capsys.readouterr().out


def test_its_tables_name_what_there_is() -> None:
    for name in re.findall(r"^\| `(\w+)", section("Shapes"), re.MULTILINE):
        assert hasattr(package, name), name
    for title in ("Physics", "Ports"):
        for name in re.findall(r"^\| `(\w+)\(", section(title), re.MULTILINE):
            assert hasattr(Model, name), name
    rules = re.findall(r"^\| `(\w+)` \| ([0-9.]*)", section("Meshes"), re.MULTILINE)
    assert [name for name, _ in rules] == [field.name for field in fields(MeshRules)]
    for name, default in rules:
        assert not default or float(default) == getattr(MeshRules(), name), name
