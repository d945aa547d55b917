"""Colours and rules of charts: one list of classes, for a page that is light or dark and for a lone file.

The colours of curves are those of Okabe and Ito, which the colour-blind can tell apart
(https://jfly.uni-koeln.de/color); curves differ by dashes, too.
"""

from __future__ import annotations

from collections.abc import Mapping

#: Curves that differ by colour; further ones have the same colours and other dashes.
COLOURS = 7
#: Patterns of dashes in pixels; the first is a full line.
DASHES = ("", "7 3", "2 2", "9 3 2 3")


def _numbered(*colours: str) -> dict[str, str]:
    return {f"c{i}": colour for i, colour in enumerate(colours)}


LIGHT = {
    "paper": "#ffffff",
    "panel": "#ffffff",
    "ink": "#1b1f24",
    "soft": "#57606a",
    "grid": "#d8dee4",
    "warn": "#fff4e0",
    "edge": "#b45309",
    "link": "#0060a0",
    **_numbered("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#57606a"),
}
DARK = {
    "paper": "#14181d",
    "panel": "#1b2026",
    "ink": "#e6e9ec",
    "soft": "#a7b0b9",
    "grid": "#39424c",
    "warn": "#3a2c12",
    "edge": "#e69f00",
    "link": "#7cc4f5",
    **_numbered("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#a7b0b9"),
}

_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"


def rules(colours: Mapping[str, str]) -> str:
    """Returns the style sheet of charts with colours by name; a page gives ``var(--ink)`` as "ink"."""
    lines = [
        f"svg.chart {{ font-family: {_FONT}; font-size: 13px; }}",
        f"svg.chart text {{ fill: {colours['ink']}; stroke: none; }}",
        "svg.chart text.title { font-size: 13px; font-weight: bold; }",
        f"svg.chart text.soft {{ fill: {colours['soft']}; font-size: 12px; }}",
        f".grid {{ stroke: {colours['grid']}; stroke-width: 0.7; fill: none; }}",
        f".frame {{ stroke: {colours['soft']}; stroke-width: 1; fill: none; }}",
        f".paper {{ fill: {colours['panel']}; }}",
        f".mark {{ stroke: {colours['soft']}; stroke-width: 1; stroke-dasharray: 4 3; fill: none; }}",
        ".line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }",
        ".line.grid { stroke-width: 0.7; }",
    ]
    lines += [f".l{i} {{ stroke: {colours[f'c{i}']}; }}" for i in range(COLOURS)]
    lines += [f".f{i} {{ fill: {colours[f'c{i}']}; stroke: {colours['panel']}; }}" for i in range(COLOURS)]
    lines += [f".d{i} {{ stroke-dasharray: {d}; }}" for i, d in enumerate(DASHES) if d]
    return "\n".join(lines)


def variables(colours: Mapping[str, str]) -> str:
    """Returns the colours as variables of a page.

    >>> variables({"ink": "#000000"})
    '--ink: #000000;'
    """
    return " ".join(f"--{name}: {value};" for name, value in colours.items())
