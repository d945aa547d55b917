"""Points inside of shapes against the volumes that OpenCASCADE has, and shapes of files."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

gmsh = pytest.importorskip("gmsh")

from curlew.model import (  # noqa: E402
    Box,
    Cone,
    Cylinder,
    Disc,
    Extrusion,
    ModelError,
    Polygon,
    Shape,
    Sphere,
    Stl,
    Torus,
    Wire,
    bodies,
)
from curlew.model.kernel import Kernel, session  # noqa: E402

KERNEL = Kernel(1e-3)
ELL = Polygon(((0, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (1, 2, 0), (0, 2, 0)))


def sampled(shape: Shape, points: int = 400_000) -> tuple[float, float]:
    """Volume by random points inside and by OpenCASCADE."""
    with session("test") as kernel:
        tags = shape.build(KERNEL)
        exact = sum(kernel.model.occ.getMass(*tag) for tag in tags)
        boxes = np.array([kernel.model.occ.getBoundingBox(*tag) for tag in tags])
    low, high = boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)
    inside = shape.contains(np.random.default_rng(1).uniform(low, high, (points, 3)), KERNEL)
    return float(inside.mean() * (high - low).prod()), float(exact)


@pytest.mark.parametrize(
    "shape",
    [
        Box((0, 0, 0), (1, "2 mm", 3)).rotate(30, (1, 2, 3), (1, 0, 0)),
        Sphere((1, 2, 3), "0.2 cm") - Box((0, 0, 0), (1, 9, 9)),
        Cylinder((0, 0, 0), (1, 2, 3), 0.7),
        Cone((0, 0, 0), (0, 1, 2), 1, 0.3).mirror((1, 1, 0), (0, 0, 1)),
        Torus((0, 0, 1), 2, 0.5).translate((1, 0, 0)),
        Extrusion(ELL, (1, 0, 2)),
        Extrusion(Disc((0, 0, 0), 2, (0, 1, 1), 1), (0, 1, 1)),
        Wire(((0, 0, 0), (3, 0, 0), (3, 2, 1)), 0.4),
        Sphere((0, 0, 0), 1) & Box((0, 0, 0), (2, 2, 2)),
        Sphere((0, 0, 0), 1).repeat([2, 2], [(3, 0, 0), (0, "2.5 mm", 0)]),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_inside_has_the_volume_of_the_solid(shape: Shape) -> None:
    ours, exact = sampled(shape)
    # Solids fill a tenth of their box and more: four standard deviations of 400,000 points are 1.9 %.
    assert ours == pytest.approx(exact, rel=0.019)


def test_text_has_its_own_unit() -> None:
    assert sampled(Box((0, 0, 0), ("1 cm", "1 mm", "100 um")))[1] == pytest.approx(1, rel=1e-9)


COLOUR = """#9001=STYLED_ITEM('',(#9002),#{solid});#9002=PRESENTATION_STYLE_ASSIGNMENT((#9003));
#9003=SURFACE_STYLE_USAGE(.BOTH.,#9004);#9004=SURFACE_SIDE_STYLE('',(#9005));
#9005=SURFACE_STYLE_FILL_AREA(#9006);#9006=FILL_AREA_STYLE('',(#9007));
#9007=FILL_AREA_STYLE_COLOUR('',#9008);#9008=COLOUR_RGB('',0.8,0.2,0.4);
#9009=MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(#9001),#{context});
ENDSEC;
END-ISO"""


def step_file(folder: Path) -> str:
    """A STEP file of a plate and, in a colour, a pin."""
    file = folder / "part.step"
    with session("step") as kernel:
        kernel.model.occ.addBox(0, 0, 0, 10, 20, 5)
        kernel.model.occ.addCylinder(5, 5, 5, 0, 0, 8, 2)
        kernel.model.occ.synchronize()
        kernel.write(str(file))
    text = file.read_text()
    for number, name in ((1, "plate"), (2, "pin")):
        text = re.sub(rf"'Open CASCADE STEP translator [0-9.]+ 1\.{number}'", f"'{name}'", text)
    solid = re.findall(r"#(\d+) *= *MANIFOLD_SOLID_BREP", text)[1]
    context = re.findall(r"#(\d+) *= *\( *GEOMETRIC_REPRESENTATION_CONTEXT", text)[-1]
    file.write_text(text.replace("ENDSEC;\nEND-ISO", COLOUR.format(solid=solid, context=context)))
    return str(file)


def test_step_bodies_have_names_colours_and_volumes(tmp_path: Path) -> None:
    parts = bodies(step_file(tmp_path))
    assert list(parts) == ["plate", "pin"]
    assert parts["plate"].colour == ()
    assert parts["pin"].colour[:3] == pytest.approx((204, 51, 102), abs=40)  # linear or gamma-corrected
    assert sampled(parts["plate"], 2000)[1] == pytest.approx(1000, rel=1e-9)
    ours, exact = sampled(parts["pin"], 2000)
    assert exact == pytest.approx(32 * np.pi, rel=1e-6)
    assert ours == pytest.approx(
        exact, rel=0.06
    )  # four standard deviations of 2000 points in pi/4 of the box


def stl_file(file: Path, shape: Shape, omit: int = 0) -> str:
    """An STL file of a shape, without its first `omit` triangles."""
    with session("stl") as kernel:
        shape.build(KERNEL)
        kernel.model.occ.synchronize()
        kernel.option.setNumber("Mesh.MeshSizeMax", 1.5)
        kernel.model.mesh.generate(2)
        kernel.write(str(file))
    text = file.read_text().split("facet normal")
    file.write_text("facet normal".join(text[:1] + text[1 + omit :]))
    return str(file)


def test_stl_is_a_body(tmp_path: Path) -> None:
    ours, exact = sampled(Stl(stl_file(tmp_path / "box.stl", Box((0, 0, 0), (3, 2, 1)))), 2000)
    assert exact == pytest.approx(6, rel=1e-6)
    assert ours == pytest.approx(6, rel=0.02)


def test_open_stl_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"surface is open: 3 edges"):
        Stl(stl_file(tmp_path / "box.stl", Box((0, 0, 0), (3, 2, 1)), omit=1)).check(KERNEL)


def test_stl_that_meets_itself_is_refused(tmp_path: Path) -> None:
    first = stl_file(tmp_path / "a.stl", Box((0, 0, 0), (3, 2, 1)))
    second = stl_file(tmp_path / "b.stl", Box((1, 0.5, 0.3), (5, 1.5, 4)))
    both = tmp_path / "both.stl"
    both.write_text(Path(first).read_text() + Path(second).read_text())
    with pytest.raises(ModelError, match="meets itself near"):
        Stl(str(both)).check(KERNEL)


def test_open_shell_of_step_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "shell.step")
    with session("shell") as kernel:
        kernel.model.occ.addBox(0, 0, 0, 1, 1, 1)
        kernel.model.occ.remove([(3, 1)])
        kernel.model.occ.remove([(2, 1)])
        kernel.model.occ.synchronize()
        kernel.write(file)
    with pytest.raises(
        ModelError,
        match=r"open shell: 5 faces bound no solid, [0-9]+ of their edges are free, the first near",
    ):
        bodies(file)
