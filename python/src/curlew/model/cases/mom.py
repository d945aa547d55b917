"""Cases of `mom`: the surfaces of conductors and bodies in open space, sheets, and gaps across them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from curlew.model.cases import common
from curlew.model.cases.abilities import Abilities
from curlew.model.errors import ModelError
from curlew.model.fragments import Arrangement, Piece, arrange
from curlew.model.kernel import session
from curlew.model.mesh_size import Sizes, curves_of, curves_on, extents, generate, refuse_thin_wires, write
from curlew.model.open_space import SIDES
from curlew.model.physics import AIR, PEC, tidy
from curlew.model.sheets import Polygon
from curlew.model.wires import Line, Wire

if TYPE_CHECKING:
    from curlew.model.model import Model

GAP = "gap"
"""The kind of port that stands for a lumped face: the face conducts, and the gap is across its middle."""


def make(model: Model, abilities: Abilities, mesh: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Writes the mesh and returns the case."""
    closed = model.space is None or len(model.space.margins) < len(SIDES)
    if model.periods or (model.end_of_model is not None and closed):
        raise ModelError(
            f'piece "{next(iter(model.pieces))}" is between walls or has periods: method '
            f'"{abilities.method}" '
            "is in open space; make a wall a piece, or take fem"
        )
    case = common.start_case(model, abilities, options)
    pieces, gaps = with_gaps(model, abilities)
    common.ports_and_surfaces(without_ports(model), abilities)
    top = common.top_frequency(model, case)
    edges = common.per_wavelength(abilities.method, case, model.rules)
    first = frozenset(p.name for p in pieces if p.of in model.surfaces)
    with session("case") as gmsh:
        a = arrange(gmsh, pieces, model.kernel, lambda built: common.clip(model, gmsh, built), first)
        groups = surfaces(model, gmsh, a, {p.name: p for p in pieces})
        sizes = Sizes(gmsh, model.rules)
        outside = common.body_size(model, None, edges, top)
        for (_, name), faces in groups.items():
            piece = next(p for p in pieces if p.name == name)
            size = min(outside, common.body_size(model, piece, edges, top))
            if piece.size is None and piece.shape.dim == 2:
                size = min(size, float(extents(gmsh, [(2, f) for f in faces])[1]) / model.rules.across)
            if isinstance(piece.shape, Wire):
                length = float(extents(gmsh, [(2, f) for f in faces])[0])
                refuse_thin_wires(name, model.kernel.length(piece.shape.radius), size, length)
            sizes.largest = max(sizes.largest, size)
            sizes.on([(2, f) for f in faces], size)
        for name, mark in gaps.items():
            groups[(1, name)] = gap_curves(gmsh, a, name, groups)
            faces = groups[(2, f"{name} strip")]
            sizes.on(curves_of(gmsh, faces), float(extents(gmsh, [(2, f) for f in faces])[1]) / 2)
            del mark
        sizes.apply()
        generate(gmsh, 2, curved=False)
        write(gmsh, groups, str(mesh))
    bodies = {name: p.of for p in pieces if (2, name := p.name) in groups and p.of in model.materials}
    case["boundaries"] = {
        name: gaps.get(name) or dict(model.surfaces[next(p.of for p in pieces if p.name == name)])
        for _, name in groups
        if name not in bodies
    }
    for plane, wall in model.planes.items():
        place = f"{plane[0]}={tidy(float(plane[2:]) * model.kernel.unit):g}"
        case["boundaries"][place] = {"type": "symmetry", "wall": wall, **model.mirrors[plane]}
    if bodies:
        case["regions"] = bodies
    case["materials"] = {name: keys for name, keys in case["materials"].items() if name in bodies.values()}
    case["mesh"] = {"file": mesh.name, "length_unit": model.unit}
    return case


def without_ports(model: Model) -> Model:
    """Returns the model without marks: gaps stand for them, and are checked where they are made."""
    result = type(model).__new__(type(model))
    result.__dict__.update(model.__dict__, marks={})
    result.pieces = {name: piece for name, piece in model.pieces.items() if name not in model.marks}
    return result


def with_gaps(model: Model, abilities: Abilities) -> tuple[list[Piece], dict[str, dict[str, Any]]]:
    """Returns the pieces with a conducting strip and a line across it for each lumped face, and the lines'
    keys."""
    pieces: list[Piece] = []
    gaps: dict[str, dict[str, Any]] = {}
    for piece in model.pieces.values():
        if piece.name not in model.marks:
            if piece.of != AIR:
                pieces.append(piece)
            continue
        mark = dict(model.marks[piece.name])
        what = f'{mark["type"]} "{piece.name}"'
        if mark["type"] == "port":
            if mark["kind"] != "lumped":
                abilities.refuse_value(what, mark["kind"], "boundaries", "kind", type="port")
            mark["kind"] = GAP
            abilities.refuse_keys(what, mark, "boundaries", type="port")
        else:
            abilities.refuse_keys(what, mark, "boundaries", type="lumped")
        pieces.append(Piece(f"{piece.name} strip", piece.shape, PEC, piece.priority, piece.order, piece.size))
        pieces.append(Piece(piece.name, middle_line(model, piece, mark), PEC, piece.priority, piece.order))
        gaps[piece.name] = mark
    return pieces, gaps


def middle_line(model: Model, piece: Piece, mark: dict[str, Any]) -> Line:
    """Returns the line through the middle of a rectangle, across the direction of its port."""
    shape = piece.shape
    if (
        not isinstance(shape, Polygon)
        or len(shape.points) != 4
        or not isinstance(mark.get("direction"), list)
    ):
        raise ModelError(
            f'{mark["type"]} "{piece.name}": a gap of mom needs a Rectangle and a direction of three numbers'
        )
    corners = shape.corners(model.kernel)
    along = np.array(mark["direction"], dtype=float)
    sides = np.roll(corners, -1, axis=0) - corners
    first = int(np.argmax(abs(sides[:2] @ along) / np.linalg.norm(sides[:2], axis=1)))
    ends = [(corners[i] + corners[(i + 1) % 4]) / 2 for i in (first, first + 2)]
    return Line(tuple((float(p[0]), float(p[1]), float(p[2])) for p in ends))


def gap_curves(gmsh: Any, a: Arrangement, name: str, groups: dict[tuple[int, str], list[int]]) -> list[int]:
    """Returns the curves of a gap; raises `ModelError` where the strip touches no conductor."""
    strip = groups.get((2, f"{name} strip"), [])
    rest = [
        f for (dim, other), faces in groups.items() for f in faces if dim == 2 and other != f"{name} strip"
    ]
    if not set(curves_of(gmsh, strip)) & curves_on(gmsh, rest):
        raise ModelError(f'port "{name}" is on no conductor: none of its edges lies on one')
    return [curve for curve, owner in a.curves.items() if owner == name]


def surfaces(
    model: Model, gmsh: Any, a: Arrangement, pieces: dict[str, Piece]
) -> dict[tuple[int, str], list[int]]:
    """Returns the groups of faces; refuses bodies that touch something."""
    groups: dict[tuple[int, str], list[int]] = {}
    for face, sides in a.sides.items():
        name = a.faces[face]
        beside = {a.volumes[v] for v in sides}
        metal = {n for n in beside if pieces[n].of in model.surfaces}
        if face in a.inner or (len(sides) == 2 and len(metal) == len(beside)):
            continue
        bodies = beside - metal
        sheet = pieces[name].shape.dim == 2
        if bodies and (len(sides) == 2 or metal or sheet):
            other = next(iter((beside | {name}) - {next(iter(bodies))}), name)
            raise ModelError(
                f'piece "{next(iter(bodies))}" of {pieces[next(iter(bodies))].of} touches "{other}": '
                "bodies of this "
                "method stand alone, without anything in or on them; leave a gap, or take fem"
            )
        if not on_plane(model, gmsh, face):
            groups.setdefault((2, name), []).append(face)
    return groups


def on_plane(model: Model, gmsh: Any, face: int) -> bool:
    """Returns whether a face lies in a plane of symmetry, where a body goes on as its image."""
    box = gmsh.model.getBoundingBox(2, face)
    size = max(abs(x) for x in box) or 1.0
    for plane in model.planes:
        axis, place = "xyz".index(plane[0]), float(plane[2:])
        if max(abs(box[axis] - place), abs(box[axis + 3] - place)) < 1e-5 * size:
            return True
    return False
