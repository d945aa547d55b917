"""`Chart`: what all kinds of charts have."""

from __future__ import annotations

from dataclasses import dataclass

from curlew.charts import svg
from curlew.charts.style import COLOURS, DASHES


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A chart of a table.

    Attributes:
        name: The name of its file without ``.svg``.
        title: What it shows.
        note: What it leaves out.
    """

    name: str
    title: str
    note: str = ""

    def content(self) -> tuple[str, float]:
        """Returns the SVG inside, and its height in pixels."""
        raise NotImplementedError

    def inline(self) -> str:
        """Returns the chart for a page with the rules of `style`."""
        return svg.inline(self.title, *self.content())

    def document(self) -> str:
        """Returns the chart as an SVG file of its own."""
        return svg.document(self.title, *self.content())


def kind_of(number: int, dash: int | None = None) -> str:
    """Returns the classes of curve `number`: colours first, then dashes."""
    chosen = (number // COLOURS) % len(DASHES) if dash is None else dash % len(DASHES)
    return f"l{number % COLOURS}" + (f" d{chosen}" if chosen else "")


def legend(labels: list[tuple[str, str]], left: float, right: float, y: float) -> tuple[str, float]:
    """Returns rows of labels, each with a piece of its curve, and the y below them.

    Args:
        labels: Classes of the curve, text.
        left, right, y: Where the rows are.
    """
    if not labels:
        return "", y
    parts, x = [], left
    for kind, said in labels:
        short = said if len(said) < 60 else said[:58] + "…"
        wide = 26 + svg.width_of(short, svg.SMALL) + 12
        if x > left and x + wide > right + 10:
            x, y = left, y + 15
        parts.append(svg.line(x, y + 6, x + 20, y + 6, f"line {kind}"))
        parts.append(svg.text(x + 25, y + 10, short, "start", "soft"))
        x += wide
    return "".join(parts), y + 19
