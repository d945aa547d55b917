"""Fields at frequencies of runs in time. Sources of truth: waves through slabs, fem on the same mesh, powers
through planes."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import quickly

import curlew
from curlew.results.tets import Tets, read_tets
from curlew.run import RunWarning

pyvista = pytest.importorskip("pyvista")

C0, ETA0 = 299792458.0, 376.730313668
SIDE = 1e-3
FREQUENCIES = (8e9, 12e9)
PULSE = {"type": "modulated-gaussian", "f0": "10 GHz", "bandwidth": "12 GHz"}


def bricks(file: Path, edges: Any, slab: tuple[float, float]) -> None:
    """Writes a line of bricks along z, six tets each, between these edges; "slab" between two of them."""
    corners = [(x, y, z) for z in edges for y in (0.0, SIDE) for x in (0.0, SIDE)]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "8"]
    walls = ("x-", "x+", "y-", "y+", "z-", "z+")
    lines += [f'2 {n + 1} "{name}"' for n, name in enumerate(walls)] + ['3 7 "air"', '3 8 "slab"']
    lines += ["$EndPhysicalNames", "$Nodes", str(len(corners))]
    lines += [f"{n + 1} {x:.17g} {y:.17g} {z:.17g}" for n, (x, y, z) in enumerate(corners)]
    elements, last = [], len(edges) - 2
    for k in range(last + 1):
        group = 8 if slab[0] < (edges[k] + edges[k + 1]) / 2 < slab[1] else 7
        for order in itertools.permutations(range(3)):
            path = np.cumsum([[0, 0, 0]] + [np.eye(3, dtype=int)[a].tolist() for a in order], axis=0)
            nodes = [1 + int(x) + 2 * int(y) + 4 * (k + int(z)) for x, y, z in path]
            elements.append(f"4 2 {group} {group} {' '.join(map(str, nodes))}")
            for left_out in range(4):
                face = np.delete(path, left_out, axis=0)
                for axis, end in itertools.product(range(3), (0, 1)):
                    at_end = axis < 2 or k == (last if end else 0)
                    if at_end and (face[:, axis] == end).all():
                        three = [n for i, n in enumerate(nodes) if i != left_out]
                        wall = 2 * axis + end + 1
                        elements.append(f"2 2 {wall} {wall} {' '.join(map(str, three))}")
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [f"{n + 1} {text}" for n, text in enumerate(elements)] + ["$EndElements"]
    file.write_text("\n".join(lines) + "\n")


def line(
    tmp_path: Path, bricks_per_mm: int = 1, order: int = 2, scheme: str = "central", **slab: Any
) -> curlew.Case:
    """A line of 24 mm between two plates and two magnetic walls, with a slab from 8 to 14 mm; a wave of 2 V
    comes from a port."""
    bricks(tmp_path / "line.msh", np.linspace(0, 24e-3, 24 * bricks_per_mm + 1), (8e-3, 14e-3))
    case = curlew.Case.new("dgtd")
    case["mesh.file"] = str(tmp_path / "line.msh")
    case["materials"] = {"air": {}, "glass": slab}
    case["regions"] = {"air": "air", "slab": "glass"}
    walls = {"x": "pec", "y": "pmc"}
    case["boundaries"] = {f"{a}{sign}": {"type": kind} for a, kind in walls.items() for sign in "-+"} | {
        "z-": {"type": "port", "kind": "parallel-plate", "index": 1},
        "z+": {"type": "abc"},
    }
    case["excitations.0"] = {"name": "in", "type": "port", "port": 1, "amplitude": 2, "waveform": PULSE}
    case["discretization"] = {"scheme": scheme, "space": "full", "order": order}
    case["time.duration"] = "1.6 ns"
    case["outputs.fields"] = {"frequency": list(FREQUENCIES)}
    return case


def tets_of(results: curlew.Results, index: int = 0, field: str = "E") -> Tets:
    data = results.fields.read(index)
    data = data.combine() if type(data).__name__ == "MultiBlock" else data
    for part in ("real", "imag"):
        data.point_data[f"E_{part}"] = data.point_data[f"{field}_{part}"]
    return read_tets(data, "fields")


def across(axis: int, values: np.ndarray) -> np.ndarray:
    return np.stack([values if d == axis else 0 * values for d in range(3)], axis=-1)


def through_slab(f: float, eps: complex, z: np.ndarray, inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns E and eta0 H of a wave of 1 V/m on a slab from 8 to 14 mm: Born and Wolf, section 1.6."""
    k, n, front, length = 2 * np.pi * f / C0, np.sqrt(eps), 8e-3, 6e-3
    n = n if n.imag <= 0 else -n
    r, turn = (1 - n) / (1 + n), np.exp(-1j * k * n * length)
    below = 1 - r**2 * turn**2
    reflected, there = r * (1 - turn**2) / below, (1 + r) / below
    transmitted = (1 - r**2) * turn / below
    at, n_z = z - front, np.where(inside, n, 1)
    forth = np.where(inside, there, np.where(at < length / 2, 1, transmitted * np.exp(1j * k * length)))
    back = np.where(inside, -there * r * turn**2, np.where(at < length / 2, reflected, 0))
    waves = forth * np.exp(-1j * k * n_z * at), back * np.exp(1j * k * n_z * at)
    phase = np.exp(-1j * k * front)
    return (waves[0] + waves[1]) * phase, n_z * (waves[0] - waves[1]) * phase


def errors(results: curlew.Results, number: int, eps: complex) -> tuple[float, float]:
    """Returns the errors of E and H at the nodes over the fields, root mean square."""
    found = [tets_of(results, number, field) for field in "EH"]
    names = [str(name) for name in results.fields.read(number).field_data["material_names"]]
    inside = np.broadcast_to((found[0].material == names.index("glass"))[:, None], found[0].points.shape[:2])
    electric, magnetic = through_slab(FREQUENCIES[number], eps, found[0].points[..., 2], inside)
    exact = 2 / SIDE * across(0, electric), 2 / SIDE / ETA0 * across(1, magnetic)
    e, h = (float(np.linalg.norm(a.E - b) / np.linalg.norm(b)) for a, b in zip(found, exact, strict=True))
    return e, h


@pytest.mark.parametrize("scheme", ["central", "dfdd"])
def test_waves_through_a_slab_have_the_phasors_of_the_formula(scheme: str, tmp_path: Path) -> None:
    found = quickly(line(tmp_path, scheme=scheme, eps_r=4, sigma=0.5), tmp_path / "out")
    assert found.fields.f == pytest.approx(FREQUENCIES)
    assert not [text for text in found.warnings if "edges per" in text or "field" in text]
    for number, f in enumerate(FREQUENCIES):
        eps = 4 - 0.5j * ETA0 * C0 / (2 * np.pi * f)
        e, h = errors(found, number, eps)
        assert max(e, h) < 0.01
        assert min(errors(found, number, eps.conjugate())) > 0.1  # the twin: gain
        assert errors(found, number, eps * 1.05)[0] > 0.01  # and 5 % more of the permittivity


def test_the_error_falls_with_the_mesh_in_first_order(tmp_path: Path) -> None:
    found = {}
    for bricks_per_mm in (1, 2):
        case = line(tmp_path, bricks_per_mm, order=1, scheme="upwind", eps_r=4)
        found[bricks_per_mm] = errors(quickly(case, tmp_path / "out"), 0, 4)
    assert max(found[1]) < 0.03
    assert max(found[2]) < max(found[1]) / 3


def resolved(results: curlew.Results) -> dict[str, Any]:
    return dict(json.loads((results.folder / "case.resolved.json").read_text()))


def in_frequency(tmp_path: Path, **slab: Any) -> curlew.Case:
    """Returns the same line for fem."""
    in_time = line(tmp_path, **slab)
    case = curlew.Case.new("fem", frequency=list(FREQUENCIES))
    for key in ("mesh", "materials", "regions", "boundaries"):
        case[key] = in_time[key]
    case["boundaries.z-.excited"] = True
    case["discretization"] = {"space": "full", "order": 2}
    case["outputs.fields"] = {}
    return case


def lossy_line(folder: Path) -> curlew.Case:
    case = line(folder, eps_r=4, sigma=0.5, density=1000)
    case["frequency"] = list(FREQUENCIES)
    planes = (("in", 7.5e-3), ("out", 14.5e-3))
    case["outputs"] = {
        "fields": {"quantities": ["E", "H"]},
        "flux": [{"name": name, "plane": {"axis": "z", "at": at}} for name, at in planes],
    }
    return case


@pytest.fixture(scope="module")
def lossy(tmp_path_factory: pytest.TempPathFactory) -> curlew.Results:
    folder = tmp_path_factory.mktemp("lossy")
    return quickly(lossy_line(folder), folder / "out")


@pytest.fixture(scope="module")
def coarse(tmp_path_factory: pytest.TempPathFactory) -> curlew.Results:
    """The same in few, long steps."""
    folder = tmp_path_factory.mktemp("coarse")
    case = lossy_line(folder)
    case["discretization"] = {"space": "mixed"}
    return quickly(case, folder / "out")


def test_fem_has_the_same_fields_on_the_same_mesh(lossy: curlew.Results, tmp_path: Path) -> None:
    other = quickly(in_frequency(tmp_path, eps_r=4, sigma=0.5), tmp_path / "out")
    for number in range(2):
        for field in "EH":
            ours, theirs = tets_of(lossy, number, field), tets_of(other, number, field)
            assert np.array_equal(ours.points, theirs.points)
            assert np.array_equal(ours.material, theirs.material)
            wave = 2 * theirs.E  # its wave has 1 V
            # Its H is the curl of E, of first order.
            tolerance = 0.01 if field == "E" else 0.02
            assert np.linalg.norm(ours.E - wave) < tolerance * np.linalg.norm(wave)
            assert np.linalg.norm(ours.E - wave.conj()) > 0.1 * np.linalg.norm(wave)  # exp(+j omega t)


def test_sar_is_the_power_that_the_slab_takes(lossy: curlew.Results) -> None:
    # The power into the slab less that out of it, by surfaces at the same frequencies.
    for number in range(2):
        found = lossy.sar(number, cell=5e-4)
        taken = float(lossy.fluxes["in"]["P"][number] - lossy.fluxes["out"]["P"][number])
        assert found.frequency == FREQUENCIES[number]
        assert found.power == pytest.approx(taken, rel=0.01)
        assert taken == pytest.approx(0.5 * (2 / SIDE) ** 2 / ETA0 * SIDE**2 * 0.5, rel=0.5)  # about a half
        assert found.mass == pytest.approx(SIDE**2 * 6e-3 * 1000, rel=1e-6)


def test_a_restart_continues_the_sums_to_the_bit(coarse: curlew.Results, tmp_path: Path) -> None:
    case = curlew.Case(resolved(coarse))
    case["outputs.checkpoint"] = {"every": "100 steps"}
    steps = coarse.summary["steps"]
    del case["time.duration"]
    case["time.steps"] = steps // 2
    with pytest.warns(RunWarning, match="fields at frequencies are those of a part of the pulse"):
        broken = quickly(case, tmp_path / "out")
    assert not np.array_equal(tets_of(broken).E, tets_of(coarse).E)
    case["time.steps"] = steps
    whole = curlew.run(case, tmp_path / "out", restart=True, threads=1, progress=False)
    for field in "EH":
        assert np.array_equal(tets_of(whole, 1, field).E, tets_of(coarse, 1, field).E)
    case["outputs.fields"] = {"quantities": ["E"]}
    with pytest.raises(curlew.CaseError, match='the case now asks for .*"quantities":."E".'):
        curlew.run(case, tmp_path / "out", restart=True, threads=1, progress=False)


def on_two_ranks(case: curlew.Case, tmp_path: Path) -> curlew.Results:
    if "Open MPI" not in curlew.find_program().ask("info"):
        pytest.skip("this program has no Open MPI, whose options are below")
    script = tmp_path / "launch"
    script.write_text(
        "#!/bin/sh\nexport OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n"
        'exec mpirun --oversubscribe --bind-to none --mca pml ob1 -n "$@"\n'
    )
    script.chmod(0o755)
    launcher = [str(script)]
    return curlew.run(case, tmp_path / "out", ranks=2, launcher=launcher, threads=1, progress=False)


def expect_the_same(found: curlew.Results, expected: curlew.Results, tolerance: float = 0) -> None:
    """Expects the same field in each tet, whose order may differ: the same bits without a tolerance."""
    for field in "EH":
        ours, theirs = tets_of(found, 0, field), tets_of(expected, 0, field)
        order, other = (np.lexsort(t.points.mean(axis=1).round(9).T) for t in (ours, theirs))
        assert np.array_equal(ours.points[order], theirs.points[other])
        largest = abs(theirs.E).max()
        assert abs(ours.E[order] - theirs.E[other]).max() <= tolerance * largest
        assert abs(ours.E[order] - theirs.E[other[::-1]]).max() > 1e-3 * largest


@pytest.mark.filterwarnings("ignore:the grid of SAR")
def test_ranks_write_the_same_fields(coarse: curlew.Results, tmp_path: Path) -> None:
    case = curlew.Case(resolved(coarse))
    del case["time.duration"]
    case["time.steps"] = 200  # the front of the pulse; each step takes messages
    with pytest.warns(RunWarning, match="of a part of the pulse"):
        expected = quickly(case, tmp_path / "one")
    with pytest.warns(RunWarning, match="of a part of the pulse"):
        found = on_two_ranks(case, tmp_path)
    assert [len(files) for files in found.fields.files] == [2, 2]
    expect_the_same(found, expected)
    assert found.sar(0, cell=5e-4).power == pytest.approx(expected.sar(0, cell=5e-4).power, rel=1e-12)


def test_a_region_and_a_quantity_are_parts_of_all(lossy: curlew.Results, tmp_path: Path) -> None:
    case = curlew.Case(resolved(lossy))
    case["outputs"] = {"fields": {"quantities": ["H"], "region": "slab", "frequency": "12 GHz"}}
    del case["frequency"]
    found = quickly(case, tmp_path / "out")
    data = found.fields.read()
    assert set(data.point_data) == {"H_real", "H_imag"}
    data.point_data["E_real"], data.point_data["E_imag"] = (
        data.point_data["H_real"],
        data.point_data["H_imag"],
    )
    ours, theirs = read_tets(data, "fields"), tets_of(lossy, 1, "H")
    slab = abs(theirs.points.mean(axis=1)[:, 2] - 11e-3) < 3e-3
    assert np.array_equal(ours.points, theirs.points[slab])
    assert abs(ours.E - theirs.E[slab]).max() < 1e-12 * abs(theirs.E).max()


def test_what_a_pulse_cannot_give_is_refused_or_warned_of(tmp_path: Path) -> None:
    def refused(text: str, **outputs: Any) -> None:
        case = line(tmp_path, eps_r=4)
        case["outputs"] = outputs
        with pytest.raises(curlew.CaseError, match=text):
            case.check()

    refused('needs "every", for snapshots in time', fields={})
    refused(
        '"every" asks for snapshots in time and "frequency" for phasors',
        fields={"every": "1 ns", "frequency": "8 GHz"},
    )
    refused(
        "12000000000 Hz is in the list already",
        fields={"frequency": ["12 GHz", "12 GHz"]},
    )
    refused("the waveform has .* of its strength at 1e.11 Hz", fields={"frequency": "100 GHz"})
    refused("steps of .* know frequencies below", fields={"frequency": "100 THz"})
    refused('no group "slabs"|"slabs"', fields={"frequency": "8 GHz", "region": "slabs"})
    case = line(tmp_path, order=1, eps_r=40)
    case["outputs.fields.frequency"] = ["10 GHz", "20 GHz"]
    case["time.duration"] = "0.55 ns"
    with pytest.warns(RunWarning) as warned:
        quickly(case, tmp_path / "out")
    texts = " ".join(str(one.message) for one in warned)
    for text in (
        "the waveform's spectrum is 20 dB down at 1.6e+10 Hz, and the field at 2e+10 Hz",
        "fields at frequencies are those of a part of the pulse",
        "the sums of the field at",
    ):
        assert text in texts


def sheet(tmp_path: Path, method: str, bricks_per_mm: int = 1) -> curlew.Case:
    """The line with a current of 1 A/m^2 along x in place of the slab, open at both ends."""
    case = line(tmp_path, bricks_per_mm, order=1, eps_r=1)
    case["method"], case["boundaries.z-"] = method, {"type": "abc"}
    current = {
        "name": "sheet",
        "type": "current",
        "region": "slab",
        "direction": [1, 0, 0],
        "waveform": PULSE,
    }
    case["excitations"] = [current]
    if method == "dgatd":
        del case["discretization"]
    return case


def sheet_errors(results: curlew.Results) -> list[float]:
    """Returns the errors of E_x and H_y outside of the sheet, at the tets' centres, root mean square."""
    k, length = 2 * np.pi * FREQUENCIES[0] / C0, 6e-3
    found = []
    for axis, field in enumerate("EH"):
        tets = tets_of(results, 0, field)
        at = tets.points.mean(axis=1)[:, 2] - 11e-3
        outside = abs(at) > length / 2
        # The waves of all its parts, -eta0 J / 2 exp(-j k |z - z'|) each.
        wave = -ETA0 / 2 * 2 / k * np.sin(k * length / 2) * np.exp(-1j * k * abs(at))
        exact = wave if field == "E" else wave / ETA0 * np.sign(at)
        ratio = tets.E.mean(axis=1)[:, axis] / exact
        found.append(float(np.linalg.norm(ratio[outside] - 1) / np.sqrt(outside.sum())))
    return found


@pytest.mark.parametrize("method", ["dgatd", "dgtd"])
def test_the_waves_of_a_current_are_those_of_the_formula(method: str, tmp_path: Path) -> None:
    found = {n: sheet_errors(quickly(sheet(tmp_path, method, n), tmp_path / "out")) for n in (1, 2)}
    assert max(found[1]) < 0.035
    assert max(found[2]) < max(found[1]) / 1.8


def test_restarts_and_ranks_of_fields_in_the_middle_of_tets(tmp_path: Path) -> None:
    case = sheet(tmp_path, "dgatd")
    case["outputs.checkpoint"] = {"every": "50 steps"}
    del case["time.duration"]
    case["time.steps"] = 200
    with pytest.warns(RunWarning, match="of a part of the pulse"):
        whole = quickly(case, tmp_path / "whole")
    case["time.steps"] = 100
    with pytest.warns(RunWarning, match="of a part of the pulse"):
        on_two_ranks(case, tmp_path)
    case["time.steps"] = 200
    with pytest.warns(RunWarning, match="of a part of the pulse"):
        broken = curlew.run(case, tmp_path / "out", restart=True, threads=1, progress=False)
    expect_the_same(broken, whole, 1e-14)  # measured: 5e-16, sums of other parts of an edge


def test_a_plane_wave_is_total_in_its_region_and_nothing_outside(tmp_path: Path) -> None:
    case = curlew.Case.new("dgtd")
    case["mesh.box"] = {"size": [1, 1, 1], "cells": [5, 5, 5]}
    case["materials.air"], case["regions.volume"] = {}, "air"
    case["boundaries.default.type"] = "abc"
    case["excitations.0"] = {
        "name": "wave",
        "type": "plane-wave",
        "direction": [1, 2, 3],
        "polarization": [3, 0, -1],
        "amplitude": 3,
        "box": {"min": [0.2, 0.2, 0.2], "max": [0.8, 0.8, 0.8]},
        "waveform": {"type": "gaussian-derivative", "f_max": "200 MHz", "delay": "18 ns"},
    }
    case["discretization"] = {"order": 2}
    case["time.duration"] = "45 ns"
    case["outputs.fields.frequency"] = "100 MHz"
    found = quickly(case, tmp_path / "out")
    d, p = np.array([1, 2, 3]) / np.sqrt(14), 3 * np.array([3, 0, -1]) / np.sqrt(10)
    for field, vector in (("E", p), ("H", np.cross(d, p) / ETA0)):
        tets = tets_of(found, 0, field)
        inside = (abs(tets.points.mean(axis=1) - 0.5) < 0.3).all(axis=1)
        wave = np.exp(-2j * np.pi * 1e8 / C0 * (tets.points @ d))[..., None] * vector
        assert 0.1 < inside.mean() < 0.3
        assert np.linalg.norm((tets.E - wave)[inside]) < 0.01 * np.linalg.norm(wave[inside])
        assert np.linalg.norm((tets.E - wave.conj())[inside]) > 0.1 * np.linalg.norm(wave[inside])
        assert abs(tets.E[~inside]).max() < 0.02 * np.linalg.norm(vector)
