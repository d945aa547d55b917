"""Charts of spectra, resonances and fields at frequencies."""

from __future__ import annotations

import numpy as np

from curlew.charts import Axis, Bar, BarChart, Chart, Line, LineChart, Mark, number
from curlew.plots.in_time import quantity_of
from curlew.plots.places import along, plane
from curlew.plots.run import Run, chosen, groups, with_unit
from curlew.results.table import Table

_FREQUENCY = Axis.of("f (Hz)")
#: What of a spectrum is shown below its largest value, and of a map in dB.
_DEPTH, _DEPTH_DB = 1e5, 40.0


def spectrum(table: Table, run: Run) -> list[Chart]:
    """Returns the spectrum of a probe with its peaks, their Q, and expected lines."""
    probe = table.name.removeprefix("spectrum_")
    quantity = next(c for c in table.columns if c.quantity in ("|E|", "|H|"))
    values = table[quantity.header]
    largest = float(np.nanmax(values, initial=0.0)) or 1.0
    least = float(np.nanmin(np.where(values > 0, values, np.nan), initial=largest))
    y = Axis(quantity.quantity, quantity.unit, log=True, span=(max(least, largest / _DEPTH), largest * 2))
    lines = [Line("spectrum", table.f, values)]
    marks = []
    if f"peaks_{probe}" in run.tables:
        peaks = run.tables[f"peaks_{probe}"]
        lines.append(Line("peaks", peaks.f, peaks["amplitude"], colour=1, style="dots"))
        for f, q, bound in zip(peaks.f, peaks["Q"], peaks["Q is bound"], strict=True):
            marks.append(Mark(float(f), f"Q {'> ' if bound else ''}{number(float(f'{q:.3g}'))}"))
    expected = run.summary.get("spectra", {}).get(probe, {}).get("expected", [])
    if expected:
        at = np.array([float(e["expected_hz"]) for e in expected])
        x = np.repeat(at, 3)
        upright = np.tile([y.span[0], y.span[1], np.nan], len(at)) if y.span else np.empty(0)
        lines.append(Line("expected", x, upright, colour=2, dash=1))
    title = f"Spectrum at probe {probe}"
    return [LineChart(name=table.name, title=title, x=_FREQUENCY, y=y, lines=lines, marks=marks)]


def peaks(table: Table, run: Run) -> list[Chart]:
    """Returns nothing where the spectrum shows the peaks, else their amplitudes."""
    probe = table.name.removeprefix("peaks_")
    if f"spectrum_{probe}" in run.tables or not table.rows:
        return []
    lines = [Line("", table.f, table["amplitude"], style="dots")]
    y = Axis("amplitude", log=True)
    return [LineChart(name=table.name, title=f"Resonances at probe {probe}", x=_FREQUENCY, y=y, lines=lines)]


def harmonics(table: Table, run: Run) -> list[Chart]:
    """Returns the amplitudes of harmonics over that of the fundamental."""
    with np.errstate(divide="ignore"):
        level = 20 * np.log10(table["ratio"])
    bars = [
        Bar(f"{m:g} · {with_unit(float(f), 'Hz')}", [float(r)], f"{db:.1f} dB")
        for m, f, r, db in zip(table["m"], table.f, table["ratio"], level, strict=True)
    ]
    title = f"Harmonics at probe {table.name.removeprefix('harmonics_')}"
    x = Axis("amplitude over the fundamental")
    return [BarChart(name=table.name, title=title, x=x, parts=["ratio"], bars=bars)]


def probe(table: Table, run: Run) -> list[Chart]:
    """Returns |E| at a point over frequency, along a line, or on a plane in dB."""
    quantity, unit = quantity_of(table)
    size = np.linalg.norm(table[quantity], axis=-1)
    points = np.column_stack([table[a] for a in "xyz"])
    which = f"|{quantity}| at probe {table.name.removeprefix('probe_')}"
    solves = groups(table, ("excitation", "f"))
    y = Axis(f"|{quantity}|", unit)
    if len(np.unique(points, axis=0)) == 1:
        if len(np.unique(table.f)) == 1:
            bars = [
                Bar(
                    said or with_unit(float(table.f[0]), "Hz"),
                    [float(size[rows[0]])],
                    number(float(size[rows[0]])),
                )
                for said, rows in solves.items()
            ]
            return [BarChart(name=table.name, title=which, x=y, parts=["size"], bars=bars)]
        lines = [Line(s, table.f[r], size[r]) for s, r in groups(table, ("excitation",)).items()]
        return [LineChart(name=table.name, title=which, x=_FREQUENCY, y=y, lines=lines)]
    first = next(iter(solves.values()))
    line = along(points[first])
    if line is not None:
        picked, note = chosen(list(solves), 8)
        lines = [Line(s, line.values, size[solves[s]]) for s in picked if len(solves[s]) == len(first)]
        return [LineChart(name=table.name, title=which, x=line.axis, y=y, lines=lines, note=note)]
    flat = plane(points[first])
    if flat is None:
        return []
    charts: list[Chart] = []
    picked, note = chosen(list(solves), 3)
    for i, said in enumerate(picked, 1):
        with np.errstate(divide="ignore"):
            level = 20 * np.log10(size[solves[said]])
        top = float(np.nanpercentile(np.where(np.isfinite(level), level, np.nan), 99.5))
        value = Axis(f"|{quantity}|", f"dB {unit}", span=(top - _DEPTH_DB, top))
        name = table.name if len(picked) == 1 else f"{table.name}-{i}"
        charts.append(flat.chart(name, f"{which}{', ' if said else ''}{said}", value, level))
    return charts
