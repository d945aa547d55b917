"""Sizes of elements from wavelength, conductors' edges and ports, and the mesh itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from curlew.model.errors import ModelError
from curlew.model.kernel import DimTag

LARGEST_MESH = 2e7
"""Elements that a mesh may be estimated to have before it is refused."""


@dataclass(frozen=True)
class MeshRules:
    """How fine a mesh is.

    Attributes:
        per_wavelength: Edges to a wavelength in each body; None: what the method and its order need.
        edges: How many times finer elements are at edges of conductors.
        across: Elements across the shorter side of a port's face, and across a sheet.
        growth: Largest ratio of neighbouring sizes away from where they are small.
        curvature: Elements to a full turn of a curved face.
        size: Bound for all elements, in the model's unit.
    """

    per_wavelength: float | None = None
    edges: float = 3.0
    across: float = 4.0
    growth: float = 1.4
    curvature: float = 12.0
    size: float | None = None


@dataclass
class Sizes:
    """Collects sizes as fields of Gmsh."""

    gmsh: Any
    rules: MeshRules

    def __post_init__(self) -> None:
        self.fields: list[int] = []
        self.largest = 0.0

    def inside(self, volumes: list[int], size: float) -> None:
        """Bounds the edges in volumes, and lets them grow from there."""
        if not volumes:
            return
        self.largest = max(self.largest, size)
        field = self.gmsh.model.mesh.field
        number = field.add("Constant")
        field.setNumbers(number, "VolumesList", volumes)
        field.setNumber(number, "VIn", size)
        field.setNumber(number, "VOut", 1e22)
        self.fields.append(number)
        faces = self.gmsh.model.getBoundary([(3, v) for v in volumes], combined=True, oriented=False)
        self.grow({(2, face[1]): size for face in faces})

    def on(self, entities: list[DimTag], size: float) -> None:
        """Bounds the edges on curves or faces, and lets them grow from there."""
        self.grow(dict.fromkeys(entities, size))

    def grow(self, entities: Mapping[DimTag, float]) -> None:
        """Lets sizes grow with the distance from entities, by `growth` from element to element."""
        field = self.gmsh.model.mesh.field
        for size in sorted(set(entities.values())):
            near = [entity for entity, own in entities.items() if own == size]
            distance = field.add("Distance")
            for dim, key in ((1, "CurvesList"), (2, "SurfacesList")):
                field.setNumbers(distance, key, [tag for d, tag in near if d == dim])
            field.setNumber(distance, "Sampling", 24)
            number = field.add("MathEval")
            field.setString(number, "F", f"{size} + {np.log(self.rules.growth)} * F{distance}")
            self.fields.append(number)

    def apply(self) -> None:
        """Makes the smallest of all sizes the one of the mesh."""
        option, field = self.gmsh.option.setNumber, self.gmsh.model.mesh.field
        number = field.add("Min")
        field.setNumbers(number, "FieldsList", self.fields)
        field.setAsBackgroundMesh(number)
        option("Mesh.MeshSizeFromPoints", 0)
        option("Mesh.MeshSizeExtendFromBoundary", 0)
        option("Mesh.MeshSizeFromCurvature", self.rules.curvature)
        option("Mesh.MeshSizeMax", min(self.largest or 1e22, self.rules.size or 1e22))


def extents(gmsh: Any, entities: list[DimTag]) -> Any:
    """Returns the extents along x, y, z of entities, in falling order."""
    boxes = np.array([gmsh.model.getBoundingBox(*entity) for entity in entities])
    return np.sort(boxes[:, 3:].max(axis=0) - boxes[:, :3].min(axis=0))[::-1]


def refuse_thin_wires(name: str, radius: float, size: float, length: float) -> None:
    """Raises `ModelError` for a wire that no mesh of a feasible size resolves."""
    elements = length / radius * np.log(max(size / radius, 1.0)) * 60
    if elements > LARGEST_MESH or size / radius > 1000:
        raise ModelError(
            f'wire "{name}" has a radius of {radius:g}, {size / radius:,.0f} times less than the elements '
            "around it "
            f"({size:g}): it is thinner than a mesh can be; enlarge its radius, take a strip of four "
            "radii, or fdfd, "
            "which takes thin wires"
        )


def generate(gmsh: Any, dim: int, curved: bool) -> None:
    """Makes the mesh; raises `ModelError` with Gmsh's reason."""
    gmsh.logger.start()
    try:
        gmsh.model.mesh.generate(dim)
        if curved:
            gmsh.model.mesh.setOrder(2)
            gmsh.model.mesh.optimize("HighOrder")
    except Exception as error:
        raise ModelError(
            f"Gmsh cannot mesh the model: {error}; look at picture() and at pieces that nearly touch"
        ) from error
    finally:
        complaints = [line for line in gmsh.logger.get() if line.startswith("Error")]
        gmsh.logger.stop()
    if complaints:
        raise ModelError(f"Gmsh cannot mesh the model: {complaints[0]}")


def write(gmsh: Any, groups: Mapping[tuple[int, str], list[int]], file: str) -> None:
    """Names groups (dimension, name) and writes the mesh, format 4.1."""
    for (dim, name), tags in groups.items():
        if tags:
            gmsh.model.addPhysicalGroup(dim, tags, name=name)
    gmsh.option.setNumber("Mesh.MshFileVersion", 4.1)
    gmsh.option.setNumber("Mesh.Binary", 1)
    gmsh.option.setNumber("Mesh.SaveAll", 0)
    gmsh.write(file)


def curves_of(gmsh: Any, faces: list[int]) -> list[DimTag]:
    """Returns the curves around faces."""
    if not faces:
        return []
    return [
        (1, tag) for _, tag in gmsh.model.getBoundary([(2, f) for f in faces], combined=False, oriented=False)
    ]


def curves_on(gmsh: Any, faces: list[int]) -> set[DimTag]:
    """Returns the curves around faces and those within them."""
    within = {tuple(e) for face in faces for e in gmsh.model.mesh.getEmbedded(2, face) if e[0] == 1}
    return {*curves_of(gmsh, faces), *within}


def sharp_curves(gmsh: Any, faces: list[int]) -> list[int]:
    """Returns the curves at which faces of a conductor meet at an angle of more than 30 degrees."""
    model, result = gmsh.model, []
    at: dict[int, set[int]] = {}
    for face in faces:
        for _, curve in model.getBoundary([(2, face)], oriented=False):
            at.setdefault(curve, set()).add(face)
    for curve, near in at.items():
        low, high = model.getParametrizationBounds(1, curve)
        place = model.getValue(1, curve, [(low[0] + high[0]) / 2])
        normals = [model.getNormal(face, model.getParametrization(2, face, place)) for face in near]
        if len(normals) == 2 and abs(float(np.dot(*normals))) < np.cos(np.radians(30)):
            result.append(curve)
    return result
