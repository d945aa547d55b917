"""Charts of radar cross sections and far fields."""

from __future__ import annotations

import numpy as np

from curlew.charts import Axis, Chart, Line, LineChart, MapChart, PolarChart, SphereChart, number
from curlew.errors import ResultsError
from curlew.plots.run import Run, chosen, groups, key_text
from curlew.results.antennas import (
    efficiencies,
    front_to_back,
    great_circle,
    half_power_beam_width,
    side_lobe_level,
)
from curlew.results.table import Array, Column, Table

_MOST = 8
#: Levels shown below the largest.
_DEPTH_DB = 60.0
#: Fewer different angles are single cuts, and no map is drawn.
_LEAST_OF_MAP = 8
_LEVEL = Column("level", "level", "")


def _within(values: Array, depth: float = _DEPTH_DB) -> tuple[float, float] | None:
    known = values[np.isfinite(values)]
    if not known.size:
        return None
    high, low = float(known.max()), float(max(known.min(), known.max() - depth))
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def _count(table: Table, key: str) -> int:
    return len(np.unique(table[key])) if key in table else 0


def rcs(table: Table, run: Run) -> list[Chart]:
    """Returns cross sections in dBsm over the angle, or frequency, that has the most values, and in a
    circle where they are over theta."""
    incoming = ["theta_inc", "phi_inc", "pol_inc"]
    if np.allclose(table["theta"], table["theta_inc"]) and np.allclose(table["phi"], table["phi_inc"]):
        incoming = ["pol_inc"]  # monostatic
    x = max(("theta", "phi", "f"), key=lambda key: _count(table, key))
    keys = [k for k in ("f", *incoming, "phi", "theta") if k != x]
    cuts = groups(table, keys)
    names, note = chosen(list(cuts), _MOST)
    column = "rcs (dBsm)"
    lines = []
    for name in names:
        rows = cuts[name][np.argsort(table[x][cuts[name]], kind="stable")]
        lines.append(Line(name, table[x][rows], table[column][rows]))
    shown = np.concatenate([one.y for one in lines] or [np.empty(0)])
    axis = Axis({"theta": "θ", "phi": "φ", "f": "f"}[x], table.unit(x), step=0 if x == "f" else 30)
    if x != "f" and np.ptp(table[x]) < 90:
        axis = Axis(axis.quantity, axis.unit)
    y = Axis("RCS", "dBsm", span=_within(shown))
    title = "Radar cross section"
    charts: list[Chart] = [LineChart(name=table.name, title=title, x=axis, y=y, lines=lines, note=note)]
    if x != "f" and np.ptp(table[x]) >= 90:
        zero = "the z axis" if x == "theta" else "the x axis"
        charts.append(
            PolarChart(
                name=f"{table.name}-polar", title=title, lines=lines, unit="dBsm", zero=zero, note=note
            )
        )
    return charts


def far_field(table: Table, run: Run) -> list[Chart]:
    """Returns cuts of directivity, gain and realised gain, over theta and in a circle, a map where
    the directions cover a sphere, and the largest figures over frequency."""
    if not table.rows:
        return []
    keys = list(dict.fromkeys(zip(table.f.tolist(), table["excitation"].tolist(), strict=True)))
    numbers, note = chosen([str(i) for i in range(len(keys))], 4)
    charts: list[Chart] = []
    for i in map(int, numbers):
        f, excitation = keys[i]
        part = table.where(f=f, excitation=excitation)
        said = ", ".join([key_text("f", f)] * (_count(table, "f") > 1) + [excitation] * (len(set(
            table["excitation"])) > 1))  # fmt: skip
        charts += _pattern(part, f"-{i + 1}" if len(keys) > 1 else "", f", {said}" if said else "", note)
    return charts + _over_frequency(table)


def _column(table: Table) -> tuple[str, Array]:
    """Returns the figure that is known, with its name: directivity, or the field itself in dB."""
    if np.isfinite(table["directivity (dBi)"]).any():
        return "directivity", table["directivity (dBi)"]
    size = np.hypot(np.abs(table["rE_theta"]), np.abs(table["rE_phi"]))
    with np.errstate(divide="ignore"):
        return "|rE|", 20 * np.log10(size)


def _pattern(part: Table, suffix: str, said: str, note: str) -> list[Chart]:
    what, level = _column(part)
    unit = "dBi" if what == "directivity" else "dB V"
    cuts = groups(part, ("phi",))
    if _count(part, "theta") < 3 and _count(part, "phi") < 3:
        return []
    charts: list[Chart] = []
    x = "theta" if _count(part, "theta") >= 3 else "phi"
    is_sphere = _count(part, "theta") >= _LEAST_OF_MAP and _count(part, "phi") >= _LEAST_OF_MAP
    phis = np.unique(part["phi"])
    if is_sphere:
        wanted = [p for p in (0.0, 90.0) if np.isclose(phis, p).any()] or [float(phis[0])]
    else:
        wanted = [float(p) for p in phis[:_MOST]]
        note = note or ("" if len(phis) <= _MOST else f"{_MOST} of {len(phis)} cuts are drawn.")
    lines, circles = [], []
    if x == "phi":
        for name, rows in groups(part, ("theta",)).items():
            lines.append(Line(name, part["phi"][rows], level[rows]))
        circles = lines
    for phi in wanted if x == "theta" else []:
        rows = np.flatnonzero(np.isclose(part["phi"], phi))
        name = key_text("phi", phi) if len(cuts) > 1 else ""
        lines.append(Line(name, part["theta"][rows], level[rows]))
        if phi >= 180 and np.isclose(phis, phi - 180).any():
            continue
        angle, found = great_circle(_with(part, level), "level", phi)
        circles.append(Line(name, angle, found))
    y = Axis(what, unit, span=_within(level, 50))
    step = 30.0 if np.ptp(part[x]) >= 90 else 0.0
    axis = Axis("θ" if x == "theta" else "φ", "deg", step=step)
    title = f"{what[:1].upper()}{what[1:]}{said}"
    charts.append(LineChart(name=f"{part.name}{suffix}", title=title, x=axis, y=y, lines=lines, note=note))
    if np.ptp(part[x]) >= 90:
        zero = "the z axis" if x == "theta" else "the x axis"
        remark = " ".join(filter(None, [note, _remark(circles) if x == "theta" else ""]))
        name = f"{part.name}-polar{suffix}"
        charts.append(PolarChart(name=name, title=title, lines=circles, unit=unit, zero=zero, note=remark))
    return charts + (_sphere(part, level, suffix, title, what, unit) if is_sphere else [])


def _with(part: Table, level: Array) -> Table:
    """The table with levels as its column "level"."""
    return Table(part.file, [*part.columns, _LEVEL], [*(part[c.header] for c in part.columns), level])


def _remark(circles: list[Line]) -> str:
    """Returns beam width, side lobes and front to back of the cuts, of those that are known."""
    said = []
    for one in circles:
        figures = []
        if np.isfinite(one.y).sum() < 3:
            continue
        width = half_power_beam_width(one.x, one.y)
        if np.isfinite(width):
            figures.append(f"beam width {number(round(width, 1))}°")
        lobes = side_lobe_level(one.x, one.y)
        if np.isfinite(lobes):
            figures.append(f"side lobes {number(round(lobes, 1))} dB")
        if np.isclose(one.x[-1] - one.x[0], 360):
            ratio = front_to_back(one.x, one.y)
            if np.isfinite(ratio):
                figures.append(f"front to back {number(round(ratio, 1))} dB")
        if figures:
            said.append(f"{one.label}: {', '.join(figures)}." if one.label else f"{', '.join(figures)}.")
    return " ".join(said).replace("−", "-")


def _sphere(part: Table, level: Array, suffix: str, title: str, what: str, unit: str) -> list[Chart]:
    try:
        theta, phi, values = _with(part, level).grid("level", "theta", "phi")
    except ResultsError:
        return []  # directions that are no grid
    if np.ptp(np.diff(theta)) > 1e-6 or np.ptp(np.diff(phi)) > 1e-6:
        return []
    top = float(np.nanmax(values))
    value = Axis(what, unit, span=(max(float(np.nanmin(values[np.isfinite(values)])), top - 40), top))
    flat = MapChart(
        name=f"{part.name}-map{suffix}", title=title, value=value, values=values,
        x=Axis("φ", "deg", step=60), y=Axis("θ", "deg", step=30), xs=phi, ys=theta,
    )  # fmt: skip
    around = np.ptp(phi) + phi[1] - phi[0]
    if theta[0] > 1e-6 or theta[-1] < 180 - 1e-6 or around < 360 - 1e-6:
        return [flat]  # no whole sphere
    note = "The origin is the least of the scale; z is upwards."
    in_space = SphereChart(
        name=f"{part.name}-space{suffix}", title=f"{title}, in space", value=value, theta=theta, phi=phi,
        values=values, note=note,
    )  # fmt: skip
    return [flat, in_space]


def _over_frequency(table: Table) -> list[Chart]:
    """The largest figures of each frequency, where there are at least three, and efficiencies."""
    if _count(table, "f") < 3 or not np.isfinite(table["directivity (dBi)"]).any():
        return []
    lines = []
    for excitation, rows in groups(table, ("excitation",)).items():
        f = np.unique(table.f[rows])
        for i, name in enumerate(("directivity", "gain", "realised_gain")):
            level = table[f"{name} (dBi)"][rows]
            best = np.array([np.nanmax(level[table.f[rows] == one], initial=-np.inf) for one in f])
            best[~np.isfinite(best)] = np.nan
            if np.isfinite(best).any():
                label = " ".join(filter(None, [name.replace("_", " "), excitation]))
                lines.append(Line(label, f, best, dash=i))
    title = "Largest figures over frequency"
    x, y = Axis.of("f (Hz)"), Axis("gain", "dBi")
    charts: list[Chart] = [
        LineChart(name=f"{table.name}-figures", title=title, x=x, y=y, lines=lines[: 3 * _MOST])
    ]
    found = [e for e in efficiencies(table) if np.isfinite(e.radiation) or np.isfinite(e.total)]
    shares = []
    for excitation in dict.fromkeys(e.excitation for e in found):
        own = [e for e in found if e.excitation == excitation]
        f = np.array([e.f for e in own])
        several = len({e.excitation for e in found}) > 1
        for name in ("radiation", "total"):
            values = np.array([getattr(e, name) for e in own])
            shares.append(Line(f"{name} {excitation}" if several else name, f, values))
    if shares:
        y = Axis("efficiency", span=(0.0, max(1.02, float(np.nanmax([s.y for s in shares])))))
        charts.append(
            LineChart(
                name=f"{table.name}-efficiency", title="Efficiency", x=x, y=y, lines=shares[: 2 * _MOST]
            )
        )
    return charts
