"""The tutorials of docs/tutorials, from an empty folder to a picture: each block as it stands.

A block with a title is a file, one of sh is run. The numbers that a page gives are those of these runs.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from shell import commands, environment

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
    around = environment(folder)
    said = ""
    for _, title, text in blocks(page):
        if title:
            (folder / title).write_text(text, encoding="utf-8")
            continue
        said += commands(text, folder, around)
    return said


def picture(path: Path) -> None:
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert path.stat().st_size > 10_000


def numbers(pattern: str, said: str) -> list[float]:
    """Returns the numbers that were printed at the place of a pattern's group."""
    return [float(number) for number in re.findall(pattern, said)]


def test_patch_antenna(tmp_path: Path) -> None:
    """Source of truth: openEMS' tutorial of this patch, 2.43 to 2.45 GHz and 6.7 dBi."""
    said = run_blocks("patch-antenna", tmp_path)
    by_case, by_model = numbers(r"dB at ([\d.]+) GHz", said)
    # Measured: 2.410 and 2.395; coarse edges resonate too low.
    assert by_case == pytest.approx(2.44, abs=0.06)
    assert by_model == pytest.approx(2.44, abs=0.06)
    # Measured: 6.3, with absorbing faces that stand near.
    assert numbers(r"gain upwards ([\d.]+) dBi", said)[0] == pytest.approx(6.7, abs=0.7)
    picture(tmp_path / "patch.png")
    picture(tmp_path / "patch-model.png")


def test_iris_filter(tmp_path: Path) -> None:
    """Source of truth: mode matching, examples/python/references.py: 10.000 GHz on the same 25 MHz."""
    peaks = numbers(r"peak of .* at ([\d.]+) GHz", run_blocks("iris-filter", tmp_path))
    # Measured: 10.025 twice.
    assert peaks == pytest.approx([10.0, 10.0], abs=0.06)
    picture(tmp_path / "filter.png")
    picture(tmp_path / "filter-model.png")
    assert (tmp_path / "filter-copy.s2p").stat().st_size > 10_000


def test_nanoparticle(tmp_path: Path) -> None:
    """Source of truth: Mie's series, in the tutorial itself."""
    said = run_blocks("nanoparticle", tmp_path)
    # Measured: 705 nm, the frequency nearest to the peak at 706 nm, and 3.4 %.
    assert numbers(r"largest cross section at (\d+) nm", said) == [705]
    assert numbers(r"from Mie: ([\d.]+) %", said)[0] < 5
    # Mie's 0.1016 is between the averages.
    areas = numbers(r"smoothing \w+: ([\d.]+) square", said)
    assert len(areas) == 3
    assert areas[2] < 0.1016 < areas[1] < areas[0]
    picture(tmp_path / "spectrum.png")


def test_almond(tmp_path: Path) -> None:
    """Source of truth: the Austin RCS benchmark suite, problem IIIA; measured 1 dB off in the mean."""
    said = run_blocks("almond", tmp_path)
    # Measured: 0.45 and 0.44 in the mean, 1.4 and 2.1 at most.
    assert max(numbers(r"([\d.]+) dB in the mean", said)) < 0.6
    assert max(numbers(r"([\d.]+) dB at most", said)) < 3
    # Measured: 0.94 and 1.31 with 864 unknowns, 0.71 and 1.00 with 1713: the difference falls with the edges.
    pairs = re.findall(r"unknowns: ([\d.]+) and ([\d.]+) dB", said)
    coarse, fine = ([float(v) for v in pair] for pair in pairs)
    assert max(coarse) < 2
    assert all(a < b for a, b in zip(fine, coarse, strict=True))
    picture(tmp_path / "almond.png")


def test_grating(tmp_path: Path) -> None:
    """Source of truth: coupled waves, in the tutorial itself."""
    said = run_blocks("grating", tmp_path)
    # Measured: 0.014.
    assert numbers(r"from coupled waves: ([\d.]+)", said)[0] < 0.02
    coarse, fine = numbers(r"differences of ([\d.]+) at most", said)
    # Measured: 0.0459 and 0.0090. The error is of second order.
    assert fine < 0.012
    assert coarse / fine > 3
    picture(tmp_path / "spectrum.png")


def test_kerr_line(tmp_path: Path) -> None:
    """Source of truth: the exact simple wave, in the tutorial itself."""
    said = run_blocks("kerr-line", tmp_path)
    ((found, exact),) = re.findall(r"^end: \[(.*)\], exact \[(.*)\]$", said, re.MULTILINE)
    found, exact = ([float(v) for v in words.split()] for words in (found, exact))
    # Measured: 0.0900, 0.0260, 0.0105; exact 0.0909, 0.0265, 0.0109.
    assert found == pytest.approx(exact, rel=0.06)
    assert exact == pytest.approx([0.090911, 0.026456, 0.010898], abs=1e-4)  # examples/kerr-pulse/exact.py
    # Measured: 3.87; 4 for weak fields.
    assert numbers(r"(?m)^ratio ([\d.]+)$", said)[0] == pytest.approx(4, rel=0.1)
    picture(tmp_path / "pulse.png")


def test_every_tutorial_has_a_test() -> None:
    pages = {path.stem for path in (ROOT / "docs/tutorials").glob("*.md")} - {"README"}
    assert pages == {"patch-antenna", "iris-filter", "nanoparticle", "almond", "grating", "kerr-line"}
    for page in pages:
        assert f"({page}.md)" in (ROOT / "docs/tutorials/README.md").read_text(encoding="utf-8")
