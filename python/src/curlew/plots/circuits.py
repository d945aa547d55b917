"""Charts of S-parameters and impedances."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from curlew.charts import Axis, Chart, Line, LineChart, Reflection, SmithChart
from curlew.plots.run import Run, chosen
from curlew.results.circuits import group_delay, vswr
from curlew.results.network import SParameters, label
from curlew.results.table import Array, Table

_FREQUENCY = Axis.of("f (Hz)")
_FLOOR_DB = -80.0
_MOST = 16
_MOST_VSWR = 10.0


def _name(out: tuple[int, int], into: tuple[int, int]) -> str:
    return f"S[{label(out)}][{label(into)}]"


def s_parameters(table: Table, run: Run) -> list[Chart]:
    """Returns levels, phases, reflections in a Smith chart, standing waves, and group delays."""
    s = SParameters(table)
    few = len(s.excited) * len(s.ports) <= 4
    charts: list[Chart] = []
    for number, into in enumerate(s.excited):
        column = [(out, source) for source in s.excited for out in s.ports] if few else [
            (out, into) for out in s.ports
        ]  # fmt: skip
        if few and number:
            break
        names, note = chosen([_name(*pair) for pair in column], _MOST)
        suffix, said = (
            ("", "") if few else (f"-from-{label(into).replace(':', '_')}", f", port {label(into)} excited")
        )
        curves = {_name(*pair): s[pair] for pair in column}
        charts.append(_levels(table, names, run, suffix, said, note))
        charts.append(_phases(table, names, curves, suffix, said, note))
        charts += _delays(table, [pair for pair in column if _name(*pair) in names], s, suffix, said)
    return charts + _reflections(table, s)


def _style(table: Table) -> str:
    """Returns "both" where there are so few frequencies that each has a dot."""
    return "both" if table.rows <= 12 else "line"


def _solved(table: Table, run: Run) -> Array:
    """Returns the rows of the frequencies that an adaptive sweep solved; none where it solved all."""
    solved = run.summary.get("sweep", {}).get("solved", [])
    rows = np.flatnonzero(np.isin(table.f, np.asarray(solved, dtype=float)))
    return rows if rows.size < table.rows else np.empty(0, dtype=int)


def _with_dots(lines: list[Line], rows: Array) -> list[Line]:
    """Adds dots to curves at some rows."""
    dots = [
        Line("", one.x[rows], one.y[rows], colour=i if one.colour is None else one.colour, style="dots")
        for i, one in enumerate(lines)
        if rows.size
    ]
    return lines + dots


def _levels(table: Table, names: Iterable[str], run: Run, suffix: str, said: str, note: str) -> Chart:
    lines = [Line(n, table.f, np.maximum(table[f"|{n}|"], -200), style=_style(table)) for n in names]
    known = np.concatenate([one.y[np.isfinite(one.y)] for one in lines] or [np.zeros(1)])
    low, high = (float(known.min()), float(known.max())) if known.size else (_FLOOR_DB, 0.0)
    high = max(high, 0.0)
    low = min(max(low, _FLOOR_DB), high - 3)
    y = Axis("|S|", "dB", span=(low - 0.05 * (high - low), high + 0.05 * (high - low)))
    rows = _solved(table, run)
    note = " ".join(filter(None, [note, "Dots: solved, the rest is interpolated." if rows.size else ""]))
    return LineChart(
        name=f"{table.name}-level{suffix}", title=f"S-parameters{said}", x=_FREQUENCY, y=y,
        lines=_with_dots(lines, rows), note=note,
    )  # fmt: skip


def _phases(
    table: Table, names: Iterable[str], curves: dict[str, Array], suffix: str, said: str, note: str
) -> Chart:
    lines = []
    for name in names:
        phase = np.degrees(np.angle(curves[name]))
        # A line from 180 to -180 degrees is no part of the curve.
        jumps = np.flatnonzero(np.abs(np.diff(phase)) > 180) + 1
        f, degrees = np.insert(table.f, jumps, table.f[jumps]), np.insert(phase, jumps, np.nan)
        lines.append(Line(name, f, degrees, style=_style(table)))
    y = Axis("arg S", "deg", span=(-180.0, 180.0), step=60.0)
    return LineChart(
        name=f"{table.name}-phase{suffix}",
        title=f"Phases of S{said}",
        x=_FREQUENCY,
        y=y,
        lines=lines,
        note=note,
    )


def _delays(
    table: Table,
    pairs: Iterable[tuple[tuple[int, int], tuple[int, int]]],
    s: SParameters,
    suffix: str,
    said: str,
) -> list[Chart]:
    """Group delays of what goes from one port to another, where |S| is above -40 dB."""
    lines = []
    for out, into in pairs:
        if out == into or len(s.f) < 3:
            continue
        passes = table[f"|{_name(out, into)}|"] > -40
        delay = np.where(passes, group_delay(s.f, s[out, into]), np.nan)
        if np.isfinite(delay).sum() > 1:
            lines.append(Line(_name(out, into), s.f, delay))
    if not lines:
        return []
    name, y = f"{table.name}-delay{suffix}", Axis("group delay", "s")
    return [LineChart(name=name, title=f"Group delay{said}", x=_FREQUENCY, y=y, lines=lines)]


def _reflections(table: Table, s: SParameters) -> list[Chart]:
    names, note = chosen([_name(port, port) for port in s.excited], 8)
    own = {_name(port, port): s[port, port] for port in s.excited}
    smith = SmithChart(
        name=f"{table.name}-smith",
        title="Reflections in the Smith chart",
        curves=[Reflection(n, own[n]) for n in names],
        note=note,
    )
    if len(s.f) < 2:
        return [smith]
    lines = [Line(n.replace("S", "VSWR ", 1), s.f, vswr(own[n])) for n in names]
    y = Axis("VSWR", span=(1.0, _MOST_VSWR))
    return [
        smith,
        LineChart(
            name=f"{table.name}-vswr", title="Standing waves", x=_FREQUENCY, y=y, lines=lines, note=note
        ),
    ]


def impedances(table: Table, run: Run) -> list[Chart]:
    """Returns resistances and reactances into the ports."""
    lines = []
    parts = [c for c in table.columns if c.quantity.startswith(("Re Z", "Im Z"))]
    for i, column in enumerate(parts[: 2 * 8]):
        said = column.quantity.replace("Re Z", "R ").replace("Im Z", "X ")
        style = _style(table)
        lines.append(Line(said, table.f, table[column.header], colour=i // 2, dash=i % 2, style=style))
    note = f"8 of {len(parts) // 2} ports are drawn." if len(parts) > 16 else ""
    lines = _with_dots(lines, _solved(table, run))
    title = "Impedances into the ports"
    return [LineChart(name=table.name, title=title, x=_FREQUENCY, y=Axis("Z", "ohm"), lines=lines, note=note)]
