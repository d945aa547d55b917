"""Charts of solvers and of refinement, and of tables that are of no known kind."""

from __future__ import annotations

import re

import numpy as np

from curlew.charts import Axis, Chart, Line, LineChart
from curlew.plots.run import Run, chosen, with_unit
from curlew.results.table import Table


def convergence(table: Table, run: Run) -> list[Chart]:
    """Returns the residuals of all solves over iterations, with the first of their tables."""
    names = [n for n in run.tables if re.fullmatch(r"convergence(_\d+)?", n)]
    names.sort(key=lambda n: (len(n), n))
    if table.name in names and table.name != names[0]:
        return []
    picked, note = chosen(names or [table.name], 12)
    lines = []
    for name in picked:
        one = run.tables.get(name, table)
        lines.append(
            Line(_solve(name, run) if len(picked) > 1 else "", one["iteration"], one["relative_residual"])
        )
    y = Axis("relative residual", log=True)
    title = "Convergence of the solver"
    return [LineChart(name="convergence", title=title, x=Axis("iteration"), y=y, lines=lines, note=note)]


def _solve(name: str, run: Run) -> str:
    number = int(name.removeprefix("convergence").removeprefix("_") or 1)
    solves = run.summary.get("solves", [])
    if 1 <= number <= len(solves) and isinstance(solves[number - 1].get("frequency"), int | float):
        one = solves[number - 1]
        return f"{number}: {with_unit(float(one['frequency']), 'Hz')} {one.get('excitation', '')}".strip()
    return f"solve {number}"


def refinement(table: Table, run: Run) -> list[Chart]:
    """Returns estimated error and change over unknowns."""
    lines = [
        Line(said, table["unknowns"], table[name], style="both")
        for name, said in (("error_estimate", "error estimate"), ("change", "change of the results"))
        if np.isfinite(table[name]).any()
    ]
    x, y = Axis("unknowns", log=True), Axis("relative", log=True)
    return [LineChart(name=table.name, title="Adaptive refinement", x=x, y=y, lines=lines)]


def anything(table: Table, run: Run) -> list[Chart]:
    """Returns the other columns over the first, those of one unit together."""
    numeric = [c for c in table.columns if table[c.header].dtype.kind == "f"]
    if len(numeric) < 2 or not table.rows:
        return []
    x = numeric[0]
    charts: list[Chart] = []
    for unit in dict.fromkeys(c.unit for c in numeric[1:]):
        columns = [c for c in numeric[1:] if c.unit == unit][:8]
        lines = [Line(c.quantity, table[x.header], table[c.header]) for c in columns]
        y = Axis(columns[0].quantity if len(columns) == 1 else "values", unit)
        name = f"{table.name}-{len(charts) + 1}" if charts else table.name
        charts.append(LineChart(name=name, title=table.name, x=Axis.of(x.header), y=y, lines=lines))
    return charts
