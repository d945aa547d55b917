"""`LineChart`: curves over a quantity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from curlew.charts import svg
from curlew.charts.chart import Chart, kind_of, legend
from curlew.charts.scale import Axis, Scale
from curlew.results.table import Array

#: Anchor, kind and angle of a mark's text: up to the right, and up to the left.
_SLANTED = (("start", "soft", -32.0), ("end", "soft", 32.0))


@dataclass(frozen=True)
class Line:
    """A curve: values of the table in its unit over those of the axis.

    Attributes:
        label: Its name in the legend.
        x, y: Points.
        colour: Number of its colour; None: its number in the chart.
        dash: Number of its dashes; None: as its colour has it.
        style: "line", "dots", or "both".
    """

    label: str
    x: Array
    y: Array
    colour: int | None = None
    dash: int | None = None
    style: str = "line"


@dataclass(frozen=True)
class Mark:
    """A place on the axis with a text, for example an expected resonance."""

    x: float
    label: str


@dataclass(frozen=True, kw_only=True)
class LineChart(Chart):
    """Curves over a quantity.

    Attributes:
        x, y: The axes.
        lines: The curves.
        marks: Upright lines with a text.
    """

    x: Axis
    y: Axis
    lines: Sequence[Line]
    marks: Sequence[Mark] = ()

    def content(self) -> tuple[str, float]:
        kinds = [
            kind_of(i if one.colour is None else one.colour, one.dash) for i, one in enumerate(self.lines)
        ]
        shown = [(k, one.label) for k, one in zip(kinds, self.lines, strict=True) if one.label]
        labels, top = legend(shown if len(shown) > 1 else [], 8, svg.WIDTH - 8, 2)
        top += 46 if self.marks else 8
        bottom = max(svg.HEIGHT, top + 200) - 40
        y = Scale.over(self.y, _joined([one.y for one in self.lines]), bottom, top, 0.05)
        left = 24 + max([svg.width_of(said, svg.SMALL) for _, said in y.ticks] or [0.0]) + 6
        right = svg.WIDTH - 14
        places = [one.x for one in self.lines] + [np.array([m.x for m in self.marks])]
        beside = 0.0 if all(one.style == "line" for one in self.lines) else 0.03
        x = Scale.over(self.x, _joined(places), left, right, beside)
        curves = []
        for kind, one in zip(kinds, self.lines, strict=True):
            px, py = x.pixels(one.x), y.pixels(one.y)
            curves.append(svg.path(px, py, kind) if one.style != "dots" else "")
            colour = kind.split()[0].replace("l", "f")
            curves.append(svg.dots(px, py, colour) if one.style != "line" else "")
        around = frame(x, y, (left, right, top, bottom))
        marks = _marks(self.marks, x, top, bottom)
        inside = svg.inset(left, top, right - left, bottom - top, "".join(curves))
        return labels + around + marks + inside, bottom + 40


def _joined(parts: list[Array]) -> Array:
    found = [np.asarray(p, dtype=float).ravel() for p in parts]
    return np.concatenate(found) if found else np.empty(0)


def frame(x: Scale, y: Scale, room: tuple[float, float, float, float]) -> str:
    """Returns the grid, the ticks, the labels and the frame."""
    left, right, top, bottom = room
    parts = []
    after = -1e9
    for place, said in x.ticks:
        parts.append(svg.line(place, top, place, bottom, "grid"))
        half = svg.width_of(said, svg.SMALL) / 2
        if place - half > after:
            parts.append(svg.text(min(place, svg.WIDTH - half - 2), bottom + 15, said, kind="soft"))
            after = place + half + 6
    for place, said in y.ticks:
        parts.append(svg.line(left, place, right, place, "grid"))
        parts.append(svg.text(left - 5, place + 4, said, "end", "soft"))
    box = f'<rect class="frame" x="{left:.1f}" y="{top:.1f}" '
    parts.append(box + f'width="{right - left:.1f}" height="{bottom - top:.1f}"/>')
    parts.append(svg.text((left + right) / 2, bottom + 33, x.label))
    parts.append(svg.text(13, (top + bottom) / 2, y.label, turn=-90))
    return "".join(parts)


def _marks(marks: Sequence[Mark], x: Scale, top: float, bottom: float) -> str:
    """Returns upright lines with slanted texts above the frame; texts that would overlap are left out."""
    parts, after = [], -1e9
    for mark in sorted(marks, key=lambda m: m.x):
        place = float(x.pixels(np.array([mark.x]))[0])
        if not x.begin - 1 <= place <= x.end + 1:
            continue
        parts.append(svg.line(place, top, place, bottom, "mark"))
        if place > after + 12:
            # Near the right end a text slants to the other side.
            is_last = place > x.end + 12 - 0.85 * svg.width_of(mark.label, svg.SMALL)
            parts.append(svg.text(place, top - 5, mark.label, *_SLANTED[is_last]))
            after = place
    return "".join(parts)
