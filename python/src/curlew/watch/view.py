"""The text of a view: state, progress, traces, residuals, the last lines of the log."""

from __future__ import annotations

import time
from calendar import timegm
from typing import Any

import numpy as np

from curlew.charts.scale import number
from curlew.errors import ResultsError
from curlew.plots.run import with_unit
from curlew.results import Results
from curlew.results.table import Array, Table

_LEVELS = "▁▂▃▄▅▆▇█"
#: Traces shown, and lines of the log.
_TRACES, _LOG = 4, 5
#: A larger table takes longer to read than a view may.
_LARGEST = 30_000_000


def view(results: Results, width: int = 80) -> str:
    """Returns a view of a run, lines of at most `width` characters.

    Raises:
        ResultsError: A file is broken; the message has its name.
    """
    tables = _tables_in_time(results)
    lines = [_head(results), *_progress(results, tables, width)]
    for name, table in tables[:_TRACES]:
        lines += _trace(name, table, width)
    lines += _residuals(results, width)
    log = results.folder / "run.log"
    if log.is_file():
        said = log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG:]
        lines += ["", *(line[11:] for line in said)]
    return "\n".join(line[:width] for line in lines) + "\n"


def _head(results: Results) -> str:
    resolved = results.resolved
    if results.running:
        state = "running"
        since = _since(results)
        if since is not None:
            state += f" for {_duration(time.time() - since)}"
    else:
        state = "finished" if results.finished else "not running, and not at its end"
    return f"{resolved.get('title') or results.folder.name} ({resolved.get('method')}): {state}"


def _since(results: Results) -> float | None:
    """When the run began, in seconds since 1970."""
    try:
        lock = (results.folder / ".curlew-lock").read_text(encoding="utf-8", errors="replace")
        said = dict(line.split(" ", 1) for line in lock.splitlines() if " " in line)
        return float(timegm(time.strptime(said.get("since", ""), "%Y-%m-%dT%H:%M:%SZ")))
    except (OSError, ValueError):
        return None


def _duration(seconds: float) -> str:
    """Returns minutes and seconds, or hours and minutes.

    >>> _duration(75), _duration(7500)
    ('1:15 min', '2:05 h')
    """
    whole = max(round(seconds), 0)
    large, small = divmod(whole // 60, 60) if whole >= 3600 else divmod(whole, 60)
    return f"{large}:{small:02d} {'h' if whole >= 3600 else 'min'}"


def _tables_in_time(results: Results) -> list[tuple[str, Table]]:
    """Tables over time that have rows: probes first, energies, ports, power through surfaces."""
    order = ("probe_", "energy", "port_", "flux_")
    names = [n for start in order for n in results.table_names if n.startswith(start)]
    found: list[tuple[str, Table]] = []
    for name in names:
        file = results.folder / f"{name}.csv"
        if len(found) > _TRACES or not file.is_file() or file.stat().st_size > _LARGEST:
            continue
        if not file.read_bytes()[:16].startswith(b"t (s)"):
            continue
        table = results.table(name)
        if table.rows:
            found.append((name, table))
    return found


def _progress(results: Results, tables: list[tuple[str, Table]], width: int) -> list[str]:
    duration = _number(results.resolved.get("time"), "duration")
    if tables and duration:
        now = max(float(np.max(table.t)) for _, table in tables)
        said = f"t = {with_unit(now, 's')} of {with_unit(duration, 's')}"
        since = _since(results)
        if results.running and since is not None and 0 < now < duration:
            said += f", about {_duration((time.time() - since) * (duration / now - 1))} left"
        return [bar(now / duration, said, width)]
    solves = _solves(results)
    if solves:
        ended = [s for s in solves if s.get("status") in ("converged", "failed")]
        return [bar(len(ended) / len(solves), f"{len(ended)} of {len(solves)} solves", width)]
    return [] if results.finished else ["nothing is written yet that tells how far the run is"]


def bar(part: float, said: str, width: int) -> str:
    """Returns a bar with a text.

    >>> bar(0.5, "5 of 10", 40)
    '[##########..........]  50 %  5 of 10'
    """
    room = min(max(width - len(said) - 12, 10), 20 if width < 60 else 30)
    full = round(room * min(max(part, 0.0), 1.0))
    return f"[{'#' * full}{'.' * (room - full)}] {100 * part:3.0f} %  {said}"


def spark(values: Array, count: int) -> str:
    """Returns values as bars, those of a piece by the one farthest from the median of all.

    >>> spark(np.arange(8.0), 8)
    '▁▂▃▄▅▆▇█'
    """
    known = values[np.isfinite(values)]
    if not known.size:
        return ""
    low, high = float(known.min()), float(known.max())
    middle = float(np.median(known))
    pieces = np.array_split(known, min(count, known.size))
    picked = np.array([piece[np.argmax(np.abs(piece - middle))] for piece in pieces])
    levels = np.zeros(len(picked)) if high == low else (picked - low) / (high - low) * (len(_LEVELS) - 1)
    return "".join(_LEVELS[round(float(level))] for level in levels)


def _trace(name: str, table: Table, width: int) -> list[str]:
    """The column with the largest values over time, and its range."""
    columns = [c for c in table.columns[1:] if np.issubdtype(table[c.header].dtype, np.floating)]
    columns = [c for c in columns if np.ndim(table[c.header]) == 1]
    if not columns:
        return []
    largest = max(columns, key=lambda c: float(np.nanmax(np.abs(table[c.header]), initial=0.0)))
    values = np.asarray(table[largest.header], dtype=float)
    known = values[np.isfinite(values)]
    said = f"{name}, {largest.quantity}: now {_value(values[-1], largest.unit)}"
    if known.size:
        low, high = (_value(float(v), largest.unit) for v in (known.min(), known.max()))
        said += f", from {low} to {high}"
    return ["", said, spark(values, width - 2)]


def _value(value: float, unit: str) -> str:
    return with_unit(value, unit) if np.isfinite(value) else number(float(value))


def _residuals(results: Results, width: int) -> list[str]:
    """The residual of the last solve that has iterations."""
    names = [n for n in results.table_names if n == "convergence" or n.startswith("convergence_")]
    if not names:
        return []
    name = max(names, key=lambda n: (results.folder / f"{n}.csv").stat().st_mtime_ns)
    table = results.table(name)
    column = next((c for c in table.columns if c.quantity == "residual"), None)
    if column is None or not table.rows:
        return []
    values = np.asarray(table[column.header], dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        levels = np.log10(values)
    return ["", f"{name}: {table.rows} rows, residual {values[-1]:.2e}", spark(levels, width - 2)]


def _solves(results: Results) -> list[dict[str, Any]]:
    if not (results.folder / "summary.json").is_file():
        return []
    solves = results.summary.get("solves", [])
    if not isinstance(solves, list) or not all(isinstance(s, dict) for s in solves):
        raise ResultsError(f'{results.folder / "summary.json"} is broken: "solves" is no list of objects')
    return solves


def _number(section: object, key: str) -> float | None:
    value = section.get(key) if isinstance(section, dict) else None
    return float(value) if isinstance(value, int | float) and value > 0 else None
