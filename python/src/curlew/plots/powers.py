"""Charts of powers, orders of diffraction, energies in groups, and resonances."""

from __future__ import annotations

import numpy as np

from curlew.charts import Axis, Bar, BarChart, Chart, Line, LineChart, number
from curlew.plots.run import Run, chosen, groups, with_unit
from curlew.results.table import Array, Table

_FREQUENCY = Axis.of("f (Hz)")
_MOST_BARS = 16
_GOES_TO = ("radiated", "absorbed", "scattered")


def _of_row(table: Table, row: int) -> str:
    """Frequency and excitation of a row, as far as they differ in the table."""
    parts = []
    if len(np.unique(table.f)) > 1 or len(set(table["excitation"])) == 1:
        parts.append(with_unit(float(table.f[row]), "Hz"))
    if len(set(table["excitation"])) > 1:
        parts.append(str(table["excitation"][row]))
    return " ".join(parts)


def powers(table: Table, run: Run) -> list[Chart]:
    """Returns where the delivered power of each solve goes, in parts of it that add up, with what is
    left; over frequency where there are many solves."""
    delivered = table["delivered"]
    known = np.flatnonzero(np.isfinite(delivered) & (delivered != 0))
    if not known.size:
        return _known_powers(table)
    parts = [name for name in _GOES_TO if np.isfinite(table[name][known]).any()]
    shares = [np.nan_to_num(table[name][known]) / delivered[known] for name in parts]
    rest = 1 - np.sum(shares, axis=0) if shares else np.ones(known.size)
    names = [*parts, "not accounted for"]
    title = "Where the delivered power goes"
    if known.size > _MOST_BARS:
        lines = []
        for said, rows in groups(table, ("excitation",)).items():
            inside = np.isin(known, rows)
            for i, (name, share) in enumerate(zip(names, [*shares, rest], strict=True)):
                label = " ".join(filter(None, [name, said]))
                lines.append(Line(label, table.f[known[inside]], share[inside], colour=i))
        y = Axis("share of delivered power")
        return [LineChart(name=table.name, title=title, x=_FREQUENCY, y=y, lines=lines[:16])]
    bars = []
    for i, row in enumerate(known):
        text = f"{with_unit(float(delivered[row]), 'W')}, left {number(round(100 * float(rest[i]), 2))} %"
        bars.append(Bar(_of_row(table, int(row)), [*(float(s[i]) for s in shares), float(rest[i])], text))
    return [
        BarChart(name=table.name, title=title, x=Axis("share of delivered power"), parts=names, bars=bars)
    ]


def _known_powers(table: Table) -> list[Chart]:
    """What of the powers is known where the delivered power is not."""
    parts = [name for name in _GOES_TO if np.isfinite(table[name]).any()]
    if not parts:
        return []
    bars = [
        Bar(_of_row(table, row), [float(np.nan_to_num(table[name][row])) for name in parts])
        for row in range(min(table.rows, _MOST_BARS))
    ]
    note = f"{_MOST_BARS} of {table.rows} solves are drawn." if table.rows > _MOST_BARS else ""
    return [
        BarChart(name=table.name, title="Powers", x=Axis("P", "W"), parts=parts, bars=bars, note=note)
    ]  # fmt: skip


def orders(table: Table, run: Run) -> list[Chart]:
    """Returns the efficiencies of the orders of diffraction, polarisations together."""
    efficiency: dict[str, dict[tuple[float, str], float]] = {}
    for i in range(table.rows):
        side = {"above": "up", "below": "down"}.get(str(table["side"][i]), str(table["side"][i]))
        order = f"{side} ({number(float(table['m'][i]))}, {number(float(table['n'][i]))})"
        solve = (float(table.f[i]), str(table["excitation"][i]))
        of_order = efficiency.setdefault(order, {})
        of_order[solve] = of_order.get(solve, 0.0) + float(table["efficiency"][i])
    solves = list(dict.fromkeys(solve for found in efficiency.values() for solve in found))
    strongest = sorted(efficiency, key=lambda order: -max(efficiency[order].values()))
    names, rest = strongest[:6], strongest[6:]
    title = "Orders of diffraction (m, n)"
    y = Axis("efficiency")
    if len({f for f, _ in solves}) > _MOST_BARS:
        lines = []
        for excitation in dict.fromkeys(e for _, e in solves):
            at = np.array(sorted({f for f, e in solves if e == excitation}))
            for i, order in enumerate(names):
                values = np.array([efficiency[order].get((one, excitation), np.nan) for one in at.tolist()])
                said = f"{order} {excitation}" if len({e for _, e in solves}) > 1 else order
                lines.append(Line(said, at, values, colour=i))
        note = f"6 of {len(strongest)} orders are drawn." if rest else ""
        return [LineChart(name=table.name, title=title, x=_FREQUENCY, y=y, lines=lines[:16], note=note)]
    bars = []
    picked, note = chosen([str(i) for i in range(len(solves))], _MOST_BARS)
    for f, excitation in [solves[int(i)] for i in picked]:
        parts = [efficiency[order].get((f, excitation), 0.0) for order in names]
        others = sum(efficiency[order].get((f, excitation), 0.0) for order in rest)
        total = f"sum {number(round(sum(parts) + others, 5))}"
        bars.append(Bar(f"{with_unit(f, 'Hz')} {excitation}", [*parts, *([others] if rest else [])], total))
    shown = [*names, *(["others"] if rest else [])]
    return [BarChart(name=table.name, title=title, x=y, parts=shown, bars=bars, note=note)]


def flux(table: Table, run: Run) -> list[Chart]:
    """Returns the power through a surface over frequency, or a bar to each solve."""
    title = f"Power through {table.name.removeprefix('flux_')}"
    power = table["P"]
    if len(np.unique(table.f)) > 3:
        lines = [Line(s, table.f[r], power[r], style="both" if len(r) <= 12 else "line")
                 for s, r in list(groups(table, ("excitation",)).items())[:16]]  # fmt: skip
        return [LineChart(name=table.name, title=title, x=_FREQUENCY, y=Axis("P", "W"), lines=lines)]
    bars = [
        Bar(_of_row(table, row), [float(power[row])], with_unit(float(power[row]), "W"))
        for row in range(min(table.rows, _MOST_BARS))
    ]
    return [BarChart(name=table.name, title=title, x=Axis("P", "W"), parts=["P"], bars=bars)]


def participation(table: Table, run: Run) -> list[Chart]:
    """Returns the shares of groups in the energy and in the losses of a solve."""
    solves = groups(table, ("f", "excitation"))
    picked, note = chosen(list(solves), 3)
    charts: list[Chart] = []
    for i, said in enumerate(picked, 1):
        for column, what in (("energy share", "energy"), ("loss share", "loss")):
            rows = solves[said]
            share: Array = table[column][rows]
            if not (np.nan_to_num(share) > 0).any():
                continue
            bars = [
                Bar(str(group), [float(s)], f"{number(float(f'{100 * s:.3g}'))} %")
                for group, s in zip(table["group"][rows], share, strict=True)
                if np.isfinite(s)
            ]
            if len(bars) < 2:
                continue  # all is in one group
            name = f"{table.name}-{what}" + (f"-{i}" if len(picked) > 1 else "")
            title = f"Share of groups in the {what}{', ' if said else ''}{said}"
            x = Axis(f"share of the {what}")
            charts.append(BarChart(name=name, title=title, x=x, parts=[what], bars=bars, note=note))
    return charts


def modes(table: Table, run: Run) -> list[Chart]:
    """Returns the resonances: a bar as long as the frequency, with Q behind it."""
    bars = []
    for row in range(min(table.rows, 40)):
        q = float(table["Q"][row])
        f = float(table.f[row])
        said = f"{with_unit(f, 'Hz')}, " + (
            f"Q {number(float(f'{q:.4g}'))}" if np.isfinite(q) else "no losses"
        )
        bars.append(Bar(f"mode {number(float(table['mode'][row]))}", [f], said))
    note = f"40 of {table.rows} modes are drawn." if table.rows > 40 else ""
    x = Axis.of("f (Hz)")
    return [BarChart(name=table.name, title="Resonances", x=x, parts=["f"], bars=bars, note=note)]
