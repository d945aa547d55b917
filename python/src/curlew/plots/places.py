"""Points of probes: on a line, or on a plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curlew.charts import Axis, MapChart
from curlew.results.table import Array


@dataclass(frozen=True)
class Along:
    """Points on a line: a coordinate where it is parallel to an axis, else the distance."""

    axis: Axis
    values: Array


@dataclass(frozen=True)
class Plane:
    """Points on a plane: coordinates u, v, and the order that sorts them as [v, u]."""

    u: Axis
    v: Axis
    us: Array
    vs: Array
    order: Array

    def chart(
        self, name: str, title: str, value: Axis, values: Array, *, diverging: bool = False
    ) -> MapChart:
        """Returns a map of values, one to a point."""
        grid = values[self.order].reshape(len(self.vs), len(self.us))
        return MapChart(
            name=name, title=title, x=self.u, y=self.v, value=value, xs=self.us, ys=self.vs, values=grid,
            equal=True, diverging=diverging,
        )  # fmt: skip


def along(points: Array) -> Along | None:
    """Returns where points (n, 3) in m are on their line; None where they are on none."""
    ends = points[-1] - points[0]
    length = float(np.linalg.norm(ends))
    if len(points) < 2 or length == 0:
        return None
    direction = ends / length
    distance = (points - points[0]) @ direction
    off = points - points[0] - distance[:, None] * direction
    if np.abs(off).max() > 1e-6 * length:
        return None
    axis = int(np.argmax(np.abs(direction)))
    if abs(abs(direction[axis]) - 1) < 1e-9:
        return Along(Axis("xyz"[axis], "m"), points[:, axis])
    return Along(Axis("distance", "m"), distance)


def plane(points: Array) -> Plane | None:
    """Returns how points (n, 3) in m lie on a parallelogram, rows along its first edge; None where
    they do not."""
    steps = points - points[0]
    if len(points) < 4:
        return None
    first = steps[1] / np.linalg.norm(steps[1])
    off = np.linalg.norm(steps - (steps @ first)[:, None] * first, axis=1)
    count = int(np.argmax(off > 1e-6 * np.abs(steps).max()))
    if count < 2 or len(points) % count:
        return None
    second = steps[count] / np.linalg.norm(steps[count])
    axes, values = [], []
    for direction, along_it in ((first, steps[:count]), (second, steps[::count])):
        number = int(np.argmax(np.abs(direction)))
        is_axis = abs(abs(direction[number]) - 1) < 1e-9
        axes.append(Axis("xyz"[number] if is_axis else "distance", "m"))
        values.append(along_it @ direction * (np.sign(direction[number]) if is_axis else 1))
        values[-1] = values[-1] + (points[0][number] if is_axis else 0)
    order = np.arange(len(points)).reshape(-1, count)
    order = order[:, np.argsort(values[0])][np.argsort(values[1])]
    return Plane(axes[0], axes[1], np.sort(values[0]), np.sort(values[1]), order.ravel())
