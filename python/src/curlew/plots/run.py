"""`Run`: the tables that charts are made of, of a results folder or of a file of measurements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from curlew.charts.scale import number, prefix
from curlew.results.table import Array, Table


@dataclass(frozen=True)
class Run:
    """What charts are made of.

    Attributes:
        tables: All tables by name.
        summary: ``summary.json``; empty of measurements.
        resolved: ``case.resolved.json``; empty of measurements.
    """

    tables: Mapping[str, Table]
    summary: Mapping[str, Any] = field(default_factory=dict)
    resolved: Mapping[str, Any] = field(default_factory=dict)


def with_unit(value: float, unit: str) -> str:
    """Returns a value with its unit and a prefix.

    >>> with_unit(2.4e9, "Hz"), with_unit(0.0, "s")
    ('2.4 GHz', '0 s')
    """
    factor, said = prefix(unit, abs(value))
    return f"{number(value / factor)} {said}".strip()


def key_text(key: str, value: object) -> str:
    """Returns a value of a column that tells rows apart: ``"2.4 GHz"``, ``"φ 90°"``, ``"feed"``."""
    short = {"phi": "φ", "theta": "θ", "theta_inc": "θ inc", "phi_inc": "φ inc", "pol_inc": "pol"}
    if key == "f":
        return with_unit(float(str(value)), "Hz")
    if isinstance(value, str):
        return f"{short[key]} {value}" if key in short else value
    return f"{short.get(key, key)} {number(float(str(value)))}{'°' if key in short else ''}"


def groups(table: Table, keys: Iterable[str]) -> dict[str, Array]:
    """Returns the numbers of the rows that agree in some columns, by a text of what differs."""
    columns = {key: table[key].tolist() for key in keys if key in table}
    several = [key for key, values in columns.items() if len(set(values)) > 1]
    found: dict[tuple[object, ...], list[int]] = {}
    for i, values in enumerate(zip(*columns.values(), strict=True)) if columns else []:
        found.setdefault(values, []).append(i)
    if not columns:
        return {"": np.arange(table.rows)}
    named = {}
    for values, rows in found.items():
        said = [key_text(k, v) for k, v in zip(columns, values, strict=True) if k in several]
        named[", ".join(said)] = np.array(rows)
    return named


def chosen(names: list[str], most: int) -> tuple[list[str], str]:
    """Returns at most `most` names, evenly spread, and a remark where some are left out."""
    if len(names) <= most:
        return names, ""
    picked = sorted({round(i * (len(names) - 1) / (most - 1)) for i in range(most)})
    return [names[i] for i in picked], f"{len(picked)} of {len(names)} are drawn."
