"""docs/python.md: its blocks run, one after the other, and its tables name what there is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

import curlew
from curlew import Results
from curlew.errors import BY_EXIT_STATUS

PAGE = (ROOT / "docs/python.md").read_text(encoding="utf-8")


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("scipy")
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 7
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    said = capsys.readouterr().out
    assert "[3.896" in said
    assert 'did you mean "eps_r"' in said
    best = names["best"]
    assert isinstance(best, curlew.OptimizeResult)
    half_a_wavelength = 299792458.0 / (2 * 1e10 * 2) * 1e3
    # 30 cells to the wavelength in glass: 0.3 % in its index.
    assert best.parameters["thickness_mm"] == pytest.approx(half_a_wavelength, rel=0.02)
    assert np.isfinite(names["spread"]["value"]).all()  # type: ignore[index]
    assert Path("slabs.csv").exists()


def test_its_tables_name_what_there_is() -> None:
    for name in re.findall(
        r"^\| `(\w+)[`\[,]", PAGE.split("## Results")[1].split("## Sweeps")[0], re.MULTILINE
    ):
        assert isinstance(getattr(Results, name), property), name
    extras = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]["optional-dependencies"]
    shown = set(re.findall(r"^\| `(\w+)` \| ", PAGE.split("## First result")[0], re.MULTILINE))
    assert shown == set(extras) - {"test"}
    for status, error in BY_EXIT_STATUS.items():
        assert re.search(rf"`{error.__name__}`.*\| {status}\b", PAGE), error
