"""Lines without thickness and round wires."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from curlew.model.errors import ModelError
from curlew.model.kernel import Array, DimTag, Kernel, Length, Vector, import_gmsh
from curlew.model.shapes import Mask, Shape
from curlew.model.solids import Cylinder, Sphere


@dataclass(frozen=True)
class Line(Shape):
    """Straight lines from point to point, without thickness: gaps of ports on surfaces."""

    points: tuple[Vector, ...]

    @property
    def dim(self) -> int:
        return 1

    def check(self, kernel: Kernel) -> None:
        points = np.array([kernel.vector(point) for point in self.points])
        if len(points) < 2 or not (np.linalg.norm(np.diff(points, axis=0), axis=1) > 0).all():
            raise ModelError("a line needs two points that differ")

    def build(self, kernel: Kernel) -> list[DimTag]:
        occ = import_gmsh().model.occ
        points = [occ.addPoint(*kernel.vector(point)) for point in self.points]
        return [(1, occ.addLine(a, b)) for a, b in pairwise(points)]


@dataclass(frozen=True)
class Wire(Shape):
    """A round wire from point to point; its joints are balls."""

    points: tuple[Vector, ...]
    radius: Length

    def check(self, kernel: Kernel) -> None:
        if not kernel.length(self.radius) > 0:
            raise ModelError(f"its radius is {self.radius}: it has no volume")
        Line(self.points).check(kernel)

    def build(self, kernel: Kernel) -> list[DimTag]:
        return self.solid(kernel).build(kernel)

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        return self.solid(kernel).contains(points, kernel)

    def solid(self, kernel: Kernel) -> Shape:
        """Returns the wire as a union of cylinders and balls."""
        path = [tuple(map(float, kernel.vector(point))) for point in self.points]
        pieces: list[Shape] = [Sphere((p[0], p[1], p[2]), self.radius) for p in path[1:-1]]
        for a, b in pairwise(path):
            pieces.append(Cylinder((a[0], a[1], a[2]), (b[0] - a[0], b[1] - a[1], b[2] - a[2]), self.radius))
        result = pieces[-1]
        for piece in pieces[:-1]:
            result = result + piece
        return result
