"""Planes through the middle of fields, and what is sampled on them, by pyvista."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from curlew._extras import load
from curlew.plots.run import with_unit
from curlew.results.table import Array

#: Points along the longer side of a slice.
_POINTS = 160
#: A domain thinner than this part of its length has one plane, that across its thin side.
_THIN = 0.02


@dataclass(frozen=True)
class Slice:
    """A plane across an axis.

    Attributes:
        normal: The number of the axis.
        low, high: Corners of the domain, (3,), m.
        counts: Samples along the other two axes.
    """

    normal: int
    low: Array
    high: Array
    counts: tuple[int, int]

    @property
    def others(self) -> tuple[int, int]:
        """The numbers of the axes in the plane."""
        u, v = (d for d in range(3) if d != self.normal)
        return u, v

    @property
    def at(self) -> float:
        """Where the plane is on the axis, m."""
        return float(self.low[self.normal] + self.high[self.normal]) / 2

    @property
    def said(self) -> str:
        """Where the plane is: ``"z = 2 mm"``; of a domain without thickness an empty text."""
        is_flat = self.low[self.normal] == self.high[self.normal]
        return "" if is_flat else f"{'xyz'[self.normal]} = {with_unit(self.at, 'm')}"

    def axes(self) -> tuple[Array, Array]:
        """Returns the coordinates of the samples. They are at the middle of pixels, so that none lies on
        the hull."""
        u, v = (
            self.low[d] + (np.arange(n) + 0.5) * (self.high - self.low)[d] / n
            for d, n in zip(self.others, self.counts, strict=True)
        )
        return u, v

    def sample(self, blocks: Sequence[Any], names: Sequence[str]) -> dict[str, Array]:
        """Returns arrays of blocks on the plane as [v, u] or [v, u, component]; NaN outside of the domain."""
        pyvista = load("pyvista", "fields", "a map of fields")
        u, v = self.others
        points = np.empty((self.counts[1], self.counts[0], 3))
        points[..., u], points[..., v] = np.meshgrid(*self.axes())
        points[..., self.normal] = self.at
        found: dict[str, Array] = {}
        for block in blocks:
            sampled = pyvista.PolyData(points.reshape(-1, 3)).sample(block)
            inside = np.asarray(sampled["vtkValidPointMask"]).astype(bool)
            for name in names:
                values = np.asarray(sampled[name])
                whole = found.setdefault(name, np.full(values.shape, np.nan))
                whole[inside] = values[inside]
        return {name: a.reshape(points.shape[:2] + a.shape[1:]) for name, a in found.items()}


def slices_of(blocks: Sequence[Any]) -> list[Slice]:
    """Returns the planes through the middle of blocks: three, or one across a thin side."""
    bounds = np.array([np.reshape(block.bounds, (3, 2)) for block in blocks])
    low, high = bounds[:, :, 0].min(axis=0), bounds[:, :, 1].max(axis=0)
    size = high - low
    found = []
    for normal in [int(np.argmin(size))] if (size < _THIN * size.max()).any() else (2, 1, 0):
        u, v = (d for d in range(3) if d != normal)
        step = max(size[u], size[v]) / _POINTS
        counts = [max(round(size[d] / step), 2) if size[d] > 0 else 2 for d in (u, v)]
        found.append(Slice(normal, low, high, (counts[0], counts[1])))
    return found
