"""Sections of a report on one run."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from curlew.charts import Axis, Bar, BarChart, Chart
from curlew.plots import Run, kind_of
from curlew.plots.run import with_unit
from curlew.report.expected import checks_of
from curlew.report.html import facts, figures, folded, is_number, shown, table

#: Tables that are shown as such where they have at most this many rows.
_MOST_ROWS = 60
_SHOWN = {"peaks of a spectrum", "harmonics of a probe", "powers", "orders of diffraction", "participation",
          "resonances", "refinement"}  # fmt: skip
#: A power balance that is this far from closed is said in the warnings.
_OPEN = 0.02


def seconds(value: object) -> str:
    """Returns a duration.

    >>> seconds(0.0123), seconds(75.0), seconds(None)
    ('12.3 ms', '75 s', '')
    """
    return with_unit(float(f"{value:.3g}"), "s") if isinstance(value, int | float) else ""


def glance(run: Run) -> str:
    """What ran, how large it was, how it ended."""
    summary, resolved = run.summary, run.resolved
    provenance = summary.get("provenance", {})
    solves = summary.get("solves", [])
    converged = sum(s.get("status") == "converged" for s in solves)
    frequency = resolved.get("frequency")
    memory = summary.get("peak_memory_bytes")
    fraction = summary.get("performance", {}).get("fraction_of_copy")
    return facts(
        [
            ("method", summary.get("method") or resolved.get("method")),
            ("unknowns", summary.get("unknowns")),
            ("tetrahedra", summary.get("tets")),
            ("cells", summary.get("cells")),
            ("triangles", summary.get("triangles")),
            ("time steps", summary.get("steps")),
            ("time step", seconds(summary.get("dt_s"))),
            ("simulated time", seconds(summary.get("time_s"))),
            ("ended by", summary.get("ended_by")),
            ("frequency", value_text(frequency, "Hz") if frequency is not None else None),
            ("solves", f"{converged} of {len(solves)} converged" if solves else None),
            ("run time", seconds(summary.get("run_seconds"))),
            ("largest memory", f"{memory / 2**20:.4g} MiB" if is_number(memory) else None),
            ("of copy bandwidth", f"{100 * fraction:.3g} %" if is_number(fraction) else None),
            ("backend", f"{provenance.get('backend', '')}, {provenance.get('threads', '')} threads"),
            ("device", provenance.get("device")),
        ]
    )


def value_text(value: Any, unit: str = "") -> str:
    """Returns a value of a case, long lists shortened.

    >>> value_text([1e9, 2e9, 3e9, 4e9, 5e9, 6e9, 7e9], "Hz")
    '1 GHz … 7 GHz, 7 values'
    >>> value_text({"start": 1e9, "stop": 7e9, "count": 7, "tolerance": 0.003}, "Hz")
    'start 1 GHz, stop 7 GHz, count 7, tolerance 0.003'
    """
    if isinstance(value, dict):
        of_unit = ("start", "stop", "outputs_at")
        return ", ".join(f"{k} {value_text(v, unit if k in of_unit else '')}" for k, v in value.items())
    if isinstance(value, list):
        if len(value) > 6 and all(is_number(v) for v in value):
            return f"{value_text(value[0], unit)} … {value_text(value[-1], unit)}, {len(value)} values"
        more = f", … {len(value)} in all" if len(value) > 6 else ""
        return ", ".join(value_text(v, unit) for v in value[:6]) + more
    return with_unit(float(value), unit) if unit and is_number(value) else shown(value)


def _leaves(value: Any, path: str) -> Iterator[tuple[str, object]]:
    """Paths and values of a section; lists of objects have numbers."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for i, item in enumerate(value[:50]):
            yield from _leaves(item, f"{path}.{i}" if path else str(i))
        if len(value) > 50:
            yield path, f"… {len(value)} in all"
    else:
        yield path, value_text(value)


def set_up(run: Run) -> str:
    """The case as the program resolved it, a table to each section; values in SI units."""
    first = (
        "mesh",
        "grid",
        "materials",
        "regions",
        "objects",
        "boundaries",
        "excitations",
        "frequency",
        "time",
    )
    resolved = {k: v for k, v in run.resolved.items() if k not in ("title", "version", "method", "run")}
    parts = []
    for name in [*(k for k in first if k in resolved), *(k for k in resolved if k not in first)]:
        rows = list(_leaves(resolved[name], ""))
        if not rows:
            continue
        is_open = name in ("materials", "boundaries", "excitations") and len(rows) <= 24
        parts.append(folded(name, facts((key or name, value) for key, value in rows), is_open=is_open))
    return f'<p class="soft">Every value used, in SI units.</p>\n{"".join(parts)}' if parts else ""


def against_expected(run: Run) -> tuple[str, list[str]]:
    """A table of results beside expected values; and warnings of those that are missed."""
    checks = checks_of(run)
    if not checks:
        return "", []
    rows = []
    for c in checks:
        error = 100 * (c.found / c.expected - 1) if c.expected else math.nan
        rows.append(
            (c.what, c.expected, c.found, c.found - c.expected, error, c.tolerance, c.is_met, c.source)
        )
    headers = ("what", "expected", "found", "difference", "relative (%)", "tolerance", "met", "source")
    missed = [
        f"{c.what}: {shown(c.found) or 'nothing'} in place of {shown(c.expected)}"
        for c in checks
        if not c.is_met
    ]
    return table(headers, rows), missed


def power_balance(run: Run) -> tuple[str, list[str]]:
    """How well the powers of each solve add up; and a warning where they do not."""
    if "powers" not in run.tables:
        return "", []
    powers = run.tables["powers"]
    rows, worst = [], 0.0
    for i in range(powers.rows):
        delivered = float(powers["delivered"][i])
        parts = [float(powers[name][i]) for name in ("radiated", "absorbed", "scattered")]
        known = [p for p in parts if not math.isnan(p)]
        is_known = not math.isnan(delivered) and delivered != 0 and bool(known)
        left = 1 - sum(known) / delivered if is_known else math.nan
        worst = max(worst, abs(left)) if is_known else worst
        rows.append((float(powers.f[i]), str(powers["excitation"][i]), delivered, *parts, 100 * left))
    headers = ("f (Hz)", "excitation", "delivered (W)", "radiated (W)", "absorbed (W)", "scattered (W)",
               "left (%)")  # fmt: skip
    note = f"Of the delivered power {100 * worst:.3g} % at most is left." if worst else ""
    said = [f"the power balance of a solve is open by {100 * worst:.3g} % of the delivered power"]
    content = (f"<p>{note}</p>" if note else "") + table(headers, rows[:_MOST_ROWS], powers.note)
    return content, said if worst > _OPEN else []


def numbers(run: Run) -> str:
    """Tables of results that are short enough to read."""
    parts = []
    for name, one in run.tables.items():
        if name == "powers" or kind_of(one).name not in _SHOWN or not 0 < one.rows <= _MOST_ROWS:
            continue
        columns = [one[header].tolist() for header in one]
        rows = [list(row) for row in zip(*columns, strict=True)]
        parts.append(folded(f"{name}.csv", table(list(one), rows), is_open=one.rows <= 12))
    return "".join(parts)


def times(run: Run) -> str:
    """Seconds of each phase as bars, and what part of the copy bandwidth the kernels reach."""
    phases = {k: float(v) for k, v in run.summary.get("wall_seconds", {}).items() if is_number(v)}
    content = ""
    if phases:
        total = float(run.summary.get("run_seconds") or sum(phases.values())) or 1.0
        longest = sorted(phases.items(), key=lambda item: -item[1])
        bars = [Bar(k, [v], f"{seconds(v)}, {100 * v / total:.3g} %") for k, v in longest[:14]]
        chart = BarChart(
            name="times", title="Seconds of each phase", x=Axis("time", "s"), parts=["s"], bars=bars
        )
        content += figures([chart])
    performance = run.summary.get("performance", {})
    kernels = performance.get("kernel", {})
    if kernels:
        keys = ("calls", "seconds", "gbytes_per_s", "fraction_of_copy")
        rows = [(name, *(entry.get(key) for key in keys)) for name, entry in kernels.items()]
        if len(kernels) > 1:
            rows.append(("all", None, *(performance.get(key) for key in keys[1:])))
        copy = performance.get("copy_gbytes_per_s")
        said = (
            f"Bytes are the least that the method can move; a copy of memory reaches {shown(copy)} GB/s here."
        )
        content += table(("kernel", "calls", "seconds", "GB/s", "of copy bandwidth"), rows, said)
    return content


def provenance(run: Run, folder: Path) -> str:
    """Which program, machine, command and inputs made the results, and how to make them again."""
    of_run: Mapping[str, Any] = run.summary.get("provenance", {})
    libraries = ", ".join(f"{k} {v}" for k, v in of_run.get("libraries", {}).items())
    command = shlex.join(str(word) for word in of_run.get("command_line", []))
    content = facts(
        [
            ("version", f"{of_run.get('version', '')} ({of_run.get('git_hash', '')})"),
            ("compiler", f"{of_run.get('compiler', '')}, {of_run.get('build_type', '')}"),
            ("libraries", libraries),
            ("host", of_run.get("host")),
            ("device", of_run.get("device")),
            ("started", of_run.get("started")),
            ("finished", run.summary.get("finished")),
            ("command", command),
            ("results", str(folder)),
        ]
    )
    inputs = [(e.get("file"), e.get("bytes"), e.get("fingerprint")) for e in run.summary.get("inputs", [])]
    if inputs:
        content += table(("input", "bytes", "fingerprint"), inputs)
    resolved = shlex.quote(str(folder / "case.resolved.json"))
    again = f"curlew run {resolved} --output again"
    content += f"<p>The same case once more:</p><pre>{_escaped(again)}</pre>"
    return content


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def split(charts: list[Chart]) -> tuple[list[Chart], list[Chart], list[Chart]]:
    """Returns the picture of the model, those of fields, and the other charts."""
    model = [c for c in charts if c.name == "model"]
    fields = [c for c in charts if c.name.startswith(("fields-", "currents"))]
    return model, fields, [c for c in charts if c not in fields and c not in model]
