"""Cases of one model for every method: each passes the program's check or is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gmsh")

from curlew import Case, CaseError, find_program, run
from curlew.comparison import compare, cuts
from curlew.model import (
    Box,
    Cylinder,
    Disc,
    Model,
    ModelError,
    Rectangle,
    Sphere,
    Torus,
    Wire,
)

TIME = {"dgtd": {"time": {"duration": "1 ns"}}, "dgatd": {"time": {"duration": "1 ns"}}}
METHODS = find_program().schema.methods


def ball(of: str, **medium: Any) -> Model:
    """A ball of 15 mm under a wave of 10 GHz."""
    model = Model(unit="mm", frequency="10 GHz")
    if medium:
        model.material(of, **medium)
    model.add("ball", Sphere((0, 0, 0), 7.5), of)
    model.plane_wave(direction=(0, 0, 1), polarization=(1, 0, 0))
    model.mesh(per_wavelength=3)
    model.open_space(8, thickness=4)
    return model


def dipole() -> Model:
    """A strip dipole with a port in its middle."""
    model = Model(unit="mm", frequency="10 GHz")
    for name, z in (("lower", -7), ("upper", 1)):
        model.add(name, Rectangle((-1, 0, z), (1, 0, z + 6)), "pec")
    model.port("feed", Rectangle((-1, 0, -1), (1, 0, 1)), "lumped", direction=[0, 0, 1])
    model.mesh(per_wavelength=3)
    model.open_space(8, thickness=4)
    model.output(s_parameters=True)
    return model


def cavity() -> Model:
    """A box of air with a current, ringed by walls, half of it on a magnetic wall."""
    model = Model(unit="mm", frequency="10 GHz")
    model.add("room", Box((-10, 0, 0), (10, 20, 20)), "air")
    model.add("post", Cylinder((5, 10, 0), (0, 0, 9), 2), "pec")
    model.walls("pec")
    model.symmetry("x=0", "pmc")
    model.current("loop", (3, 3, 3), (0, 0, 1))
    return model


def ring() -> Model:
    """A ring of metal with an impedance, and a wire through it."""
    model = Model(unit="mm", frequency="10 GHz")
    model.material("metal", sigma=1e3)
    model.add("ring", Torus((0, 0, 0), 6, 1.5), "metal", size=1.5)
    model.add("rod", Wire(((0, 0, -5), (0, 0, 5)), 0.4), "pec")
    model.plane_wave()
    model.mesh(per_wavelength=3)
    model.open_space(8, thickness=4)
    return model


ACCEPTED = {
    "pec ball": (lambda: ball("pec"), {"dgtd", "fdfd", "fem", "mom"}),
    "glass ball": (lambda: ball("glass", eps_r=4), {"dgtd", "fdfd", "fem", "mom"}),
    "dipole": (dipole, {"dgtd", "fem", "mom"}),
    "cavity": (cavity, {"dgatd", "dgtd", "fem"}),
    "ring": (ring, {"dgtd", "fdfd", "fem", "mom"}),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ACCEPTED)
def test_models_pass_check_or_are_refused_by_name(name: str, method: str, tmp_path: Path) -> None:
    build: Callable[[], Model] = ACCEPTED[name][0]
    model = build()
    names = [*model.pieces, *(e["name"] for e in model.excitations), *model.planes]
    if method not in ACCEPTED[name][1]:
        with pytest.raises(ModelError) as refused:
            model.case(method, tmp_path, **TIME.get(method, {}))
        assert any(f'"{piece}"' in str(refused.value) for piece in names)
        return
    case = model.case(method, tmp_path, **TIME.get(method, {}))
    if name == "dipole" and method == "dgtd":
        with pytest.raises(CaseError, match="feed"):  # the program has no lumped ports there inside of a mesh
            case.check()
        return
    case.check()
    again = Case.load(tmp_path / f"{method}.json")
    assert again.to_dict() == case.to_dict()


def test_half_a_port_has_twice_the_impedance(tmp_path: Path) -> None:
    model = dipole()
    model.symmetry("x=0", "pmc")
    case = model.case("fem", tmp_path)
    assert case["boundaries.feed.impedance"] == 100
    case.check()


def test_microstrip_port_is_sized_by_rule(tmp_path: Path) -> None:
    model = Model(unit="mm", frequency="5 GHz")
    model.material("board", eps_r=4)
    model.add("substrate", Box((-15, -15, 0), (15, 15, 1)), "board", size=4)
    model.add("ground", Rectangle((-15, -15, 0), (15, 15, 0)), "pec", size=4)
    model.add("strip", Rectangle((-15, -1, 1), (15, 1, 1)), "pec", size=2)
    for name, x in (("near", -15), ("far", 15)):
        model.microstrip_port(name, (x, 0, 0), (-x, 0, 0), (0, 0, 1), 2, 1, signal="strip")
    model.open_space(10, "abc")
    model.output(s_parameters=True)
    case = model.case("fem", tmp_path, discretization={"order": 2})
    text = case.check().text
    # 2 mm on 1 mm with eps_r 4: 50 ohm, 3.07 (Hammerstad and Jensen); coarse elements: within a fifth.
    ohm = float(text.split("ohm (")[0].split()[-1])
    assert ohm == pytest.approx(50, rel=0.2)
    assert set(model.pieces) >= {"near backing", "far backing"}


def test_voxels_are_the_shape(tmp_path: Path) -> None:
    model = Model(unit="mm", frequency="10 GHz")
    model.material("glass", eps_r=4)
    model.add("half", Sphere((0, 0, 0), 5) - Box((0, -9, -9), (9, 9, 9)), "glass", size=0.5)
    model.plane_wave()
    model.open_space(10)
    model.output(rcs={"bistatic": {"theta": [0, 90, 180], "phi": [0]}})
    case = model.case("fdfd", tmp_path)
    assert case["objects.0.shape"] == "voxels"
    case.check()
    pyvista = pytest.importorskip("pyvista")
    image = pyvista.read(tmp_path / case["objects.0.file"])
    volume = float(image["material"].sum() * np.prod(image.spacing))
    assert volume == pytest.approx(2 / 3 * np.pi * 5e-3**3, rel=0.01)
    assert image.bounds[1] == pytest.approx(0, abs=1e-6)


def test_sphere_by_two_methods(tmp_path: Path) -> None:
    model = Model(unit="m", frequency="47.7 MHz")  # ka = 1
    model.add("ball", Sphere((0, 0, 0), 1), "pec", size=0.35)
    model.plane_wave()
    model.open_space(1)
    model.output(rcs={"bistatic": {"theta": {"start": 0, "stop": 180, "step": 10}, "phi": [0, 90]}})
    found = compare(model, ["mom", "fdfd"], tmp_path, threads=1, progress=False)
    assert {d.curve for d in found.differences} == {"RCS phi=0", "RCS phi=90"}
    # Both are within half a dB of the series on meshes as coarse as these.
    assert max(d.mean_db for d in found.differences) < 0.6
    assert "fdfd" in str(found)
    pytest.importorskip("matplotlib")
    found.picture(tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 10_000
    assert "phi=90" in "".join(cuts(found.results["mom"].rcs, "rcs (dBsm)", "RCS"))


def test_picture_has_pieces(tmp_path: Path) -> None:
    pytest.importorskip("pyvista")
    dipole().picture(tmp_path / "dipole.png")
    assert (tmp_path / "dipole.png").stat().st_size > 5_000


def test_resonance_of_a_cavity(tmp_path: Path) -> None:
    """A cylinder of 10 mm and height 10 mm by eigenmodes: TM010 at 2.404826 c / (2 pi r)."""
    model = Model(unit="mm", frequency="12 GHz")
    model.add("can", Cylinder((0, 0, 0), (0, 0, 10), 10), "air")
    model.walls("pec")
    sections = {"eigenmodes": {"near": "11.4 GHz", "count": 1}, "discretization": {"order": 2}}
    modes = run(model.case("fem", tmp_path, **sections), tmp_path / "results", progress=False).modes
    expected = 2.404826 * 299792458.0 / (2 * np.pi * 0.01)
    assert modes["f"][0] == pytest.approx(expected, rel=2e-3)


def test_stl_sheet_and_disc_port() -> None:
    model = Model(unit="mm", frequency="10 GHz")
    with pytest.raises(ModelError, match="is a face"):
        model.port("feed", Sphere((0, 0, 0), 1), "lumped")
    assert model.port("end", Disc((0, 0, 0), 2, (0, 0, 1), 1), "coaxial").shape.dim == 2


def test_a_period_has_no_origin(tmp_path: Path) -> None:
    """A bar in the middle of a cell and one across two of its faces send the same wave on; a bar of half the
    width sends another."""

    def behind(name: str, x: float, width: float) -> complex:
        model = Model(unit="mm", frequency="10 GHz")
        bar = Box((x - width / 2, -4, 0), (x + width / 2, 4, 8))
        model.add("bar", bar, model.material("glass", eps_r=6), size=4)
        model.periodic(x=12, y=12)
        model.open_space({"z-": 8, "z+": 8}, thickness=10)
        model.plane_wave(theta=180, phi=0, pol="theta")
        for i, (px, py) in enumerate(((3, 3), (3, -3), (-3, 3), (-3, -3))):
            model.probe(str(i), (px, py, 14))
        case = model.case("fem", tmp_path / name, discretization={"order": 2})
        results = run(case, tmp_path / name / "results", progress=False)
        return complex(np.mean([results.probes[str(i)]["E"][0, 0] for i in range(4)]))

    middle, across, narrow = behind("a", 0, 6), behind("b", 6, 6), behind("c", 0, 3)
    assert abs(across - middle) < 0.02 * abs(middle)
    assert abs(narrow - middle) > 0.2 * abs(middle)
