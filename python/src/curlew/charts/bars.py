"""`BarChart`: lengths side by side, each of one part or of several that add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from curlew.charts import svg
from curlew.charts.chart import Chart, kind_of
from curlew.charts.scale import Axis, Scale, number


@dataclass(frozen=True)
class Bar:
    """A bar.

    Attributes:
        label: Its name.
        parts: Lengths, one after the other; those of one kind have one colour. Empty: no bar.
        text: What stands behind it.
    """

    label: str
    parts: Sequence[float]
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class BarChart(Chart):
    """Bars on one axis.

    Attributes:
        x: The axis.
        parts: Names of the parts.
        bars: The bars, from the top.
    """

    x: Axis
    parts: Sequence[str]
    bars: Sequence[Bar]

    def content(self) -> tuple[str, float]:
        labels, top = self._legend()
        left = min(14 + max([svg.width_of(b.label) for b in self.bars] or [0.0]), 165.0)
        behind = max([svg.width_of(b.text, svg.SMALL) for b in self.bars] or [0.0])
        right = svg.WIDTH - 14 - min(behind, 150.0)
        lows = [sum(p for p in b.parts if p < 0) for b in self.bars]
        highs = [sum(p for p in b.parts if p > 0) for b in self.bars]
        scale = Scale.over(self.x, np.array([*lows, *highs, 0.0]), left, right)
        thick = 20.0 if len(self.bars) <= 12 else 12.0
        bottom = top + len(self.bars) * (thick + 7) + 4
        parts = []
        for place, said in scale.ticks:
            parts.append(svg.line(place, top, place, bottom, "grid"))
            parts.append(svg.text(place, bottom + 15, said, kind="soft"))
        y = top + 4
        for bar in self.bars:
            room = int((left - 13) / svg.width_of("n"))
            said = bar.label if len(bar.label) <= room else bar.label[: max(room - 1, 1)] + "…"
            parts.append(svg.text(left - 6, y + thick / 2 + 4, said, "end"))
            parts.append(self._bar(bar, scale, y, thick))
            end = scale.pixels(np.array([sum(p for p in bar.parts if p > 0)]))[0]
            parts.append(svg.text(float(end) + 5, y + thick / 2 + 4, bar.text, "start", "soft"))
            y += thick + 7
        zero = float(scale.pixels(np.array([0.0]))[0])
        parts.append(svg.line(zero, top, zero, bottom, "frame"))
        parts.append(svg.text((left + right) / 2, bottom + 33, scale.label))
        return labels + "".join(parts), bottom + 40

    def _bar(self, bar: Bar, scale: Scale, y: float, thick: float) -> str:
        drawn, ahead, behind = [], 0.0, 0.0
        for number_of, length in enumerate(bar.parts):
            if not np.isfinite(length) or length == 0:
                continue
            begin = ahead if length > 0 else behind
            a, b = sorted(scale.pixels(np.array([begin, begin + length])))
            said = self.parts[number_of] if number_of < len(self.parts) else ""
            tip = f"{said}: {number(length)} {self.x.unit}".strip()
            drawn.append(
                f'<rect class="f{number_of % 7}" x="{a:.1f}" y="{y:.1f}" width="{max(b - a, 0.5):.1f}" '
                f'height="{thick:g}"><title>{escape(tip)}</title></rect>'
            )
            if length > 0:
                ahead += length
            else:
                behind += length
        return "".join(drawn)

    def _legend(self) -> tuple[str, float]:
        if len(self.parts) < 2:
            return "", 6.0
        drawn, x, y = [], 8.0, 2.0
        for i, said in enumerate(self.parts):
            wide = 18 + svg.width_of(said, svg.SMALL) + 12
            if x > 8 and x + wide > svg.WIDTH:
                x, y = 8.0, y + 15
            colour = kind_of(i).split()[0].replace("l", "f")
            drawn.append(f'<rect class="{colour}" x="{x:.1f}" y="{y:.1f}" width="11" height="11"/>')
            drawn.append(svg.text(x + 16, y + 10, said, "start", "soft"))
            x += wide
        return "".join(drawn), y + 20
