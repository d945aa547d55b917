"""Outlines in slices, power flow, animations."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, quickly, slab

from curlew import Case, MissingExtraError, Results, ResultsError
from curlew.__main__ import main
from curlew.charts import Axis, MapChart, SphereChart
from curlew.mesh.surfaces import MeshGroups, mesh_groups
from curlew.plots import charts_of_results, write_animations
from curlew.plots.fields import mean_power_flow
from curlew.plots.outline import Outline, cut, object_triangles, outline_of

Image = pytest.importorskip("PIL.Image")


def length(lines: np.ndarray) -> float:
    return float(np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).sum())


@pytest.mark.parametrize("normal", [0, 1, 2])
@pytest.mark.parametrize("height", [0.0, 0.3, -0.9])
def test_cut_of_a_ball(normal: int, height: float) -> None:
    """A circle of radius sqrt(r^2 - h^2); nothing beyond the ball."""
    ball = {"shape": "sphere", "center": [1.0, 2.0, 3.0], "radius": 1.0}
    lines = cut(object_triangles(ball), normal, [1.0, 2.0, 3.0][normal] + height)
    middle = np.delete([1.0, 2.0, 3.0], normal)
    radius = np.sqrt(1 - height**2)
    # Chords of 5 degrees lie up to 1e-3 of the ball's radius below it, off the equator more.
    assert np.linalg.norm(lines - middle, axis=-1) == pytest.approx(radius, abs=6e-3)
    assert length(lines) == pytest.approx(2 * np.pi * radius, rel=1e-2)
    assert len(cut(object_triangles(ball), normal, 5.0)) == 0


def test_cuts_of_objects() -> None:
    box = object_triangles({"shape": "box", "min": [0, 0, 0], "max": [3, 2, 1]})
    assert length(cut(box, 2, 0.5)) == pytest.approx(10)
    assert length(cut(box, 0, 1.0)) == pytest.approx(6)
    # In the plane of a side the rim of that side, without its diagonal.
    assert length(cut(box, 2, 1.0)) >= 10
    assert length(cut(box[np.ptp(box[..., 2], axis=1) == 0], 2, 1.0)) == pytest.approx(10)
    sheet = object_triangles({"shape": "sheet", "min": [0, 0, 0], "max": [3, 2, 0]})
    assert len(sheet) == 2
    assert length(cut(sheet, 2, 0.0)) == pytest.approx(10)
    assert length(cut(sheet, 0, 1.0)) == pytest.approx(2)
    pole = object_triangles({"shape": "cylinder", "base": [0, 0, 0], "axis": [0, 0, 4], "radius": 0.5})
    assert length(cut(pole, 2, 1.0)) == pytest.approx(np.pi, rel=1e-2)
    assert length(cut(pole, 0, 0.0)) == pytest.approx(10, rel=1e-2)
    egg = object_triangles({"shape": "ellipsoid", "center": [0, 0, 0], "radii": [1, 2, 3]})
    assert np.ptp(egg.reshape(-1, 3), axis=0) == pytest.approx([2, 4, 6], rel=1e-2)
    # A wire has no outline, an object without its keys neither.
    assert len(object_triangles({"shape": "wire", "points": [[0, 0, 0], [1, 0, 0]]})) == 0
    assert len(object_triangles({"shape": "sphere"})) == 0


def test_borders_of_regions() -> None:
    """Two tetrahedra on a face: it is a border where their groups differ, the hull is one always."""
    places = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 1], [0.2, 0.2, -1]])
    both = np.array([[0, 1, 2, 3], [0, 1, 2, 4]])
    for regions, inner in (([1, 2], 1.0 - 2 * 0.2), ([1, 1], 0.0)):
        mesh = MeshGroups({}, places, both, np.array(regions))
        lines = Outline(np.empty((0, 3, 3)), mesh).cut(1, 0.4)
        flat = lines[(lines[..., 1] == 0).all(axis=1)]
        assert length(flat) == pytest.approx(inner)
        assert length(lines) > 1.5


def test_regions_of_files() -> None:
    groups = mesh_groups(ROOT / "examples/patch-antenna/patch.msh")
    assert len(set(groups.regions.tolist())) == 3  # air, substrate, line
    corners = groups.places[groups.tetrahedra]
    sides = corners[:, 1:] - corners[:, :1]
    volume = np.abs(np.linalg.det(sides)).sum() / 6
    # A quarter of a ball of 80 mm, or a part of it with a bore below.
    assert 0.8 < volume / (np.pi * 80**3 / 3) < 1.02


def test_power_flow_of_a_wave() -> None:
    """Of a circular wave it is |E|^2 / eta along z at all phases; of a standing wave 0."""
    e, eta = np.array([[1, -1j, 0]]), 376.73
    h = np.array([[1j, 1, 0]]) / eta
    power = mean_power_flow(e.real, e.imag, h.real, h.imag)
    assert power == pytest.approx(np.array([[0, 0, 1 / eta]]))
    assert mean_power_flow(e.real, e.imag, -h.imag, h.real) == pytest.approx(np.zeros((1, 3)), abs=1e-9)


@pytest.fixture(scope="module")
def wave_run(tmp_path_factory: pytest.TempPathFactory) -> Results:
    pytest.importorskip("pyvista")
    case = slab()
    case["outputs.fields"] = {"quantities": ["E", "H"]}
    return quickly(case, tmp_path_factory.mktemp("wave") / "results")


def test_maps_of_a_slab(wave_run: Results) -> None:
    charts = {c.name: c for c in charts_of_results(wave_run)[0] if isinstance(c, MapChart)}
    power = next(c for name, c in charts.items() if name.startswith("fields-power"))
    field = charts[power.name.replace("power-", "")]
    assert power.outline is not None
    # 2 sides of the box lie across the slice, at the slab's faces.
    heights = np.unique(np.round(power.outline[..., 1], 9))
    assert heights[[0, -1]].tolist() == [-0.0025, 0.0025]
    # The slab takes nothing: one flow from the wave down, that which it transmits.
    inside = power.values[len(power.ys) // 4 : -len(power.ys) // 4]
    assert np.ptp(inside) < 0.05 * inside.mean()
    transmitted = float(wave_run.orders.where(pol="tm", side="below")["efficiency"].sum())
    assert inside.mean() == pytest.approx(transmitted / (2 * 376.73), rel=0.05)
    assert power.arrows is not None
    assert len(power.arrows) >= 15
    assert (power.arrows[:, 1, 1] < 0).all()
    assert np.ptp(field.values) > 0.1 * field.values.max()  # twin: |E| stands
    drawn = power.document()
    assert drawn.count('stroke="#ffffff"') == 2
    assert "stroke" not in MapChart(
        name="n", title="t", x=Axis("x"), y=Axis("y"), value=Axis("v"), xs=np.arange(3.0),
        ys=np.arange(3.0), values=np.ones((3, 3)),
    ).content()[0]  # fmt: skip


def test_phase(wave_run: Results, tmp_path: Path) -> None:
    """E of a wave at a phase of 180 degrees is that at 0 with the other sign."""
    files = write_animations(wave_run, tmp_path / "films")
    with Image.open(files[0]) as film:
        assert film.n_frames == 24
        assert max(film.size) <= 480
        frames = []
        for number in (0, 6, 12):
            film.seek(number)
            frames.append(np.asarray(film.convert("RGB")).astype(int)[40:-40])
    # Red and blue change places; a quarter of a period on they do not.
    warm = [frame[..., 0] - frame[..., 2] for frame in frames]
    assert np.abs(warm[0]).max() > 100
    assert np.corrcoef(warm[0].ravel(), warm[2].ravel())[0, 1] < -0.9
    assert abs(np.corrcoef(warm[0].ravel(), warm[1].ravel())[0, 1]) < 0.7


def test_times(cavity_run: Results, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyvista")
    assert main(["plot", str(cavity_run.folder), "--out", str(tmp_path / "films"), "--animate"]) == 0
    assert "3 animations" in capsys.readouterr().out
    assert sorted(f.name for f in (tmp_path / "films").glob("*.gif")) == [f"time-{a}.gif" for a in "xyz"]
    with Image.open(tmp_path / "films" / "time-z.gif") as film:
        assert film.n_frames == 5


def test_what_animations_need(
    slab_run: Results, cavity_run: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ResultsError, match="there are no fields"):
        write_animations(slab_run, tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    with pytest.raises(MissingExtraError, match=r"an animation needs pillow.*pip install 'curlew\[plot\]'"):
        write_animations(cavity_run, tmp_path)


def test_outline_of_a_case() -> None:
    case = Case.load(ROOT / "examples/dielectric-sphere/case.json")
    ball = {"objects": [{"shape": "sphere", "center": [0, 0, 0], "radius": 0.072}]}
    assert case.objects[0]["shape"] == "sphere"
    assert length(outline_of(ball, None).cut(2, 0.0)) == pytest.approx(2 * np.pi * 0.072, rel=1e-2)
    assert len(outline_of({}, None).cut(2, 0.0)) == 0


def test_pattern_in_space() -> None:
    """A dipole along z: round seen from all sides, dark at the poles; half of its meshes face the viewer."""
    theta, phi = np.arange(0.0, 181, 1), np.arange(0.0, 360, 1)
    level = np.sin(np.radians(theta))[:, None] ** 2 * np.ones(len(phi))
    chart = SphereChart(
        name="n", title="t", value=Axis("D", span=(0.0, 1.0)), theta=theta, phi=phi, values=level
    )
    text = chart.document()
    assert 0.3 * 2592 < text.count("<path color") < 0.7 * 2592
    assert len(text) < 150_000
    numbers = [re.findall(r"-?[0-9.]+", d) for d in re.findall(r'<path color="[^"]*" d="([^"]*)"', text)]
    corners = np.array(numbers, dtype=float).reshape(-1, 4, 2)
    # Wider than high: sin^2 ends at 1 in the xy plane, and at (2/3)^(3/2) of z at most.
    wide, tall = np.ptp(corners.reshape(-1, 2), axis=0)
    assert 1.2 < wide / tall < 2
    # Twin: the same everywhere is a ball.
    ball = SphereChart(
        name="n", title="t", value=Axis("D", span=(0.0, 1.0)), theta=theta, phi=phi, values=level * 0 + 1
    )
    numbers = [
        re.findall(r"-?[0-9.]+", d) for d in re.findall(r'<path color="[^"]*" d="([^"]*)"', ball.content()[0])
    ]
    wide, tall = np.ptp(np.array(numbers, dtype=float).reshape(-1, 2), axis=0)
    assert wide == pytest.approx(tall, rel=0.02)
