"""Shapes as values: they can be moved, repeated and combined, and are built when a case is made.

A shape has no name and no material; `Model.add` gives it both. Lengths are numbers in the model's unit or
text with
a unit of its own. Angles are in degrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from curlew.model.errors import ModelError
from curlew.model.kernel import Array, DimTag, Kernel, Length, Vector, import_gmsh

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Shape:
    """A solid (`dim` 3), a sheet (2) or a line (1)."""

    @property
    def dim(self) -> int:
        """Dimension of the shape."""
        return 3

    def check(self, kernel: Kernel) -> None:
        """Raises `ModelError` where the shape has no extent or meets itself."""

    def build(self, kernel: Kernel) -> list[DimTag]:
        """Adds the shape to the current Gmsh model."""
        raise NotImplementedError

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        """Returns which of the points (n, 3), in the model's unit, lie in the solid."""
        raise ModelError(f"{type(self).__name__} has no inside")

    def __add__(self, other: Shape) -> Shape:
        return Boolean("fuse", (self, other))

    def __sub__(self, other: Shape) -> Shape:
        return Boolean("cut", (self, other))

    def __and__(self, other: Shape) -> Shape:
        return Boolean("intersect", (self, other))

    def translate(self, by: Vector) -> Shape:
        """Returns the shape moved by a vector."""
        return Moved(self, Translation(by))

    def rotate(self, angle: float, axis: Sequence[float] = (0, 0, 1), center: Vector = (0, 0, 0)) -> Shape:
        """Returns the shape turned by `angle` (deg) around an axis through `center`, by the right hand."""
        return Moved(self, Rotation(angle, tuple(axis), center))

    def mirror(self, normal: Sequence[float], point: Vector = (0, 0, 0)) -> Shape:
        """Returns the mirror image at the plane through `point`."""
        return Moved(self, Mirror(tuple(normal), point))

    def repeat(self, counts: Sequence[int], steps: Sequence[Vector]) -> Shape:
        """Returns an array: `counts[i]` copies along each `steps[i]`, the shape itself included.

        >>> from curlew.model.solids import Sphere
        >>> Sphere((0, 0, 0), 1).repeat([2, 3], [(4, 0, 0), (0, 4, 0)]).contains(
        ...     np.array([[4.0, 8.0, 0.5], [8.0, 0.0, 0.0]]), Kernel(1.0)).tolist()
        [True, False]
        """
        shapes: list[Shape] = [self]
        for count, step in zip(counts, steps, strict=True):
            shapes = [
                shape.translate(scaled(step, i)) if i else shape for i in range(count) for shape in shapes
            ]
        return shapes[0] if len(shapes) == 1 else Boolean("fuse", tuple(shapes))


def scaled(step: Vector, factor: int) -> Vector:
    """Returns a multiple of a vector of lengths."""

    def times(value: Length) -> Length:
        if isinstance(value, str):
            number, _, unit = value.strip().partition(" ")
            return f"{float(number) * factor!r} {unit}"
        return value * factor

    return times(step[0]), times(step[1]), times(step[2])


class Motion:
    """A rigid motion, perhaps with a reflection."""

    def matrix(self, kernel: Kernel) -> Array:
        """Returns the 4 x 4 matrix of the motion, in the model's unit."""
        raise NotImplementedError

    def apply(self, tags: list[DimTag], kernel: Kernel) -> None:
        """Moves entities of the current Gmsh model."""
        raise NotImplementedError


@dataclass(frozen=True)
class Translation(Motion):
    """A shift."""

    by: Vector

    def matrix(self, kernel: Kernel) -> Array:
        result = np.eye(4)
        result[:3, 3] = kernel.vector(self.by)
        return result

    def apply(self, tags: list[DimTag], kernel: Kernel) -> None:
        import_gmsh().model.occ.translate(tags, *kernel.vector(self.by))


@dataclass(frozen=True)
class Rotation(Motion):
    """A turn by an angle (deg) around an axis through a point."""

    angle: float
    axis: tuple[float, ...]
    center: Vector

    def matrix(self, kernel: Kernel) -> Array:
        axis = unit_vector(self.axis, "an axis of rotation")
        c, s = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        cross = np.cross(np.eye(3), axis)
        turn = c * np.eye(3) + s * cross + (1 - c) * np.outer(axis, axis)
        return about(turn, kernel.vector(self.center))

    def apply(self, tags: list[DimTag], kernel: Kernel) -> None:
        unit_vector(self.axis, "an axis of rotation")
        center = kernel.vector(self.center)
        import_gmsh().model.occ.rotate(tags, *center, *self.axis, float(np.radians(self.angle)))


@dataclass(frozen=True)
class Mirror(Motion):
    """A reflection at a plane."""

    normal: tuple[float, ...]
    point: Vector

    def matrix(self, kernel: Kernel) -> Array:
        normal = unit_vector(self.normal, "the normal of a mirror")
        return about(np.eye(3) - 2 * np.outer(normal, normal), kernel.vector(self.point))

    def apply(self, tags: list[DimTag], kernel: Kernel) -> None:
        normal = unit_vector(self.normal, "the normal of a mirror")
        import_gmsh().model.occ.mirror(tags, *normal, -float(normal @ kernel.vector(self.point)))


def unit_vector(values: Sequence[float], what: str) -> Array:
    """Returns the vector with length 1."""
    vector = np.array(values, dtype=float)
    if vector.shape != (3,) or not np.linalg.norm(vector) > 0:
        raise ModelError(f"{what} is {tuple(values)}, which is no direction")
    return np.asarray(vector / np.linalg.norm(vector))


def about(turn: Array, center: Array) -> Array:
    """Returns the 4 x 4 matrix of a 3 x 3 one that keeps a point in place."""
    result = np.eye(4)
    result[:3, :3] = turn
    result[:3, 3] = center - turn @ center
    return result


@dataclass(frozen=True)
class Moved(Shape):
    """A shape after a motion."""

    shape: Shape
    motion: Motion

    @property
    def dim(self) -> int:
        return self.shape.dim

    def check(self, kernel: Kernel) -> None:
        self.shape.check(kernel)
        self.motion.matrix(kernel)

    def build(self, kernel: Kernel) -> list[DimTag]:
        tags = self.shape.build(kernel)
        self.motion.apply(tags, kernel)
        return tags

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        back = np.linalg.inv(self.motion.matrix(kernel))
        return self.shape.contains(points @ back[:3, :3].T + back[:3, 3], kernel)


@dataclass(frozen=True)
class Boolean(Shape):
    """Shapes united (`fuse`), the first less the others (`cut`), or what all share (`intersect`)."""

    kind: str
    shapes: tuple[Shape, ...]

    @property
    def dim(self) -> int:
        return self.shapes[0].dim

    def check(self, kernel: Kernel) -> None:
        for shape in self.shapes:
            shape.check(kernel)
        if len({shape.dim for shape in self.shapes}) > 1 and self.kind == "fuse":
            raise ModelError("a union of shapes of different dimensions; add them one by one")

    def build(self, kernel: Kernel) -> list[DimTag]:
        occ = import_gmsh().model.occ
        built = [shape.build(kernel) for shape in self.shapes]
        if self.kind == "intersect":
            result = built[0]
            for tags in built[1:]:
                result = occ.intersect(result, tags)[0]
            return list(result)
        rest = [tag for tags in built[1:] for tag in tags]
        return list(getattr(occ, self.kind)(built[0], rest)[0])

    def contains(self, points: Array, kernel: Kernel) -> Mask:
        masks: Iterable[Mask] = (shape.contains(points, kernel) for shape in self.shapes)
        stack = np.array(list(masks))
        if self.kind == "fuse":
            return np.asarray(stack.any(axis=0))
        if self.kind == "intersect":
            return np.asarray(stack.all(axis=0))
        return np.asarray(stack[0] & ~stack[1:].any(axis=0))
