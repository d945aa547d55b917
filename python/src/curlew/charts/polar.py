"""`PolarChart` and `SmithChart`: curves in a circle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from curlew.charts import svg
from curlew.charts.chart import Chart, kind_of, legend
from curlew.charts.lines import Line
from curlew.charts.scale import number, ticks

_RADIUS = 112.0
_X = svg.WIDTH / 2


def _circle(y: float, radius: float, kind: str, x: float = _X) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


@dataclass(frozen=True, kw_only=True)
class PolarChart(Chart):
    """Levels in dB over an angle in degrees, which rises clockwise from the top.

    Attributes:
        lines: Angles in degrees as x, levels in dB as y.
        unit: The unit of levels.
        zero: What the angle is 0 at the top.
        range_db: From the rim to the centre.
    """

    lines: Sequence[Line]
    unit: str
    zero: str
    range_db: float = 40.0

    def content(self) -> tuple[str, float]:
        kinds = [
            kind_of(i if one.colour is None else one.colour, one.dash) for i, one in enumerate(self.lines)
        ]
        shown = [(k, one.label) for k, one in zip(kinds, self.lines, strict=True) if one.label]
        labels, top = legend(shown if len(shown) > 1 else [], 8, svg.WIDTH - 8, 2)
        y0 = top + 24 + _RADIUS
        levels = np.concatenate([one.y[np.isfinite(one.y)] for one in self.lines] or [np.zeros(1)])
        rim = 10 * math.ceil((levels.max() if levels.size else 0) / 10 - 1e-9)
        floor = rim - self.range_db
        parts = []
        for level in ticks(floor, rim, step=10):
            radius = _RADIUS * (level - floor) / self.range_db
            parts.append(_circle(y0, radius, "frame" if level == rim else "grid"))
        for angle in range(0, 360, 30):
            dx, dy = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
            parts.append(svg.line(_X, y0, _X + _RADIUS * dx, y0 + _RADIUS * dy, "grid"))
            said = angle if angle <= 180 else angle - 360
            parts.append(
                svg.text(
                    _X + (_RADIUS + 16) * dx, y0 + 4 + (_RADIUS + 13) * dy, f"{number(said)}°", kind="soft"
                )
            )
        curves = []
        for kind, one in zip(kinds, self.lines, strict=True):
            reach = np.where(np.isnan(one.y), np.nan, np.clip(one.y, floor, rim)) - floor
            out, turn = _RADIUS * reach / self.range_db, np.radians(one.x)
            curves.append(svg.path(_X + out * np.sin(turn), y0 - out * np.cos(turn), kind))
        for level in ticks(floor, rim, step=10)[1:]:
            place = y0 - _RADIUS * (level - floor) / self.range_db
            parts.append(svg.text(_X + 3, place + 11, number(level), "start", "soft"))
        end = y0 + _RADIUS + 40
        parts.append(svg.text(_X, end - 6, f"{self.unit}; 0° is {self.zero}", kind="soft"))
        return labels + "".join(parts) + "".join(curves), end


@dataclass(frozen=True)
class Reflection:
    """A reflection over frequency: complex numbers."""

    label: str
    values: np.ndarray[tuple[int], np.dtype[np.complex128]]


@dataclass(frozen=True, kw_only=True)
class SmithChart(Chart):
    """Reflections in the plane of complex numbers, with circles of constant resistance and
    reactance; a dot is at the lowest frequency."""

    curves: Sequence[Reflection]

    def content(self) -> tuple[str, float]:
        labels, top = legend(
            [(kind_of(i), c.label) for i, c in enumerate(self.curves)] if len(self.curves) > 1 else [],
            8,
            svg.WIDTH - 8,
            2,
        )
        y0 = top + 16 + _RADIUS
        parts = [_circle(y0, _RADIUS, "frame"), svg.line(_X - _RADIUS, y0, _X + _RADIUS, y0, "grid")]
        for r in (0.2, 0.5, 1.0, 2.0, 5.0):
            parts.append(_circle(y0, _RADIUS / (1 + r), "grid", _X + _RADIUS * r / (1 + r)))
            parts.append(svg.text(_X + _RADIUS * (r - 1) / (r + 1) + 2, y0 - 3, number(r), "start", "soft"))
        resistances = np.concatenate([np.linspace(0, 4, 40), np.geomspace(4.2, 200, 30)])
        for reactance in (0.2, 0.5, 1.0, 2.0, 5.0):
            for sign in (1, -1):
                z = resistances + 1j * sign * reactance
                g = (z - 1) / (z + 1)
                parts.append(svg.path(_X + _RADIUS * g.real, y0 - _RADIUS * g.imag, "grid"))
                edge = g[0] * (1 + 13 / _RADIUS)
                parts.append(
                    svg.text(
                        _X + _RADIUS * edge.real,
                        y0 + 4 - _RADIUS * edge.imag,
                        f"{number(sign * reactance)}j",
                        kind="soft",
                    )
                )
        for i, curve in enumerate(self.curves):
            x, y = _X + _RADIUS * curve.values.real, y0 - _RADIUS * curve.values.imag
            parts.append(svg.path(x, y, kind_of(i)))
            known = np.flatnonzero(np.isfinite(x) & np.isfinite(y))[:1]
            parts.append(svg.dots(x[known], y[known], f"f{i % 7}", 3.5))
        end = y0 + _RADIUS + 40
        parts.append(
            svg.text(
                _X, end - 8, "normalised to each port's reference; the dot is at the lowest f", kind="soft"
            )
        )
        return labels + "".join(parts), end
