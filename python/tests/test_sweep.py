"""Sweeps, optimisation and tolerances of a slab, whose transmission is known."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, cavity, slab

import curlew
from curlew import Case, CaseError, Results, UnknownKeyError

C0 = 299792458.0


def transmission(results: Results) -> float:
    return float(results.orders.where(side="below", pol="tm")["efficiency"][0])


def airy(eps: Any, frequency: float = 10e9, thickness: float = 5e-3) -> Any:
    """Transmission of a slab at normal incidence."""
    n = np.sqrt(eps)
    delta = 2 * np.pi * frequency * n * thickness / C0
    return 1 / (1 + ((eps - 1) / (2 * n) * np.sin(delta)) ** 2)


def quiet(*arguments: Any, **more: Any) -> Any:
    return curlew.sweep(*arguments, threads=1, progress=False, **more)


def test_a_grid_is_solved_once() -> None:
    values = {"materials.glass.eps_r": [2, 4], "frequency": ["8 GHz", "10 GHz"]}
    first = quiet(slab(), values, measure=transmission, parallel=2)
    assert len(first) == 4
    assert first.parameters["materials.glass.eps_r"].tolist() == [2, 2, 4, 4]
    assert not any(p.cached for p in first)
    expected = [airy(eps, f) for eps in (2, 4) for f in (8e9, 10e9)]
    assert np.allclose(first["value"], expected, atol=0.01)
    # Wider: the new points only; text and number are one value.
    values["frequency"] = [8e9, 1e10, "9 GHz"]
    again = quiet(slab(), values, measure=lambda r: {"T": transmission(r)})
    assert [p.cached for p in again] == [True, True, False] * 2
    assert again["T"][0] == first["value"][0]


def test_lists_side_by_side() -> None:
    result = quiet(slab(), {"materials.glass.eps_r": [2, 4], "frequency": [8e9, 9e9]}, zipped=True)
    assert [p.results.resolved["frequency"] for p in result] == [8e9, 9e9]
    with pytest.raises(CaseError, match="zipped parameters have as many values each"):
        quiet(slab(), {"materials.glass.eps_r": [2], "frequency": [8e9, 9e9]}, zipped=True)


def test_a_function_makes_the_geometry() -> None:
    made = []

    def case(thickness: str) -> Case:
        made.append(thickness)
        return slab(thickness)

    result = quiet(case, {"thickness": ["4 mm", "5 mm"]}, measure=transmission, parallel=2)
    expected = [airy(4.0, thickness=d) for d in (4e-3, 5e-3)]
    assert np.allclose(result["value"], expected, atol=0.01)
    assert sorted(made) == ["4 mm", "5 mm"]


def test_a_function_may_write_over_its_files() -> None:
    """Waveforms of one name, with amplitudes 1 to 4: energies as their squares, however runs overlap."""

    def case(amplitude: float) -> Case:
        times = np.linspace(0, 1e-9, 101)
        rows = [f"{t},{amplitude * np.sin(np.pi * t / 1e-9) ** 2}" for t in times]
        Path("wave.csv").write_text("\n".join(["t,value", *rows]) + "\n")
        made = cavity()
        del made["outputs.fields"]
        made["time.duration"] = "5 ns"
        made["excitations.0.waveform"] = {"type": "file", "file": "wave.csv"}
        return made

    result = quiet(case, {"amplitude": [1.0, 2.0, 3.0, 4.0]}, measure=lambda r: r.energy["W"][-1], parallel=2)
    assert np.allclose(result["value"] / result["value"][0], [1, 4, 9, 16], rtol=1e-9)
    assert len(list(Path("sweep/files").iterdir())) == 4


def test_another_mesh_is_another_point(tmp_path: Path) -> None:
    mesh = tmp_path / "plate.msh"
    source = ROOT / "examples/strip-dipole"
    case = Case.load(source / "case.json")
    original = next(iter(case.files().values())).read_text()
    mesh.write_text(original)
    case["mesh.file"] = str(mesh)
    first = case.fingerprint()
    mesh.write_text(original.replace("$EndNodes", "$EndNodes\n"))
    assert case.fingerprint() != first


def test_tables_out(tmp_path: Path) -> None:
    result = quiet(slab(), {"frequency": ["8 GHz", "10 GHz"]}, measure=transmission)
    lines = result.to_csv("out.csv").read_text().splitlines()
    assert lines[0] == "frequency,value,folder,error"
    assert lines[1].startswith("8 GHz,0.")
    assert (tmp_path / "sweep" / lines[1].split(",")[2] / "orders.csv").exists()
    pytest.importorskip("pandas")
    assert list(result.to_pandas().columns) == ["frequency", "value"]


def test_a_point_that_fails() -> None:
    values = {"materials.glass.eps_r": [4, "much", 5]}
    with pytest.raises(CaseError, match='"materials.glass.eps_r" is "much"') as caught:
        quiet(slab(), values)
    assert "at the point {'materials.glass.eps_r': 'much'}" in caught.value.__notes__[0]
    result = quiet(slab(), values, measure=transmission, keep_going=True)
    assert [p.error is None for p in result] == [True, False, True]
    assert np.isnan(result["value"][1])
    with pytest.raises(CaseError, match="much"):
        _ = result[1].results
    assert len(result.failed) == 1


def test_an_interrupted_sweep_goes_on(tmp_path: Path) -> None:
    """A script is interrupted in its sweep; the next one solves what is left."""
    slab().save("case.json")
    script = textwrap.dedent(
        """
        import curlew
        try:
            curlew.sweep("case.json", {"frequency": [8e9 + 1e6 * i for i in range(200)]}, progress=False)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    limit = time.monotonic() + 30
    while len(list(tmp_path.glob("sweep/*/orders.csv"))) < 2 and time.monotonic() < limit:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert said == "interrupted\n"
    finished = [f for f in (tmp_path / "sweep").iterdir() if Results(f).finished]
    assert 1 < len(finished) < 200
    result = quiet("case.json", {"frequency": [8e9, 8.001e9]})
    assert all(p.cached for p in result)


def test_a_killed_point_is_solved_again(tmp_path: Path) -> None:
    point = quiet(slab(), {"frequency": [8e9]})[0]
    (point.folder / "summary.json").unlink()
    assert not quiet(slab(), {"frequency": [8e9]})[0].cached
    assert point.results.finished


def test_unknown_paths_run_nothing(tmp_path: Path) -> None:
    for parameter in ("materials.glass.epsr", "materials.glass.eps_r.kind", "nonsense"):
        with pytest.raises(UnknownKeyError, match="unknown key|has no"):
            quiet(slab(), {"frequency": [1e9], parameter: [1, 2]})
    assert not os.listdir(tmp_path)


def test_an_optimum_that_is_known() -> None:
    """Transmission of the slab is 1 where half a wavelength fits: eps_r = (c / (2 f d))^2 = 8.99."""
    pytest.importorskip("scipy")
    found = curlew.optimize(
        slab(),
        {"materials.glass.eps_r": (7, 11)},
        lambda results: 1 - transmission(results),
        tolerance=2e-3,
        threads=1,
        progress=False,
    )
    # The grid has 20 cells to the wavelength in the slab: 0.6 % in its index, measured.
    assert found.parameters["materials.glass.eps_r"] == pytest.approx((C0 / (2 * 1e10 * 5e-3)) ** 2, rel=0.02)
    assert found.value < 1e-3
    assert found.value == min(p.values["goal"] for p in found.history)
    lines = Path("optimize/log.csv").read_text().splitlines()
    assert lines[0] == "run,materials.glass.eps_r,goal,folder"
    assert len(lines) == len(found.history) + 1
    again = curlew.optimize(
        slab(),
        {"materials.glass.eps_r": (7, 11)},
        lambda r: 1 - transmission(r),
        tolerance=2e-3,
        progress=False,
    )
    assert again.value == found.value
    assert all(p.cached for p in again.history)


@pytest.mark.parametrize("method", ["L-BFGS-B", "differential_evolution"])
def test_other_ways_to_the_optimum(method: str) -> None:
    pytest.importorskip("scipy")
    found = curlew.optimize(
        slab(),
        {"materials.glass.eps_r": (8, 10)},
        lambda results: 1 - transmission(results),
        start={"materials.glass.eps_r": 8.2},
        method=method,
        max_runs=25,
        tolerance=5e-3,
        threads=1,
        progress=False,
    )
    assert found.parameters["materials.glass.eps_r"] == pytest.approx((C0 / (2 * 1e10 * 5e-3)) ** 2, rel=0.03)
    assert all(8 <= p.parameters["materials.glass.eps_r"] <= 10 for p in found.history)


def test_bounds_with_units_and_few_runs() -> None:
    pytest.importorskip("scipy")
    found = curlew.optimize(
        slab(),
        {"frequency": ("8 GHz", "12 GHz")},
        lambda results: -transmission(results),
        start={"frequency": "9 GHz"},
        method="Powell",
        max_runs=3,
        threads=1,
        progress=False,
    )
    assert len(found.history) == 3
    assert found.message == "3 runs were made"
    assert str(found.parameters["frequency"]).endswith(" GHz")


def test_tolerances_have_the_spread_of_the_formula() -> None:
    result = curlew.tolerances(
        slab(),
        {"materials.glass.eps_r": (6, 0.2)},
        measure=transmission,
        samples=8,
        seed=3,
        threads=1,
        progress=False,
    )
    eps = result["materials.glass.eps_r"]
    assert len(set(eps)) == 8
    slope = (airy(6.1) - airy(5.9)) / 0.2
    assert np.std(result["value"]) == pytest.approx(abs(slope) * np.std(eps), rel=0.15)
    again = curlew.tolerances(
        slab(), {"materials.glass.eps_r": (6, 0.2)}, measure=transmission, samples=8, seed=3, progress=False
    )
    assert all(p.cached for p in again)
