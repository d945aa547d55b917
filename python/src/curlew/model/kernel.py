"""Lengths and the Gmsh session that shapes are built in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from curlew._extras import load
from curlew.model.errors import ModelError, suggestion

Length = float | int | str
"""A number in the model's unit, or text with its own unit such as ``"3 mm"``."""
Vector = tuple[Length, Length, Length]
Array = npt.NDArray[np.float64]
DimTag = tuple[int, int]

METRES = {
    "nm": 1e-9,
    "um": 1e-6,
    "mil": 25.4e-6,
    "mm": 1e-3,
    "cm": 1e-2,
    "inch": 25.4e-3,
    "in": 25.4e-3,
    "m": 1.0,
    "km": 1e3,
}


def metres(unit: str) -> float:
    """Returns the metres of one `unit` of the case file's table; raises `ModelError` for others."""
    if unit.replace("µ", "u") not in METRES:
        raise ModelError(
            f'unit "{unit}" of length is unknown{suggestion(unit, METRES)} (known: {", ".join(METRES)})'
        )
    return METRES[unit.replace("µ", "u")]


OPTIONS = {
    "General.Terminal": 0,
    "Geometry.OCCImportLabels": 1,
    "Mesh.Algorithm3D": 1,
    "Mesh.Binary": 0,
    "Mesh.ElementOrder": 1,
    "Mesh.MeshSizeExtendFromBoundary": 1,
    "Mesh.MeshSizeFromCurvature": 0,
    "Mesh.MeshSizeFromPoints": 1,
    "Mesh.MeshSizeMax": 1e22,
    "Mesh.MeshSizeMin": 0,
    "Mesh.OptimizeNetgen": 0,
    "Mesh.SaveAll": 0,
}
"""Options of Gmsh that a session starts from. Netgen's optimiser ends the process where sheets lie in
solids."""


@dataclass(frozen=True)
class Kernel:
    """What shapes need to build themselves: the metres in one unit of the model."""

    unit: float

    def length(self, value: Length) -> float:
        """Returns a length in the model's unit."""
        if isinstance(value, str):
            match = re.fullmatch(r"\s*([-+0-9.eE]+)\s*([a-zµ]+)\s*", value)
            if not match:
                raise ModelError(f'"{value}" is not a length such as "3 mm"')
            return float(match[1]) * metres(match[2]) / self.unit
        return float(value)

    def vector(self, values: Vector) -> Array:
        """Returns three lengths in the model's unit."""
        if len(values) != 3:
            raise ModelError(f"{values} has {len(values)} components, not three")
        return np.array([self.length(value) for value in values])


def import_gmsh() -> Any:
    """Returns the module gmsh; raises `MissingExtraError` without it."""
    return load("gmsh", "model", "geometry")


@contextmanager
def session(name: str) -> Iterator[Any]:
    """Opens an empty Gmsh model and yields the module; the model is gone afterwards, one that was open is
    current
    again. Options of meshes are those of Gmsh, whatever was set before."""
    gmsh = import_gmsh()
    if not gmsh.isInitialized():
        gmsh.initialize(interruptible=False)
    previous = gmsh.model.getCurrent()
    options = {key: gmsh.option.getNumber(key) for key in OPTIONS}
    for key, value in OPTIONS.items():
        gmsh.option.setNumber(key, value)
    gmsh.model.add(name)
    try:
        yield gmsh
    finally:
        gmsh.model.setCurrent(name)
        gmsh.model.remove()
        for key, number in options.items():
            gmsh.option.setNumber(key, number)
        if previous in gmsh.model.list():
            gmsh.model.setCurrent(previous)


def triangulate(gmsh: Any, per_turn: int) -> tuple[Array, npt.NDArray[np.int64]]:
    """Meshes the faces of the current model, in a session of its own, with so many edges to a full turn of
    a curved one.

    Returns points (n, 3), in the model's unit, and triangles (m, 3).
    """
    gmsh.model.occ.synchronize()
    gmsh.option.setNumber("Mesh.MeshSizeFromCurvature", per_turn)
    gmsh.model.mesh.generate(2)
    tags, points, _ = gmsh.model.mesh.getNodes()
    order = np.argsort(tags)
    nodes = gmsh.model.mesh.getElementsByType(2)[1]
    return points.reshape(-1, 3), order[np.searchsorted(tags[order], nodes)].reshape(-1, 3)
