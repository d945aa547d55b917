"""Charts of tables in time: probes, energy, ports, power through surfaces."""

from __future__ import annotations

import numpy as np

from curlew.charts import Axis, Chart, Line, LineChart, MapChart
from curlew.plots.places import along, plane
from curlew.plots.run import Run, with_unit
from curlew.results.table import Table

_TIME = Axis.of("t (s)")
#: Energies that fall by more than this are drawn on a logarithmic scale.
_FALL = 30.0
_MOST_TIMES = 400


def quantity_of(table: Table) -> tuple[str, str]:
    """Returns "E" or "H", and its unit."""
    quantity = "E" if "E_x" in table or "Re E_x" in table else "H"
    return quantity, table.unit(quantity)


def probe(table: Table, run: Run) -> list[Chart]:
    """Returns the components at a point over time."""
    quantity, unit = quantity_of(table)
    lines = [Line(f"{quantity}_{axis}", table.t, table[f"{quantity}_{axis}"]) for axis in "xyz"]
    title = f"{quantity} at probe {table.name.removeprefix('probe_')}"
    return [LineChart(name=table.name, title=title, x=_TIME, y=Axis(quantity, unit), lines=lines)]


def probe_places(table: Table, run: Run) -> list[Chart]:
    """Returns |E| of a line over place and time, of a plane the largest over all times."""
    quantity, unit = quantity_of(table)
    times, number_of = np.unique(table.t, return_inverse=True)
    points = np.column_stack([table[a] for a in "xyz"])[number_of == 0]
    size = np.linalg.norm(table[quantity], axis=-1)
    if len(size) != len(times) * len(points):
        return []  # a line that is not whole yet
    values = size[np.argsort(number_of, kind="stable")].reshape(len(times), len(points))
    title = f"|{quantity}| at probe {table.name.removeprefix('probe_')}"
    value = Axis(f"|{quantity}|", unit)
    line = along(points)
    if line is not None:
        every = max(1, len(times) // _MOST_TIMES)
        return [
            MapChart(
                name=table.name, title=title, x=line.axis, y=_TIME, value=value,
                xs=line.values, ys=times[::every], values=values[::every],
            )
        ]  # fmt: skip
    flat = plane(points)
    if flat is None:
        return []
    return [flat.chart(table.name, f"{title}, largest in time", value, values.max(axis=0))]


def energy(table: Table, run: Run) -> list[Chart]:
    """Returns the energies over time."""
    shown = {"W": "total", "W_e": "electric", "W_m": "magnetic"}
    total = table["W"][np.isfinite(table["W"])]
    log = bool(total.size and total[-1] > 0 and total.max() > _FALL * total[-1])
    span = (max(float(total.min()), float(total.max()) * 1e-12), float(total.max()) * 1.5) if log else None
    lines = [Line(said, table.t, table[name]) for name, said in shown.items()]
    y = Axis("W", table.unit("W"), log=log, span=span)
    return [LineChart(name=table.name, title="Energy", x=_TIME, y=y, lines=lines), *_nonlinear(table)]


def _nonlinear(table: Table) -> list[Chart]:
    found: list[Chart] = []
    for column in table.columns[4:]:
        if column.quantity not in ("x", "y", "z"):
            lines = [Line("", table.t, table[column.header])]
            name = f"{table.name}-{column.quantity.replace(' ', '_')}"
            title = column.quantity[:1].upper() + column.quantity[1:]
            found.append(LineChart(name=name, title=title, x=_TIME, y=Axis.of(column.header), lines=lines))
    return found


def port(table: Table, run: Run) -> list[Chart]:
    """Returns voltage, current and waves of a port over time."""
    which = table.name.removeprefix("port_").replace("_from_", ", excited port ")
    charts: list[Chart] = []
    for quantities, said in ((("a", "b"), "Waves"), (("V",), "Voltage"), (("I",), "Current")):
        lines = [
            Line({"a": "a, incoming", "b": "b, outgoing"}.get(q, q), table.t, table[q]) for q in quantities
        ]
        y = Axis(", ".join(quantities), table.unit(quantities[0]))
        name = f"{table.name}-{said.lower()}"
        charts.append(LineChart(name=name, title=f"{said} of port {which}", x=_TIME, y=y, lines=lines))
    return charts


def flux(table: Table, run: Run) -> list[Chart]:
    """Returns the power through a surface over time, and says the energy."""
    surface = table.name.removeprefix("flux_").removesuffix("_time")
    t, p = table.t, table["P"]
    known = np.isfinite(p)
    energy_j = float(np.sum((p[known][1:] + p[known][:-1]) / 2 * np.diff(t[known])))
    title = f"Power through {surface}; energy {with_unit(energy_j, 'J')}"
    return [
        LineChart(name=table.name, title=title, x=_TIME, y=Axis("P", table.unit("P")), lines=[Line("", t, p)])
    ]
