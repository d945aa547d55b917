"""Small cases and their runs, shared by the tests."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import curlew
from curlew import Case, Results

ROOT = Path(__file__).resolve().parents[2]


def slab(thickness: Any = "5 mm", frequency: Any = "10 GHz") -> Case:
    """A slab of eps_r 4 in a wave from above, one cell wide: reflection and transmission."""
    half = float(str(thickness).removesuffix(" mm")) / 2
    case = Case.new("fdfd", frequency=frequency)
    case.grid = {"cell": "0.5 mm", "size": ["0.5 mm", "0.5 mm", "40 mm"], "origin": [0, 0, "-20 mm"]}
    case["materials.glass.eps_r"] = 4
    box = {"min": [0, 0, f"{-half} mm"], "max": ["0.5 mm", "0.5 mm", f"{half} mm"]}
    case.objects = [{"shape": "box", **box, "material": "glass"}]
    for wall in ("x-", "x+", "y-", "y+"):
        case["boundaries", wall, "type"] = "periodic"
    case.excitations = [{"name": "wave", "type": "plane-wave", "theta": 0, "phi": 0, "pol": "theta"}]
    case["outputs.diffraction"] = {"above": "15 mm", "below": "-15 mm"}
    return case


def cavity(**sections: Any) -> Case:
    """A metal box of 5 x 2 x 6 cm that rings, in time."""
    case = Case.new("dgatd", **sections)
    case["mesh.box"] = {"size": ["5 cm", "2 cm", "6 cm"], "cells": [10, 4, 12]}
    case["materials.air"] = {}
    case["regions.volume"] = "air"
    case["boundaries.default.type"] = "pec"
    case["excitations.0"] = {
        "name": "dipole",
        "type": "current",
        "point": ["1.1 cm", "0.7 cm", "1.7 cm"],
        "direction": [0, 1, 0],
        "waveform": {"type": "gaussian-derivative", "f_max": "8 GHz"},
    }
    case["time.duration"] = "10 ns"
    case["outputs.probes.0"] = {"name": "inside", "point": ["3.3 cm", "0.9 cm", "4.2 cm"]}
    case["outputs.spectra.0"] = {"probe": "inside", "band": ["3 GHz", "4.5 GHz"]}
    case["outputs.energy.every"] = "100 steps"
    case["outputs.fields.every"] = "2 ns"
    return case


def endless() -> Case:
    """A cavity that rings for hours."""
    case = cavity()
    case["time.duration"] = "100 ms"
    del case["outputs.fields"]
    case["outputs.energy.every"] = "10 steps"
    return case


def quickly(case: Case, folder: Path) -> Results:
    """Runs a case on one thread, without a bar."""
    return curlew.run(case, folder, threads=1, progress=False)


@pytest.fixture(scope="session")
def slab_run(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return quickly(slab(frequency=["8 GHz", "10 GHz"]), tmp_path_factory.mktemp("slab") / "results")


@pytest.fixture(scope="session")
def cavity_run(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return quickly(cavity(title="Cavity"), tmp_path_factory.mktemp("cavity") / "results")


@pytest.fixture(scope="session")
def line_run(tmp_path_factory: pytest.TempPathFactory) -> Results:
    case = Case.load(ROOT / "examples/coax-line/case.json")
    return quickly(case, tmp_path_factory.mktemp("line") / "results")


@pytest.fixture(scope="session")
def dipole_run(tmp_path_factory: pytest.TempPathFactory) -> Results:
    case = Case.load(ROOT / "examples/strip-dipole/case.json")
    case["outputs.currents"] = True
    return quickly(case, tmp_path_factory.mktemp("dipole") / "results")


@pytest.fixture
def pretender(tmp_path: Path) -> Callable[..., Path]:
    """Makes a program that answers some commands by itself and passes the others on."""

    def make(**answers: str) -> Path:
        lines = ["#!/bin/sh", 'case "$1" in']
        for command, answer in answers.items():
            file = tmp_path / f"{command.strip('-')}.txt"
            file.write_text(answer)
            lines.append(f'{command}) exec cat "{file}" ;;')
        lines += [f'*) exec "{curlew.find_program().path}" "$@" ;;', "esac"]
        path = tmp_path / "pretender"
        path.write_text("\n".join(lines))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return make


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
