"""Air around a model and its ending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from curlew.model.errors import ModelError
from curlew.model.kernel import Array, Kernel, Length

SIDES = ("x-", "x+", "y-", "y+", "z-", "z+")


@dataclass(frozen=True)
class OpenSpace:
    """Margins by side, in the model's unit, the ending and the thickness of its layers."""

    margins: Mapping[str, float]
    ending: str | None
    thickness: float | None

    @staticmethod
    def of(
        margin: Length | Mapping[str, Length], ending: str | None, thickness: Length | None, kernel: Kernel
    ) -> OpenSpace:
        """Checks and converts the arguments of `Model.open_space`."""
        given = margin if isinstance(margin, Mapping) else dict.fromkeys(SIDES, margin)
        for side, length in given.items():
            if side not in SIDES:
                raise ModelError(f'open_space: "{side}" is no side (sides: {", ".join(SIDES)})')
            if not kernel.length(length) > 0:
                raise ModelError(f"open_space: the margin of {side} is {length}, not above 0")
        if ending not in (None, "pml", "abc"):
            raise ModelError(f'open_space: "{ending}" is no ending; take "pml" or "abc"')
        margins = {side: kernel.length(length) for side, length in given.items()}
        return OpenSpace(margins, ending, None if thickness is None else kernel.length(thickness))

    def grown(self, low: Array, high: Array, extra: float = 0.0, share: float = 1.0) -> tuple[Array, Array]:
        """Returns the corners of the box (low, high) grown by a share of the margins, and `extra` at open
        sides."""
        below = [self.margins[side] * share + extra if side in self.margins else 0.0 for side in SIDES[0::2]]
        above = [self.margins[side] * share + extra if side in self.margins else 0.0 for side in SIDES[1::2]]
        return low - np.array(below), high + np.array(above)


def bounds(gmsh: Any, tags: list[tuple[int, int]]) -> tuple[Array, Array]:
    """Returns the corners of the box around entities; OpenCASCADE's slack of 1e-7 goes where a point is."""
    gmsh.model.occ.synchronize()
    boxes = np.array([gmsh.model.getBoundingBox(*tag) for tag in tags])
    low, high = boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)
    points = [p for _, p in gmsh.model.getBoundary(tags, combined=False, oriented=False, recursive=True)]
    places = np.array([gmsh.model.getValue(0, point, []) for point in points]).reshape(-1, 3)
    slack = 1e-6 * float((high - low).max())
    for corner in (low, high):
        for axis in range(3):
            near = places[abs(places[:, axis] - corner[axis]) < slack, axis]
            if len(near):
                corner[axis] = near[np.argmin(abs(near - corner[axis]))]
            elif abs(corner[axis] - round(corner[axis], 6)) < slack:
                corner[axis] = round(corner[axis], 6)
    return low, high


def point(place: Array) -> tuple[float, float, float]:
    """Returns a point as a tuple."""
    return float(place[0]), float(place[1]), float(place[2])
