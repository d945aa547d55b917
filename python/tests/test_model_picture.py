"""Pictures of the model: Gmsh files of both formats, text and binary, hidden surfaces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, cavity, quickly

from curlew import MeshError, Results
from curlew.charts.render import axes, render
from curlew.mesh.surfaces import surface_groups
from curlew.plots import charts_of_results
from curlew.plots.model import model_chart, surfaces_of


def area(corners: np.ndarray) -> float:
    sides = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(sides, axis=1).sum() / 2)


@pytest.mark.parametrize("version", [2.2, 4.1])
@pytest.mark.parametrize("binary", [0, 1])
@pytest.mark.parametrize("order", [1, 2])
def test_formats(version: float, binary: int, order: int, tmp_path: Path) -> None:
    """A box whose bottom is quadrangles, in two groups; areas are those of the box."""
    gmsh = pytest.importorskip("gmsh")
    file = str(tmp_path / "box.msh")
    gmsh.initialize()
    try:
        gmsh.option.set_number("General.Terminal", 0)
        gmsh.model.occ.add_box(0, 0, 0, 3, 2, 1)
        gmsh.model.occ.synchronize()
        bottom = gmsh.model.get_entities_in_bounding_box(-0.1, -0.1, -0.1, 3.1, 2.1, 0.1, 2)[0][1]
        others = [tag for _, tag in gmsh.model.get_entities(2) if tag != bottom]
        gmsh.model.add_physical_group(2, [bottom], 7)
        gmsh.model.add_physical_group(2, others, 3, "walls and lid")
        gmsh.model.add_physical_group(3, [1], 1, "air")
        gmsh.model.mesh.set_recombine(2, bottom)
        gmsh.model.mesh.generate(3)
        gmsh.model.mesh.set_order(order)
        gmsh.option.set_number("Mesh.MshFileVersion", version)
        gmsh.option.set_number("Mesh.Binary", binary)
        gmsh.write(file)
    finally:
        gmsh.finalize()
    groups = surface_groups(Path(file))
    assert set(groups) == {"7", "walls and lid"}
    assert area(groups["7"]) == pytest.approx(6)
    assert area(groups["walls and lid"]) == pytest.approx(6 + 2 * 3 + 2 * 2)
    assert groups["7"][:, :, 2] == pytest.approx(0)


def test_broken_files(tmp_path: Path) -> None:
    whole = (ROOT / "examples/patch-antenna/patch.msh").read_bytes()
    for data in (b"", b"solid x", whole[: len(whole) // 2], b"$MeshFormat\n1.0 0 8\n$EndMeshFormat\n"):
        (tmp_path / "cut.msh").write_bytes(data)
        with pytest.raises(MeshError, match=r"cut\.msh"):
            surface_groups(tmp_path / "cut.msh")


def test_what_is_nearer_hides() -> None:
    """A small red triangle before, then behind, a large blue one."""
    right, up, to_viewer = axes()
    assert np.array([right @ up, up @ to_viewer, right @ to_viewer]) == pytest.approx(0)
    flat = np.array([[-1, -1], [1, -1], [0, 1]], dtype=float)
    large = flat[:, :1] * right + flat[:, 1:] * up
    colours = np.array([[0, 0, 255], [255, 0, 0]], dtype=float)
    for side in (1, -1):
        corners = np.stack([large, 0.4 * large + side * 0.3 * to_viewer])
        for order in ([0, 1], [1, 0]):
            pixels = render(corners[order], colours[order], 120, 90, edges=False).astype(int)
            red = ((pixels[..., 0] > 100) & (pixels[..., 2] < 50)).sum()
            blue = ((pixels[..., 2] > 100) & (pixels[..., 0] < 50)).sum()
            assert blue > 500
            assert (red > 100) == (side == 1)
            # Nothing shows through: the triangle has no holes.
            middle = pixels[60, 50:70]
            assert (middle.min(axis=1) < 50).all()


def test_the_picture_of_a_run(tmp_path: Path, dipole_run: Results) -> None:
    charts, left_out = charts_of_results(dipole_run)
    assert charts[0].name == "model"
    assert "strip (pec)" in charts[0].document()
    assert not [text for text in left_out if "model" in text]
    # Walls around the domain do not hide what is inside; without others they are drawn.
    square = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], dtype=float)
    kinds = {"boundaries": {"open": {"type": "abc"}, "plate": {"type": "pec"}}}
    (chart,) = model_chart(kinds, {"open": square, "plate": square})
    assert "Not shown: open" in chart.note
    assert "plate (pec)" in chart.document()
    (chart,) = model_chart(kinds, {"open": square})
    assert "Not shown" not in chart.note
    # A mesh that is made by the case has no file, one that is gone is no error.
    assert surfaces_of(quickly(cavity(), tmp_path / "results").resolved) == {}
    assert surfaces_of({"mesh": {"file": "absent.msh"}}) == {}
