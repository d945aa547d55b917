"""The report on several runs: their curves over each other, differences in dB, and their speeds."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from warnings import warn

import numpy as np

from curlew._codes import coded
from curlew.charts import Axis, Bar, BarChart, Chart, Line, LineChart, PolarChart, Reflection, SmithChart
from curlew.comparison import RANGE_DB, Curve, difference
from curlew.errors import CurlewError, ResultsError
from curlew.plots import Run, charts_of, kind_of, run_of
from curlew.report.html import figures, is_number, page, section, table, warnings
from curlew.report.sections import seconds
from curlew.results import Results, Table, read_table
from curlew.results.touchstone import read_touchstone


@dataclass
class Side:
    """A run, or a file of measurements.

    Attributes:
        name: What its curves are called.
        run: Its tables.
        charts: Its charts by name.
        results: The results folder; None of measurements.
    """

    name: str
    run: Run
    charts: dict[str, Chart]
    results: Results | None = None


def sides_of(paths: Sequence[Path]) -> list[Side]:
    """Returns what is compared, the first as reference.

    Raises:
        ResultsError: A folder or a file is missing, cut or broken; the message has its name.
    """
    sides: list[Side] = []
    for path, name in zip(paths, names_of(paths), strict=True):
        if path.is_file():
            measured = read_table(path) if path.suffix.lower() == ".csv" else read_touchstone(path)
            if sides:
                _rename(measured, sides[0].run)
            elif kind_of(measured).name == "S-parameters":
                measured.name = "port-S"
            run, results = Run({measured.name: measured}), None
        else:
            results = Results(path)
            run = run_of(results)
        sides.append(Side(name, run, {c.name: c for c in charts_of(run)}, results))
    return sides


def _rename(measured: Table, first: Run) -> None:
    """Gives a table the name of the one of its kind in the first run, so that curves lie on each other."""
    alike = [name for name, one in first.tables.items() if kind_of(one) is kind_of(measured)]
    if alike and measured.name not in first.tables:
        measured.name = alike[0]


def names_of(paths: Sequence[Path]) -> list[str]:
    """Returns a short name for each path, with as many of its last parts as tell all apart.

    >>> names_of([Path("a/results"), Path("b/results"), Path("c.s2p")])
    ['a/results', 'b/results', 'c.s2p']
    """
    parts = [path.absolute().parts for path in paths]
    names = [p[-1:] for p in parts]
    while True:
        longer = [
            p[-len(name) - 1 :] if names.count(name) > 1 else name
            for p, name in zip(parts, names, strict=True)
        ]
        if longer == names:
            break
        names = longer
    said = ["/".join(name) for name in names]
    return [f"{one} ({i})" if said.count(one) > 1 else one for i, one in enumerate(said, 1)]


def comparison_report(paths: Sequence[Path]) -> str:
    """Returns the report on several runs and measurements as one HTML page.

    Raises:
        ResultsError: A folder or a file is missing, cut or broken; the message has its name.
    """
    sides = sides_of(paths)
    charts = overlaid(sides)
    apart, rows, without = differences(sides)
    title = "Comparison of " + ", ".join(side.name for side in sides)
    headers = ("curve", "run", "mean |difference| (dB)", "largest |difference| (dB)")
    said = f"To {sides[0].name}, at its points, within {RANGE_DB:g} dB of the largest value of the curve."
    content = (table(headers, rows, said) + figures(apart)) if rows else ""
    texts = [f"{side.name}: {text}" for side in sides if side.results for text in side.results.warnings]
    for side in sides[1:]:
        if not side.charts.keys() & sides[0].charts.keys():
            texts.append(
                coded(f"{side.name} has no chart in common with {sides[0].name}: nothing is compared")
            )
            warn(texts[-1], stacklevel=2)
    try:
        speed = speeds(sides)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ResultsError(f"summary.json of {' or '.join(map(str, paths))} is broken: {error!r}") from error
    body = [
        f"<header><h1>{escape(title)}</h1>",
        warnings([*texts, *without]),
        f'<p class="soft">Report of {escape(time.strftime("%Y-%m-%d %H:%M"))}</p></header>\n<main>',
        section("runs", "Runs", speed),
        section("differences", "Differences", content),
        section("charts", "Charts", figures(charts)),
        "</main>",
    ]
    return page(title, "\n".join(body))


def overlaid(sides: Sequence[Side]) -> list[Chart]:
    """Returns the charts with the curves of all sides: colours tell curves apart, dashes the sides."""
    found: list[Chart] = []
    for name in dict.fromkeys(name for side in sides for name in side.charts):
        there = [(i, side, side.charts[name]) for i, side in enumerate(sides) if name in side.charts]
        chart = there[0][2]
        same = [entry for entry in there if type(entry[2]) is type(chart)]
        if isinstance(chart, LineChart | PolarChart):
            lines: list[Line] = []
            for i, side, one in same:
                assert isinstance(one, LineChart | PolarChart)
                is_alone = len(one.lines) == 1
                lines += [_of_side(line, k, i, side.name, is_alone) for k, line in enumerate(one.lines)]
            spans = [one.y.span for _, _, one in same if isinstance(one, LineChart) and one.y.span]
            if isinstance(chart, LineChart) and spans:
                span = (min(s[0] for s in spans), max(s[1] for s in spans))
                chart = dataclasses.replace(chart, y=dataclasses.replace(chart.y, span=span))
            found.append(dataclasses.replace(chart, lines=lines, title=chart.title.split(";")[0]))
        elif isinstance(chart, SmithChart):
            curves = [
                Reflection(f"{curve.label} {side.name}", curve.values)
                for _, side, one in same
                if isinstance(one, SmithChart)
                for curve in one.curves
            ]
            found.append(dataclasses.replace(chart, curves=curves[:14]))
        else:
            found += [dataclasses.replace(one, title=f"{one.title}: {side.name}") for _, side, one in there]
    return found


def _of_side(line: Line, number: int, side: int, name: str, is_alone: bool) -> Line:
    label = f"{line.label}, {name}" if line.label else name if is_alone else ""
    colour = number if line.colour is None else line.colour
    # Sides differ by colour, too: of one curve, dashes alone are hard to see.
    return dataclasses.replace(line, label=label, colour=colour + 3 * side, dash=side)


def differences(sides: Sequence[Side]) -> tuple[list[Chart], list[tuple[object, ...]], list[str]]:
    """Returns charts of the differences in dB to the first side, rows of mean and largest, and curves
    that have no point in common with the first."""
    charts: list[Chart] = []
    rows: list[tuple[object, ...]] = []
    without: list[str] = []
    for name, chart in sides[0].charts.items():
        if not (isinstance(chart, LineChart) and chart.y.unit.startswith("dB")):
            continue
        lines = []
        own = {line.label: line for line in chart.lines if line.style != "dots"}
        for number, side in enumerate(sides[1:], 1):
            other = side.charts.get(name)
            for i, line in enumerate(other.lines if isinstance(other, LineChart) else ()):
                if line.label not in own or line.style == "dots":
                    continue
                first = _curve(own[line.label], chart)
                second = _curve(line, chart)
                try:
                    apart = difference(first, second, side.name)
                except (CurlewError, ValueError):
                    without.append(f"{side.name}: {first.name} has no point in common with {sides[0].name}")
                    continue
                rows.append((first.name, side.name, apart.mean_db, apart.max_db))
                inside = (first.x >= second.x.min()) & (first.x <= second.x.max())
                y = np.interp(first.x[inside], second.x, second.db) - first.db[inside]
                y[first.db[inside] < first.db.max() - RANGE_DB] = np.nan  # as in the table
                label = ", ".join(filter(None, [line.label, side.name]))
                lines.append(Line(label, first.x[inside], y, colour=i + 3 * (number - 1), dash=number - 1))
        if lines:
            y_axis = Axis(f"difference to {sides[0].name}", "dB")
            title = f"{chart.title}: difference in dB"
            charts.append(LineChart(name=f"{name}-difference", title=title, x=chart.x, y=y_axis, lines=lines))
    return charts, rows, without


def _curve(line: Line, chart: LineChart) -> Curve:
    known = np.isfinite(line.x) & np.isfinite(line.y)
    order = np.argsort(line.x[known], kind="stable")
    name = " ".join(filter(None, [chart.title, line.label]))
    return Curve(name, chart.x.quantity, line.x[known][order], line.y[known][order])


def speeds(sides: Sequence[Side]) -> str:
    """Returns a table of the runs, their seconds by phase as bars, and what part of the copy bandwidth
    they reach."""
    runs = [side for side in sides if side.run.summary]
    if not runs:
        return ""
    first = runs[0].run.summary.get("run_seconds")
    rows = []
    for side in runs:
        summary = side.run.summary
        of_run = summary.get("provenance", {})
        run_s, memory = summary.get("run_seconds"), summary.get("peak_memory_bytes")
        rows.append(
            (
                side.name,
                summary.get("method") or side.run.resolved.get("method"),
                of_run.get("backend"),
                of_run.get("threads"),
                of_run.get("device"),
                summary.get("unknowns"),
                run_s,
                first / run_s if is_number(first) and is_number(run_s) and run_s else None,
                memory / 2**20 if is_number(memory) else None,
                summary.get("performance", {}).get("fraction_of_copy"),
            )
        )
    headers = ("run", "method", "backend", "threads", "device", "unknowns", "run time (s)", "speed-up",
               "memory (MiB)", "of copy bandwidth")  # fmt: skip
    return table(headers, rows) + figures(_bars(runs))


def _bars(runs: Sequence[Side]) -> list[Chart]:
    sums: dict[str, float] = {}
    for side in runs:
        for phase, value in side.run.summary.get("wall_seconds", {}).items():
            sums[phase] = sums.get(phase, 0.0) + float(value)
    longest = sorted(sums, key=lambda phase: -sums[phase])
    named, rest = longest[:6], longest[6:]
    bars = []
    for side in runs:
        phases = {k: float(v) for k, v in side.run.summary.get("wall_seconds", {}).items()}
        parts = [phases.get(phase, 0.0) for phase in named]
        parts += [sum(phases.get(phase, 0.0) for phase in rest)] if rest else []
        bars.append(Bar(side.name, parts, seconds(side.run.summary.get("run_seconds"))))
    names = [*named, *(["other phases"] if rest else [])]
    charts: list[Chart] = []
    if sums:
        x = Axis("time", "s")
        charts.append(BarChart(name="speeds", title="Seconds by phase", x=x, parts=names, bars=bars))
    shares = [
        (side.name, float(side.run.summary["performance"]["fraction_of_copy"]))
        for side in runs
        if is_number(side.run.summary.get("performance", {}).get("fraction_of_copy"))
    ]
    if shares:
        bars = [Bar(name, [share], f"{100 * share:.3g} %") for name, share in shares]
        x = Axis("fraction of copy bandwidth")
        charts.append(
            BarChart(
                name="bandwidth", title="Least traffic over copy bandwidth", x=x, parts=["share"], bars=bars
            )
        )
    return charts
