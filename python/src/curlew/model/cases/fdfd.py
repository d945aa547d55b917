"""Cases of `fdfd`: shapes as objects where the grid knows them, else as voxels of half a cell."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from curlew.model.cases import common
from curlew.model.cases.abilities import Abilities
from curlew.model.errors import ModelError
from curlew.model.fragments import Piece, build_pieces
from curlew.model.kernel import Array, session
from curlew.model.open_space import SIDES, bounds
from curlew.model.physics import PEC, tidy
from curlew.model.shapes import Boolean, Moved, Shape
from curlew.model.sheets import Polygon
from curlew.model.solids import Box, Cone, Sphere
from curlew.model.wires import Wire

if TYPE_CHECKING:
    from curlew.model.model import Model

LARGEST_VOXELS = 2e8
"""Voxels of one piece."""


def make(model: Model, abilities: Abilities, mesh: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Writes voxels where they are needed and returns the case."""
    refuse(model, abilities)
    case = common.start_case(model, abilities, options)
    top = common.top_frequency(model, case)
    edges = common.per_wavelength(abilities.method, case, model.rules)
    unit = model.kernel.unit
    sizes = [common.body_size(model, piece, edges, top) for piece in [None, *model.pieces.values()]]
    cell = min([*sizes, model.rules.size or np.inf])
    low, high, cells = extent(model, cell)
    count = np.maximum(np.ceil((high - low) / cells - 1e-6), 1)
    middle = (low + high) / 2
    case["grid"] = {
        "cell": [tidy(float(c) * unit) for c in cells],
        "size": [tidy(float(n * c) * unit) for n, c in zip(count, cells, strict=True)],
        "origin": [tidy(float(x) * unit) for x in middle - count * cells / 2],
        "pml": "auto",
        **options.get("grid", {}),
    }
    case["boundaries"] = walls(model, abilities)
    if any(piece.of in model.surfaces for piece in model.pieces.values()):
        case["materials"][PEC] = {"pec": True}
    case["objects"] = []
    for piece in sorted(model.pieces.values(), key=lambda p: p.rank):
        for item in objects(model, piece, cells, mesh):
            abilities.refuse_value(f'piece "{piece.name}"', item["shape"], "objects", "shape")
            abilities.refuse_keys(f'piece "{piece.name}"', item, "objects", shape=item["shape"])
            case["objects"].append(item)
    return case


def refuse(model: Model, abilities: Abilities) -> None:
    """Refuses what a grid has no place for, by the piece's name."""
    for name, mark in model.marks.items():
        abilities.refuse_value(f'{mark["type"]} "{name}"', mark["type"], "boundaries", "type")
    for plane in model.planes:
        raise ModelError(
            f'symmetry "{plane}": method "{abilities.method}" scatters from whole bodies; leave the plane out'
        )
    for piece in model.pieces.values():
        surface = model.surfaces.get(piece.of)
        if surface and surface["type"] != PEC and piece.shape.dim == 3 and not isinstance(piece.shape, Wire):
            raise ModelError(
                f'piece "{piece.name}" of "{piece.of}": method "{abilities.method}" has impedances of '
                "sheets and wires "
                'only; take "pec" or a material with sigma'
            )
    if model.space is None and not model.periods and model.end_of_model is None:
        raise ModelError('nothing ends the model: call open_space or walls("pec")')
    if model.space is not None and model.space.ending is not None:
        abilities.refuse_value("open_space", model.space.ending, "boundaries", "type")


def extent(model: Model, cell: float) -> tuple[Array, Array, Array]:
    """Returns the corners of the grid without layers, and the cells along x, y, z: a period has whole
    cells."""
    with session("extent") as gmsh:
        built = build_pieces(gmsh, list(model.pieces.values()), model.kernel)
        low, high = bounds(gmsh, [tag for tags in built.values() for tag in tags])
    if model.space is not None:
        low, high = model.space.grown(low, high)
    cells = np.full(3, cell)
    for axis, period in model.periods.items():
        length = model.kernel.length(period)
        cells[axis] = length / np.ceil(length / cell - 1e-9)
        low[axis], high[axis] = -length / 2, length / 2
    return low, high, cells


def walls(model: Model, abilities: Abilities) -> dict[str, Any]:
    """Returns the conditions of the grid's faces."""
    result: dict[str, Any] = {}
    for side in SIDES:
        axis = SIDES.index(side) // 2
        if axis in model.periods:
            result[side] = {"type": "periodic"}
        elif model.space is None or side not in model.space.margins:
            if model.end_of_model is None:
                raise ModelError(
                    f"the side {side} ends the model, and nothing says how: give it a margin or call "
                    'walls("pec")'
                )
            abilities.refuse_value(f"walls at {side}", model.end_of_model, "boundaries", "type")
            result[side] = {"type": model.end_of_model}
    return result


def objects(model: Model, piece: Piece, cells: Array, mesh: Path) -> list[dict[str, Any]]:
    """Returns a piece as objects of the grid."""
    unit = model.kernel.unit
    metal = piece.of in model.surfaces
    surface = {k: v for k, v in model.surfaces.get(piece.of, {}).items() if k != "type"}
    if piece.shape.dim == 2:
        low, high = sheet_corners(model, piece)
        return [{"shape": "sheet", "min": scaled(low, unit), "max": scaled(high, unit), **surface}]
    if isinstance(piece.shape, Wire) and metal:
        radius = model.kernel.length(piece.shape.radius)
        if 2 * radius <= cells.min():
            points = [model.metres(point) for point in piece.shape.points]
            return [{"shape": "wire", "points": points, "radius": tidy(radius * unit), **surface}]
        if surface:
            raise ModelError(
                f'wire "{piece.name}" of "{piece.of}" is thicker than a cell and has an impedance; take "pec"'
            )
    found = analytic(model, piece.shape, np.eye(4))
    material = PEC if metal else piece.of
    if found is not None:
        return [{**item, "material": material} for item in found]
    return [voxels(model, piece, material, cells / 2, mesh)]


def scaled(point: Array, unit: float) -> list[float]:
    """Returns a point in m."""
    return [tidy(float(x) * unit) for x in point]


def sheet_corners(model: Model, piece: Piece) -> tuple[Array, Array]:
    """Returns the corners of a rectangle along the axes; refuses other sheets."""
    shape = piece.shape
    matrix = np.eye(4)
    while isinstance(shape, Moved):
        matrix, shape = matrix @ shape.motion.matrix(model.kernel), shape.shape
    if isinstance(shape, Polygon) and len(shape.points) == 4:
        corners = shape.corners(model.kernel) @ matrix[:3, :3].T + matrix[:3, 3]
        low, high = corners.min(axis=0), corners.max(axis=0)
        flat = np.isclose(corners, low, atol=1e-9) | np.isclose(corners, high, atol=1e-9)
        if flat.all() and np.isclose(low, high, atol=1e-9).sum() == 1:
            return low, high
    raise ModelError(
        f'piece "{piece.name}" is a sheet that is no rectangle along the axes, which a grid has no place '
        "for; "
        "give it a thickness (Extrusion)"
    )


def analytic(model: Model, shape: Shape, matrix: Array) -> list[dict[str, Any]] | None:
    """Returns a solid as spheres, boxes and cylinders of the grid, or None where it is none of them."""
    kernel, unit = model.kernel, model.kernel.unit
    turn, shift = matrix[:3, :3], matrix[:3, 3]
    if isinstance(shape, Moved):
        return analytic(model, shape.shape, matrix @ shape.motion.matrix(kernel))
    if isinstance(shape, Boolean) and shape.kind == "fuse":
        parts = [analytic(model, part, matrix) for part in shape.shapes]
        return (
            None if any(part is None for part in parts) else [item for part in parts for item in part or []]
        )
    if isinstance(shape, Wire):
        return analytic(model, shape.solid(kernel), matrix)
    if isinstance(shape, Sphere):
        center = turn @ kernel.vector(shape.center) + shift
        return [
            {
                "shape": "sphere",
                "center": scaled(center, unit),
                "radius": tidy(kernel.length(shape.radius) * unit),
            }
        ]
    if isinstance(shape, Cone) and kernel.length(shape.radius) == kernel.length(shape.top):
        base, axis = turn @ kernel.vector(shape.base) + shift, turn @ kernel.vector(shape.axis)
        radius = tidy(kernel.length(shape.radius) * unit)
        return [
            {"shape": "cylinder", "base": scaled(base, unit), "axis": scaled(axis, unit), "radius": radius}
        ]
    if isinstance(shape, Box) and (np.isclose(abs(turn), 0, atol=1e-12) | np.isclose(abs(turn), 1)).all():
        ends = np.array([turn @ kernel.vector(end) + shift for end in (shape.min, shape.max)])
        return [
            {"shape": "box", "min": scaled(ends.min(axis=0), unit), "max": scaled(ends.max(axis=0), unit)}
        ]
    return None


def voxels(model: Model, piece: Piece, material: str, cells: Array, mesh: Path) -> dict[str, Any]:
    """Samples a piece at the middle of voxels and writes them beside the case."""
    with session("extent") as gmsh:
        low, high = bounds(gmsh, build_pieces(gmsh, [piece], model.kernel)[piece.name])
    counts = np.maximum(np.ceil((high - low) / cells - 1e-9), 1).astype(int)
    if counts.prod() > LARGEST_VOXELS:
        raise ModelError(f'piece "{piece.name}" would be {counts.prod():,} voxels; give it a larger size')
    steps = (high - low) / counts
    axes = [low[i] + (np.arange(counts[i]) + 0.5) * steps[i] for i in range(3)]
    mask = np.zeros(counts[::-1], dtype=np.int32)
    plane = np.stack(np.meshgrid(axes[0], axes[1], [0.0], indexing="ij"), axis=-1).reshape(-1, 3)
    whole = np.concatenate([plane + np.array([0, 0, z]) for z in axes[2]])
    inside = piece.shape.contains(whole, model.kernel).reshape(counts[2], counts[0], counts[1])
    mask[:] = inside.transpose(0, 2, 1)
    file = mesh.with_name(f"{mesh.stem}-{piece.name.replace(' ', '-')}.vti")
    unit = model.kernel.unit
    write_vti(file, mask, low * unit, steps * unit)
    return {"shape": "voxels", "file": file.name, "material": material}


def write_vti(file: Path, labels: Any, origin: Array, steps: Array) -> None:
    """Writes labels (z, y, x) as cells of a VTK image."""
    n = labels.shape[::-1]
    extent_ = f"0 {n[0]} 0 {n[1]} 0 {n[2]}"
    data = labels.astype("<i4").tobytes()
    text = base64.b64encode(len(data).to_bytes(8, "little") + data).decode()
    file.write_text(
        '<?xml version="1.0"?>\n<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" '
        'header_type="UInt64">\n'
        f'<ImageData WholeExtent="{extent_}" Origin="{" ".join(map(repr, map(float, origin)))}" '
        f'Spacing="{" ".join(map(repr, map(float, steps)))}">\n<Piece Extent="{extent_}"><CellData '
        'Scalars="material">\n'
        f'<DataArray type="Int32" Name="material" format="binary">{text}</DataArray>\n'
        "</CellData></Piece>\n</ImageData>\n</VTKFile>\n"
    )
