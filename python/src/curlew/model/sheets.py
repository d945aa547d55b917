"""Sheets without thickness: rectangle, disc, ring, polygon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curlew.model.errors import ModelError
from curlew.model.kernel import Array, DimTag, Kernel, Length, Vector, import_gmsh
from curlew.model.shapes import Mask, Shape, unit_vector


@dataclass(frozen=True)
class Sheet(Shape):
    """A plane sheet."""

    @property
    def dim(self) -> int:
        return 2

    def normal(self, kernel: Kernel) -> Array:
        """Returns the unit normal."""
        raise NotImplementedError

    def origin(self, kernel: Kernel) -> Array:
        """Returns a point of the plane."""
        raise NotImplementedError

    def covers(self, points: Array, kernel: Kernel) -> Mask:
        """Returns which points (n, 3) of the sheet's plane lie on the sheet."""
        raise NotImplementedError


@dataclass(frozen=True)
class Polygon(Sheet):
    """A plane polygon with these corners in order."""

    points: tuple[Vector, ...]

    def corners(self, kernel: Kernel) -> Array:
        """Returns the corners (n, 3) in the model's unit."""
        return np.array([kernel.vector(point) for point in self.points])

    def frame(self, kernel: Kernel) -> tuple[Array, Array]:
        """Returns the normal times twice the area, and two axes (2, 3) of the plane."""
        corners = self.corners(kernel)
        area = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
        return area, np.linalg.svd(corners - corners.mean(axis=0))[2][:2]

    def check(self, kernel: Kernel) -> None:
        corners = self.corners(kernel)
        if len(corners) < 3:
            raise ModelError("a polygon needs three corners")
        size = float(np.ptp(corners, axis=0).max())
        flat, axes = (corners - corners[0]) @ self.frame(kernel)[1].T, self.frame(kernel)[1]
        meets = crossing(flat)
        if meets is not None:
            place = corners[0] + meets @ axes
            raise ModelError(f"its outline crosses itself near ({', '.join(f'{x:g}' for x in place)})")
        if np.linalg.norm(self.frame(kernel)[0]) <= 1e-12 * size**2:
            raise ModelError("it has no area")
        off = abs((corners - corners[0]) @ self.normal(kernel)).max()
        if off > 1e-6 * size:
            raise ModelError(f"its corners lie {off:g} off a plane")

    def normal(self, kernel: Kernel) -> Array:
        return unit_vector(tuple(self.frame(kernel)[0]), "the normal of a polygon")

    def origin(self, kernel: Kernel) -> Array:
        return np.asarray(self.corners(kernel)[0])

    def build(self, kernel: Kernel) -> list[DimTag]:
        occ = import_gmsh().model.occ
        points = [occ.addPoint(*corner) for corner in self.corners(kernel)]
        lines = [occ.addLine(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
        return [(2, occ.addPlaneSurface([occ.addCurveLoop(lines)]))]

    def covers(self, points: Array, kernel: Kernel) -> Mask:
        corners, axes = self.corners(kernel), self.frame(kernel)[1]
        outline, p = (corners - corners[0]) @ axes.T, (points - corners[0]) @ axes.T
        inside = np.zeros(len(p), dtype=bool)
        for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            if a[1] != b[1]:
                crosses = (a[1] > p[:, 1]) != (b[1] > p[:, 1])
                inside ^= crosses & (p[:, 0] < a[0] + (p[:, 1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
        return inside


def crossing(outline: Array) -> Array | None:
    """Returns a point where two sides of a polygon (n, 2) that are no neighbours meet, or None."""
    n = len(outline)
    ends = np.roll(outline, -1, axis=0)
    for i in range(n):
        for j in range(i + 2, n - (i == 0)):
            d, e, r = ends[i] - outline[i], ends[j] - outline[j], outline[j] - outline[i]
            det = d[0] * e[1] - d[1] * e[0]
            if det == 0:
                continue
            s, t = (r[0] * e[1] - r[1] * e[0]) / det, (r[0] * d[1] - r[1] * d[0]) / det
            if 0 <= s <= 1 and 0 <= t <= 1:
                return np.asarray(outline[i] + s * d)
    return None


def Rectangle(min: Vector, max: Vector) -> Polygon:
    """A rectangle along the axes between two corners that have one coordinate in common.

    >>> Rectangle((0, 0, 1), (2, 3, 1)).normal(Kernel(1e-3)).tolist()
    [0.0, 0.0, 1.0]
    """
    same = [axis for axis in range(3) if min[axis] == max[axis]]
    if len(same) != 1:
        raise ModelError(
            f"the corners {min} and {max} of a rectangle have {len(same)} coordinates in common, not one"
        )
    u, v = (same[0] + 1) % 3, (same[0] + 2) % 3
    corners: list[Vector] = []
    for first, second in ((min, min), (max, min), (max, max), (min, max)):
        corner = list(min)
        corner[u], corner[v] = first[u], second[v]
        corners.append((corner[0], corner[1], corner[2]))
    return Polygon(tuple(corners))


@dataclass(frozen=True)
class Disc(Sheet):
    """A disc across an axis; with `inner` a ring."""

    center: Vector
    radius: Length
    axis: tuple[float, float, float] = (0, 0, 1)
    inner: Length = 0

    def check(self, kernel: Kernel) -> None:
        if not 0 <= kernel.length(self.inner) < kernel.length(self.radius):
            raise ModelError(f"its radii {self.inner} and {self.radius} leave no area")

    def normal(self, kernel: Kernel) -> Array:
        return unit_vector(self.axis, "the axis of a disc")

    def origin(self, kernel: Kernel) -> Array:
        return kernel.vector(self.center)

    def build(self, kernel: Kernel) -> list[DimTag]:
        occ, center = import_gmsh().model.occ, self.origin(kernel)
        radius, inner = kernel.length(self.radius), kernel.length(self.inner)
        axis = list(self.normal(kernel))
        disc = [(2, occ.addDisk(*center, radius, radius, zAxis=axis))]
        if inner == 0:
            return disc
        return list(occ.cut(disc, [(2, occ.addDisk(*center, inner, inner, zAxis=axis))])[0])

    def covers(self, points: Array, kernel: Kernel) -> Mask:
        away = np.linalg.norm(points - self.origin(kernel), axis=1)
        return np.asarray((away <= kernel.length(self.radius)) & (away >= kernel.length(self.inner)))
