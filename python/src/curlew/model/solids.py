"""Solids: box, sphere, cylinder, cone, torus, and the extrusion of a sheet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curlew.model.errors import ModelError
from curlew.model.kernel import Array, DimTag, Kernel, Length, Vector, import_gmsh
from curlew.model.shapes import Mask, Shape
from curlew.model.sheets import Sheet


def positive(value: float, what: str) -> None:
    """Raises `ModelError` unless a length is above 0."""
    if not value > 0:
        raise ModelError(f"its {what} is {value:g}: it has no volume")


@dataclass(frozen=True)
class Box(Shape):
    """A brick along the axes, between two corners."""

    min: Vector
    max: Vector

    def check(self, kernel: Kernel) -> None:
        for axis, extent in zip("xyz", kernel.vector(self.max) - kernel.vector(self.min), strict=True):
            positive(float(extent), f"extent along {axis}")

    def build(self, kernel: Kernel) -> list[DimTag]:
        low, high = kernel.vector(self.min), kernel.vector(self.max)
        return [(3, import_gmsh().model.occ.addBox(*low, *(high - low)))]

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        low, high = kernel.vector(self.min), kernel.vector(self.max)
        return np.asarray(((points >= low) & (points <= high)).all(axis=1))


@dataclass(frozen=True)
class Sphere(Shape):
    """A ball."""

    center: Vector
    radius: Length

    def check(self, kernel: Kernel) -> None:
        positive(kernel.length(self.radius), "radius")

    def build(self, kernel: Kernel) -> list[DimTag]:
        return [
            (3, import_gmsh().model.occ.addSphere(*kernel.vector(self.center), kernel.length(self.radius)))
        ]

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        distance = np.linalg.norm(points - kernel.vector(self.center), axis=1)
        return np.asarray(distance <= kernel.length(self.radius))


@dataclass(frozen=True)
class Cone(Shape):
    """A circular cone, cut off unless `top` is 0: `base` is the centre of its first end, `axis` leads to
    the other."""

    base: Vector
    axis: Vector
    radius: Length
    top: Length = 0

    def check(self, kernel: Kernel) -> None:
        positive(float(np.linalg.norm(kernel.vector(self.axis))), "axis")
        positive(kernel.length(self.radius) + kernel.length(self.top), "radius")
        if min(kernel.length(self.radius), kernel.length(self.top)) < 0:
            raise ModelError("a radius is below 0")

    def build(self, kernel: Kernel) -> list[DimTag]:
        occ, base, axis = import_gmsh().model.occ, kernel.vector(self.base), kernel.vector(self.axis)
        first, last = kernel.length(self.radius), kernel.length(self.top)
        tag = (
            occ.addCylinder(*base, *axis, first) if first == last else occ.addCone(*base, *axis, first, last)
        )
        return [(3, tag)]

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        axis = kernel.vector(self.axis)
        offset = points - kernel.vector(self.base)
        share = offset @ axis / (axis @ axis)
        radius = kernel.length(self.radius) * (1 - share) + kernel.length(self.top) * share
        away = np.linalg.norm(offset - share[:, None] * axis, axis=1)
        return np.asarray((share >= 0) & (share <= 1) & (away <= radius))


@dataclass(frozen=True)
class Torus(Shape):
    """A ring around the z axis through `center`: `radius` of the ring, `thickness` the radius of its
    cross-section."""

    center: Vector
    radius: Length
    thickness: Length

    def check(self, kernel: Kernel) -> None:
        positive(kernel.length(self.thickness), "thickness")
        if kernel.length(self.radius) <= kernel.length(self.thickness):
            raise ModelError("the radius of the torus is not above its thickness: it meets itself")

    def build(self, kernel: Kernel) -> list[DimTag]:
        radii = kernel.length(self.radius), kernel.length(self.thickness)
        return [(3, import_gmsh().model.occ.addTorus(*kernel.vector(self.center), *radii))]

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        x, y, z = (points - kernel.vector(self.center)).T
        away = (np.hypot(x, y) - kernel.length(self.radius)) ** 2 + z**2
        return np.asarray(away <= kernel.length(self.thickness) ** 2)


@dataclass(frozen=True)
class Extrusion(Shape):
    """A sheet moved along a vector."""

    sheet: Shape
    along: Vector

    def check(self, kernel: Kernel) -> None:
        if not isinstance(self.sheet, Sheet):
            raise ModelError("only a rectangle, disc or polygon is extruded")
        self.sheet.check(kernel)
        positive(abs(float(self.sheet.normal(kernel) @ kernel.vector(self.along))), "height")

    def build(self, kernel: Kernel) -> list[DimTag]:
        made = import_gmsh().model.occ.extrude(self.sheet.build(kernel), *kernel.vector(self.along))
        solids = [tag for tag in made if tag[0] == 3]
        import_gmsh().model.occ.remove([tag for tag in made if tag[0] == 2], recursive=False)
        return solids

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        assert isinstance(self.sheet, Sheet)
        normal, along = self.sheet.normal(kernel), kernel.vector(self.along)
        share = (points - self.sheet.origin(kernel)) @ normal / (along @ normal)
        inside = self.sheet.covers(points - share[:, None] * along, kernel)
        return np.asarray((share >= 0) & (share <= 1) & inside)


def Cylinder(base: Vector, axis: Vector, radius: Length) -> Cone:
    """A circular cylinder: `base` is the centre of its first end, `axis` leads from there to that of the
    other."""
    return Cone(base, axis, radius, radius)
