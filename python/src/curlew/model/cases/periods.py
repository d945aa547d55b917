"""Periods on meshes: pieces that reach beyond the cell come back at its other side, and the two faces of a
period have equal meshes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from curlew.model.cases.abilities import Abilities
from curlew.model.errors import ModelError
from curlew.model.kernel import Array, DimTag

if TYPE_CHECKING:
    from curlew.model.model import Model

SLACK = 1e-6
"""Share of a period within which places are equal."""


_PREFIX = "period "


def group(axis: int, end: int) -> str:
    """Returns the name of the group of faces at an end (-1 or 1) of a period."""
    return f"{_PREFIX}{'xyz'[axis]}{'-' if end < 0 else '+'}"


def is_group(name: str) -> bool:
    """Tells whether a name is kept for groups of faces at the ends of periods."""
    return name.startswith(_PREFIX)


def refuse(model: Model, abilities: Abilities) -> None:
    """Refuses periods of a method that has none, and those across planes of symmetry."""
    for axis in model.periods:
        abilities.refuse_value(f'period along "{"xyz"[axis]}"', "periodic", "boundaries", "type")
        for plane in model.planes:
            if plane[0] == "xyz"[axis]:
                raise ModelError(
                    f'symmetry "{plane}" lies across the period along {plane[0]}: leave one of the two out'
                )


def half(model: Model, axis: int) -> float:
    """Returns half of a period, in the model's unit."""
    return model.kernel.length(model.periods[axis]) / 2


def wrap(model: Model, gmsh: Any, built: dict[str, list[DimTag]]) -> dict[str, list[DimTag]]:
    """Cuts pieces at the cell and moves what lies beyond by whole periods into it."""
    for axis in model.periods:
        end = half(model, axis)
        for name, tags in list(built.items()):
            parts = [part for tag in tags for part in wrapped(gmsh, tag, axis, end)]
            if not parts:
                raise ModelError(f'piece "{name}" lies in the faces of the period along {"xyz"[axis]}')
            built[name] = parts
    return built


def wrapped(gmsh: Any, tag: DimTag, axis: int, end: float) -> list[DimTag]:
    """Returns the parts of an entity in all cells along an axis, moved into the cell from -end to end."""
    occ = gmsh.model.occ
    box = np.array(occ.getBoundingBox(*tag))
    low, high = box[axis], box[axis + 3]
    first = int(np.floor((low + end) / (2 * end) + SLACK))
    last = int(np.ceil((high - end) / (2 * end) - SLACK))
    if first == last == 0:
        return [tag]
    result: list[DimTag] = []
    reach = 2 * float(abs(box).max()) + 4 * end
    for cell in range(first, last + 1):
        (moved,) = occ.copy([tag])
        step = [0.0, 0.0, 0.0]
        step[axis] = -2 * end * cell
        occ.translate([moved], *step)
        corner, size = [-reach] * 3, [2 * reach] * 3
        corner[axis], size[axis] = -end, 2 * end
        slab = (3, occ.addBox(*corner, *size))
        result += [part for part in occ.intersect([moved], [slab])[0] if part[0] == tag[0]]
    occ.remove([tag], recursive=True)
    return result


def end_of(model: Model, box: Array) -> str | None:
    """Returns the group of a face with this bounding box at an end of a period, or None."""
    for axis in model.periods:
        place = half(model, axis)
        for end in (-1, 1):
            if abs(box[[axis, axis + 3]] - end * place).max() < 2 * SLACK * place:
                return group(axis, end)
    return None


def match(
    model: Model, gmsh: Any, groups: dict[tuple[int, str], list[int]], owners: dict[int, str]
) -> dict[str, Any]:
    """Gives the two faces of each period equal meshes, and returns their conditions."""
    waves = any(e["type"] == "plane-wave" for e in model.excitations)
    result = {}
    for axis in model.periods:
        step = np.zeros(3)
        step[axis] = 2 * half(model, axis)
        first, second = (groups.get((2, group(axis, end)), []) for end in (-1, 1))
        if not first or not second:
            raise ModelError(
                f'the period along "{"xyz"[axis]}" ends in no solid: call open_space, or add a solid that '
                f"fills the cell"
            )
        places = np.array([gmsh.model.occ.getCenterOfMass(2, face) for face in first]) + step
        areas = np.array([gmsh.model.occ.getMass(2, face) for face in first])
        partners = []
        for face in second:
            apart = np.linalg.norm(places - gmsh.model.occ.getCenterOfMass(2, face), axis=1)
            area = gmsh.model.occ.getMass(2, face)
            equal = (apart < 1e-5 * step[axis]) & (abs(areas - area) < 1e-5 * areas)
            if not equal.any():
                raise unequal(axis, owners[face])
            partners.append(first[int(np.argmin(np.where(equal, apart, np.inf)))])
        missing = set(first) - set(partners)
        if missing:
            raise unequal(axis, owners[min(missing)])
        shift = np.eye(4)
        shift[:3, 3] = step
        gmsh.model.mesh.setPeriodic(2, second, partners, shift.ravel().tolist())
        phase = {"phase": "from_wave"} if waves else {}
        result[group(axis, -1)] = {"type": "periodic", "with": group(axis, 1), **phase}
    return result


def unequal(axis: int, name: str) -> ModelError:
    """Returns the error of a piece that ends at one of the two faces alone."""
    return ModelError(
        f'piece "{name}" ends at one face of the period along {"xyz"[axis]} and has no counterpart at the '
        "other: let it end inside of the cell or reach beyond it"
    )
