"""Results against expected values: of resonances, and of the file ``expected.csv`` beside a case."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from curlew.errors import ResultsError
from curlew.plots import Run
from curlew.results.table import Table

#: Columns of ``expected.csv``.
COLUMNS = ("table", "column", "where", "expected", "tolerance", "source")


@dataclass(frozen=True)
class Check:
    """A value of the run beside the one that it should have.

    Attributes:
        what: Table, column and row.
        found: The value; NaN: it is not there.
        expected: What it should be.
        tolerance: The largest difference that is well.
        source: Where the expected value is from.
    """

    what: str
    found: float
    expected: float
    tolerance: float
    source: str

    @property
    def is_met(self) -> bool:
        """Whether the value is within the tolerance."""
        return bool(abs(self.found - self.expected) <= self.tolerance)


def checks_of(run: Run) -> list[Check]:
    """Returns all checks of a run.

    Raises:
        ResultsError: ``expected.csv`` is broken; the message has file and line.
    """
    return _resonances(run) + _of_file(run)


def _resonances(run: Run) -> list[Check]:
    found = []
    for probe, spectrum in run.summary.get("spectra", {}).items():
        asked = run.resolved.get("outputs", {}).get("spectra", [])
        shares = [s.get("expected_tolerance", 0.01) for s in asked if s.get("probe") == probe]
        for entry in spectrum.get("expected", []):
            there, wanted = entry.get("found_hz"), float(entry["expected_hz"])
            value = float("nan") if there is None else float(there)
            tolerance = float(shares[0] if shares else 0.01) * wanted
            what = f"resonance at probe {probe}, Hz"
            found.append(Check(what, value, wanted, tolerance, "outputs.spectra.expected of the case"))
    return found


def _of_file(run: Run) -> list[Check]:
    inputs = run.summary.get("inputs", [])
    file = Path(str(inputs[0]["file"])).parent / "expected.csv" if inputs else Path()
    if not inputs or not file.is_file():
        return []
    try:
        rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise ResultsError(f"{file} cannot be read: {error}") from error
    found = []
    for number, row in enumerate(rows, 2):
        try:
            found.append(_check(row, run.tables))
        except (KeyError, TypeError, ValueError) as error:
            raise ResultsError(
                f"{file}:{number}: a line has {', '.join(COLUMNS)}; expected and tolerance are numbers, "
                f"where is like f=1e9;theta=90 ({error})"
            ) from error
    return found


def _check(row: Mapping[str, Any], tables: Mapping[str, Table]) -> Check:
    name, column, where = (str(row[key]).strip() for key in ("table", "column", "where"))
    conditions = dict(part.split("=", 1) for part in where.split(";") if part.strip())
    value = float("nan")
    largest = column.startswith("max ")
    if name in tables:
        try:
            chosen = tables[name].where(**{k.strip(): _number(v.strip()) for k, v in conditions.items()})
            values = np.asarray(chosen[column.removeprefix("max ")], dtype=float)
            if largest or len(values) == 1:
                value = float(np.nanmax(values))
        except ResultsError:
            pass  # a run without that row: the value is not there
    what = " ".join(filter(None, [name, column, f"at {where}" if where else ""]))
    return Check(what, value, float(row["expected"]), float(row["tolerance"]), str(row["source"] or ""))


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
