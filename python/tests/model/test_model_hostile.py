"""Hostile uses: each ends with one message that names the piece and says what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gmsh")

from curlew import MissingExtraError
from curlew.model import (
    Box,
    Disc,
    Model,
    ModelError,
    Polygon,
    Rectangle,
    Sphere,
    Stl,
    Torus,
    Wire,
    bodies,
)

Build = Callable[[], Any]


def model(method: str = "fem", **sections: Any) -> tuple[Model, Callable[[], Any]]:
    """A model with a box of air in conducting walls, and a function that makes its case."""
    result = Model(unit="mm", frequency="10 GHz")
    result.add("room", Box((0, 0, 0), (20, 20, 20)), "air")
    result.walls("pec")
    return result, lambda: result.case(method, **sections)


def two_names() -> None:
    m, _ = model()
    m.add("room", Sphere((0, 0, 0), 1), "pec")


def contradiction() -> None:
    m, case = model()
    m.material("glass", eps_r=4)
    m.add("a", Box((1, 1, 1), (5, 5, 5)), "glass", priority=1)
    m.add("b", Box((4, 4, 4), (9, 9, 9)), "pec", priority=1)
    case()


def port_on_nothing() -> None:
    m, case = model()
    m.port("feed", Rectangle((5, 5, 5), (6, 6, 5)), "lumped", direction=[1, 0, 0])
    case()


def port_amid_fields() -> None:
    m, case = model()
    m.port("feed", Rectangle((0, 0, 10), (20, 20, 10)), "rectangular")
    case()


def port_in_metal() -> None:
    m, case = model()
    m.add("block", Box((5, 5, 5), (15, 15, 15)), "pec")
    m.port("feed", Rectangle((8, 8, 8), (9, 9, 8)), "lumped", direction=[1, 0, 0])
    case()


def thin_wire() -> None:
    m, case = model()
    m.add("hair", Wire(((5, 5, 5), (15, 5, 5)), "100 nm"), "pec")
    case()


def sheet_outside() -> None:
    m, case = model()
    m.add("lost", Rectangle((30, 30, 0), (31, 31, 0)), "pec")
    case()


def no_end() -> None:
    m = Model(unit="mm", frequency="10 GHz")
    m.add("ball", Sphere((0, 0, 0), 1), "air")
    m.case("fem")


def empty_difference() -> None:
    m, case = model()
    m.add("nothing", Box((1, 1, 1), (2, 2, 2)) - Box((0, 0, 0), (5, 5, 5)), "pec")
    case()


def lossy_in_dgatd() -> None:
    m, case = model("dgatd", time={"duration": "1 ns"})
    m.material("water", eps_inf=5, debye=[{"delta_eps": 70, "tau": "8 ps"}])
    m.add("drop", Sphere((10, 10, 10), 3), "water")
    case()


def touching_in_mom() -> None:
    m = Model(unit="mm", frequency="10 GHz")
    m.material("glass", eps_r=4)
    m.add("lens", Sphere((0, 0, 0), 5), "glass")
    m.add("plate", Box((5, -5, -5), (6, 5, 5)) + Box((3, -1, -1), (6, 1, 1)), "pec")
    m.case("mom")


def disc_in_fdfd() -> None:
    m = Model(unit="mm", frequency="10 GHz")
    m.add("coin", Disc((0, 0, 0), 5), "pec")
    m.open_space(10)
    m.case("fdfd")


def port_in_fdfd() -> None:
    m, case = model("fdfd")
    m.port("feed", Rectangle((0, 0, 0), (20, 20, 0)), "modal")
    case()


def output_in_fdfd() -> None:
    m, case = model("fdfd")
    m.output(far_field={"theta": 0, "phi": 0})
    case()


def wave_in_dgatd() -> None:
    m, case = model("dgatd", time={"duration": "1 ns"})
    m.open_space(10)
    m.plane_wave()
    case()


def layers_in_dgatd() -> None:
    m, case = model("dgatd", time={"duration": "1 ns"})
    m.open_space(10, "pml")
    case()


def walls_in_mom() -> None:
    m, case = model("mom")
    m.add("plate", Rectangle((5, 5, 5), (9, 9, 5)), "pec")
    case()


def mode_of_mom() -> None:
    m = Model(unit="mm", frequency="10 GHz")
    m.port("feed", Rectangle((0, 0, 0), (20, 20, 0)), "coaxial")
    m.case("mom")


def circular_in_dgtd() -> None:
    m, case = model("dgtd", time={"duration": "1 ns"})
    m.port("feed", Disc((10, 10, 0), 5), "circular")
    case()


def period_in_dgtd() -> None:
    m, case = model("dgtd", time={"duration": "1 ns"})
    m.periodic(x=20)
    case()


def no_time() -> None:
    model("dgtd")[1]()


def element_on_symmetry() -> None:
    m, case = model()
    m.symmetry("x=10", "pmc")
    m.lumped("load", Rectangle((9, 10, 0), (11, 10, 20)), [0, 0, 1], R=50)
    case()


def no_frequency() -> None:
    m = Model(unit="mm")
    m.add("room", Box((0, 0, 0), (1, 1, 1)), "air")
    m.walls()
    m.case("fem", eigenmodes={"near": "none"})


def period(*shapes: Any, symmetry: bool = False, open_space: bool = True) -> Build:
    """Makes the case of pieces in a cell of 10 x 10 mm."""

    def build() -> Any:
        m = Model(unit="mm", frequency="10 GHz")
        for i, shape in enumerate(shapes):
            m.add(f"part {i}", shape, "air")
        m.periodic(x=10, y=10)
        if symmetry:
            m.symmetry("x=0", "pmc")
        if open_space:
            m.open_space({"z-": 5, "z+": 5})
        m.walls("pec")
        return m.case("fem")

    return build


def add(shape: Any, of: str = "pec", name: str = "thing") -> Build:
    """Adds one piece to a model."""
    return lambda: Model(unit="mm").add(name, shape, of)


BOW = Polygon(((0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0)))


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda: Model(unit="mn"), 'unit "mn" of length is unknown; did you mean "m'),
        (lambda: Model(unit="mm").add("a", Box((0, 0, 0), ("1 furlong", 1, 1)), "air"), 'unit "furlong"'),
        (add(Box((0, 0, 0), (1, 0, 1))), 'piece "thing": its extent along y is 0: it has no volume'),
        (add(Sphere((0, 0, 0), -1)), "its radius is -1: it has no volume"),
        (add(Torus((0, 0, 0), 1, 2)), "the radius of the torus is not above its thickness: it meets itself"),
        (add(BOW), r"its outline crosses itself near \(0.5, 0.5, 0\)"),
        (add(Polygon(((0, 0, 0), (1, 0, 0), (1, 1, 1), (0, 1, 0)))), "corners lie .* off a plane"),
        (add(Rectangle((0, 0, 0), (1, 1, 0)), "air"), "is a sheet without volume"),
        (add(Box((0, 0, 0), (1, 1, 1)), "glas"), '"glas" is no material or conductor of the model'),
        (add(Box((0, 0, 0), (1, 1, 1)), name="a/b"), '"a/b" is no name of a piece'),
        (add(Stl("none.stl")), "none.stl: No such file"),
        (lambda: bodies("none.step"), "none.step: there is no such file"),
        (lambda: Model().symmetry("w=0"), '"w=0" is no plane such as "z=0"'),
        (lambda: Model().open_space({"up": 1}), '"up" is no side'),
        (lambda: Model().open_space(-1), "the margin of x- is -1, not above 0"),
        (lambda: Model().periodic(x=0), "is no period such as x=400"),
        (two_names, 'has a piece "room" already'),
        (contradiction, r'"a" \(glass\) and "b" \(pec\) overlap, and both have the priority 1'),
        (port_on_nothing, 'port "feed" is on no conductor'),
        (port_amid_fields, 'port "feed" of kind rectangular has fields on both sides'),
        (port_in_metal, 'port "feed" lies inside of a conductor'),
        (thin_wire, 'wire "hair" has a radius of 0.0001, .* thinner than a mesh can be'),
        (sheet_outside, 'piece "lost" lies outside of all solids'),
        (no_end, '"ball" ends the model, and nothing says how'),
        (empty_difference, 'piece "nothing" has no volume'),
        (lossy_in_dgatd, 'material "water" of piece "drop": method "dgatd" takes no "eps_inf"'),
        (touching_in_mom, 'piece "lens" of glass touches "plate"'),
        (disc_in_fdfd, 'piece "coin" is a sheet that is no rectangle along the axes'),
        (port_in_fdfd, 'port "feed": method "fdfd" takes no type "port"'),
        (output_in_fdfd, 'output "far_field": method "fdfd" has none'),
        (wave_in_dgatd, 'excitation "wave": method "dgatd" takes no type "plane-wave"'),
        (layers_in_dgatd, 'open_space: method "dgatd" takes no type "pml"'),
        (walls_in_mom, 'piece "room" is between walls or has periods: method "mom" is in open space'),
        (mode_of_mom, 'port "feed": method "mom" takes no kind "coaxial"'),
        (circular_in_dgtd, 'port "feed": method "dgtd" takes no kind "circular"'),
        (period(Sphere((0, 0, 0), 2), symmetry=True), 'symmetry "x=0" lies across the period along x'),
        (period(Sphere((0, 0, 0), 2), open_space=False), 'the period along "x" ends in no solid'),
        (period(Box((0, -2, 0), (5, 2, 3))), 'piece "part 0" ends at one face of the period along x'),
        (period(Box((-1, 0, 0), (1, 5, 3)), Sphere((0, 0, 0), 1)), "face of the period along y"),
        (add(Box((0, 0, 0), (1, 1, 1)), name="period x-"), '"period x-" has a meaning of its own'),
        (period_in_dgtd, 'period along "x": method "dgtd" takes no type "periodic"'),
        (no_time, 'method "dgtd" steps in time: say how long'),
        (element_on_symmetry, 'element "load" is cut by the plane of symmetry x=10'),
        (no_frequency, "is not a value with a unit"),
        (lambda: model("femm")[1](), 'method "femm" is unknown; did you mean "fem"'),
    ],
)
def test_one_message(use: Build, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match=message) as caught:
        use()
    assert "\n" not in str(caught.value)


def test_without_gmsh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gmsh", None)
    m = Model(unit="mm", frequency="10 GHz")
    m.add("ball", Sphere((0, 0, 0), 1), "air")
    m.walls("pec")
    with pytest.raises(MissingExtraError, match=r"geometry needs gmsh.*pip install 'curlew\[model\]'"):
        m.case("fem", tmp_path)
