"""`MapChart`: a quantity over two others, by colours; `PictureChart`: a picture."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from curlew.charts import svg
from curlew.charts.chart import Chart
from curlew.charts.lines import frame
from curlew.charts.scale import Axis, Scale
from curlew.results.table import Array

#: Ten colours of viridis (S. van der Walt, N. Smith, 2015), and a blue-white-red scale (ColorBrewer RdBu).
_SEQUENTIAL = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
_DIVERGING = "053061 2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b 67001f"
_MISSING = (150, 150, 150)
#: Length of the longest arrow, pixels.
_ARROW = 15.0


def colours(parts: Array, *, diverging: bool = False) -> Array:
    """Returns the colours, bytes (..., 3), of numbers from 0 to 1; NaN is grey."""
    table = (_DIVERGING if diverging else _SEQUENTIAL).split()
    anchors = np.array([[int(c[i : i + 2], 16) for i in (0, 2, 4)] for c in table], dtype=float)
    places = np.linspace(0, 1, len(anchors))
    filled = np.nan_to_num(np.clip(parts, 0, 1))
    found = np.stack([np.interp(filled, places, anchors[:, i]) for i in range(3)], axis=-1)
    found[np.isnan(parts)] = _MISSING
    return found.round().astype(np.uint8)


@dataclass(frozen=True, kw_only=True)
class MapChart(Chart):
    """A quantity on a regular grid over two others.

    Attributes:
        x, y, value: The axes.
        xs, ys: Coordinates, rising, equally spaced.
        values: The quantity as [y, x]; NaN: not known.
        equal: Both axes have one scale.
        diverging: Zero is in the middle of the colours.
        outline: Lines over the map by the coordinates of their ends, (lines, 2, 2).
        arrows: Places of middles and the vectors in parts of the longest, (arrows, 2, 2).
    """

    x: Axis
    y: Axis
    value: Axis
    xs: Array
    ys: Array
    values: Array
    equal: bool = False
    diverging: bool = False
    outline: Array | None = None
    arrows: Array | None = None

    def content(self) -> tuple[str, float]:
        left, top, right, bottom = 62.0, 12.0, svg.WIDTH - 92.0, svg.HEIGHT - 40.0
        if self.equal and np.ptp(self.xs) > 0 and np.ptp(self.ys) > 0:
            ratio = float(np.ptp(self.ys) / np.ptp(self.xs))
            bottom = top + min(max((right - left) * ratio, 50.0), 300.0)
            right = left + min(max((bottom - top) / ratio, 50.0), right - left)
        x, y = (
            Scale.over(a, v, *ends)
            for a, v, ends in ((self.x, self.xs, (left, right)), (self.y, self.ys, (bottom, top)))
        )
        known = self.values[np.isfinite(self.values)]
        low, high = self.value.span or ((known.min(), known.max()) if known.size else (0.0, 1.0))
        if self.diverging:
            high = max(abs(low), abs(high)) or 1.0
            low = -high
        # A quantity that is the same everywhere has one colour, and a scale that can be drawn.
        high = high if high > low else low + (abs(low) or 1.0) * 1e-3
        scaled = (self.values - low) / (high - low)
        pixels = colours(scaled[::-1], diverging=self.diverging)
        parts = [svg.picture(left, top, right - left, bottom - top, svg.png(pixels))]
        over = self._outline(x, y) + self._arrows(x, y)
        if over:
            parts.append(svg.inset(left, top, right - left, bottom - top, over))
        parts.append(
            frame(x, y, (left, right, top, bottom)).replace('class="grid"', 'class="grid" opacity="0.25"')
        )
        bar = colours(np.linspace(1, 0, 128)[:, None], diverging=self.diverging)
        parts.append(svg.picture(right + 14, top, 12, bottom - top, svg.png(bar)))
        value = Scale.over(Axis(self.value.quantity, self.value.unit, span=(low, high)), known, bottom, top)
        for place, said in value.ticks:
            parts.append(svg.text(right + 30, place + 4, said, "start", "soft"))
        parts.append(svg.text(right + 82, (top + bottom) / 2, value.label, turn=-90))
        return "".join(parts), bottom + 40

    def _outline(self, x: Scale, y: Scale) -> str:
        if self.outline is None or not len(self.outline):
            return ""
        # Lines shorter than half a pixel, and those that are there twice, are left out.
        ends = np.stack([x.pixels(self.outline[..., 0]), y.pixels(self.outline[..., 1])], axis=-1)
        ends = np.round(2 * ends).reshape(-1, 4)
        turned = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
        ends[turned] = ends[turned][:, [2, 3, 0, 1]]
        ends = np.unique(ends[(ends[:, :2] != ends[:, 2:]).any(axis=1)], axis=0) / 2
        drawn = "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for a, b, c, d in ends.tolist())
        return _seen(drawn)

    def _arrows(self, x: Scale, y: Scale) -> str:
        if self.arrows is None or not len(self.arrows):
            return ""
        middle = np.stack([x.pixels(self.arrows[:, 0, 0]), y.pixels(self.arrows[:, 0, 1])], axis=-1)
        along = self.arrows[:, 1] * [1, -1] * _ARROW
        across = along[:, ::-1] * [-1, 1]
        tail, tip = middle - along / 2, middle + along / 2
        barbs = [tip - 0.38 * along + side * 0.22 * across for side in (1, -1)]
        lines = np.concatenate([np.stack([end, tip], axis=1) for end in (tail, *barbs)]).reshape(-1, 4)
        drawn = "".join(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for a, b, c, d in lines.tolist())
        return _seen(drawn)


def _seen(drawn: str) -> str:
    """Returns a path in white on a dark rim, which is seen on all colours."""
    return "".join(
        f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in (("#1b1f24", 2.2), ("#ffffff", 1.0))
    )


@dataclass(frozen=True, kw_only=True)
class PictureChart(Chart):
    """A picture, a PNG file."""

    data: bytes

    def content(self) -> tuple[str, float]:
        width, height = struct.unpack(">II", self.data[16:24])
        tall = svg.WIDTH * height / width
        return svg.picture(0, 0, svg.WIDTH, tall, self.data), tall
