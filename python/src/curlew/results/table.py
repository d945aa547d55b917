"""`Table`: a CSV table of a run, its columns as arrays with units."""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from curlew._extras import load
from curlew.errors import ResultsError

Array = NDArray[Any]

_HEADER = re.compile(r"(?P<quantity>.*?)(?: \((?P<unit>[^()]*)\))?")
# Columns that hold names, which may look like numbers.
_TEXTS = {"excitation", "group", "pol", "pol_inc", "side"}


@dataclass(frozen=True)
class Column:
    """A column of a table: its header, taken apart."""

    header: str
    quantity: str
    unit: str

    @classmethod
    def of(cls, header: str) -> Column:
        """Returns the column of a header.

        >>> Column.of("E_x (V/m)")
        Column(header='E_x (V/m)', quantity='E_x', unit='V/m')
        """
        match = _HEADER.fullmatch(header)
        assert match is not None
        return cls(header, match["quantity"], match["unit"] or "")


class Table(Mapping[str, Array]):
    """A table of a run. A column is got by its header or by the name of its quantity.

    Two columns ``Re E_x``, ``Im E_x`` are the complex quantity ``E_x`` as well; columns ``E_x``,
    ``E_y``, ``E_z`` are the vector ``E``, one row to a row of the table; level and phase of
    ``S[2][1]`` are the complex number. Empty fields are NaN.

    Attributes:
        name: Its file without ``.csv``.
        file: Its file.
        columns: Its columns.
        note: What the run remarks on it.
    """

    def __init__(self, file: Path, columns: list[Column], data: list[Array], note: str = "") -> None:
        self.file = file
        self.name = file.stem
        self.columns = tuple(columns)
        self.note = note
        self._data = data

    # Columns

    def _find(self, name: str) -> Array | None:
        for column, values in zip(self.columns, self._data, strict=True):
            if column.header == name:
                return values
        found = [i for i, c in enumerate(self.columns) if c.quantity == name]
        if len(found) > 1:
            headers = ", ".join(f'"{self.columns[i].header}"' for i in found)
            raise ResultsError(f'{self.file}: "{name}" is in several units; take one of {headers}')
        return self._data[found[0]] if found else None

    def _composed(self, name: str) -> Array | None:
        real, imaginary = self._find(f"Re {name}"), self._find(f"Im {name}")
        if real is not None and imaginary is not None:
            return np.asarray(real + 1j * imaginary)
        level, phase = self._find(f"|{name}|"), self._find(f"arg({name})")
        if level is not None and phase is not None and self.unit(f"|{name}|") == "dB":
            return np.asarray(10 ** (level / 20) * np.exp(1j * np.radians(phase)))
        parts: list[Array] = []
        for axis in "xyz":
            part = self._find(f"{name}_{axis}")
            real, imaginary = self._find(f"Re {name}_{axis}"), self._find(f"Im {name}_{axis}")
            if part is not None:
                parts.append(part)
            elif real is not None and imaginary is not None:
                parts.append(real + 1j * imaginary)
        return np.stack(parts, axis=-1) if len(parts) == 3 else None

    def __getitem__(self, name: str) -> Array:
        found = self._find(name)
        if found is None:
            found = self._composed(name)
        if found is None:
            headers = ", ".join(f'"{c.header}"' for c in self.columns)
            raise ResultsError(f'{self.file} has no "{name}"; its columns are {headers}')
        return found

    def unit(self, name: str) -> str:
        """Returns the unit of a column; empty where it has none."""
        for column in self.columns:
            if name in (column.header, column.quantity):
                return column.unit
        for column in self.columns:
            if column.quantity in (f"Re {name}", f"{name}_x", f"Re {name}_x"):
                return column.unit
        return ""

    @property
    def units(self) -> dict[str, str]:
        """The unit of each column, by its header."""
        return {c.header: c.unit for c in self.columns}

    def __iter__(self) -> Iterator[str]:
        return iter([c.header for c in self.columns])

    def __len__(self) -> int:
        """The number of columns, as of every mapping; `rows` is that of the rows."""
        return len(self.columns)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        return self._find(name) is not None or self._composed(name) is not None

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self._data[0]) if self._data else 0

    @property
    def f(self) -> Array:
        """Frequencies in Hz, one to a row."""
        return self["f"]

    @property
    def t(self) -> Array:
        """Times in s, one to a row."""
        return self["t"]

    # Rows

    def where(self, **conditions: object) -> Table:
        """Returns the rows in which quantities have values: ``where(phi=0, excitation="wave")``.

        Raises:
            ResultsError: There is no such row; the message has the values that there are.
        """
        chosen = np.ones(self.rows, dtype=bool)
        for name, value in conditions.items():
            column = self[name]
            if column.dtype.kind in "fc":
                fits = np.isclose(column, float(value), rtol=1e-9, atol=1e-12)  # type: ignore[arg-type]
            else:
                fits = column == str(value)
            if not (chosen & fits).any():
                there = ", ".join(str(v) for v in np.unique(column[chosen])[:20])
                raise ResultsError(f"{self.file} has no row with {name} = {value}; there are {there}")
            chosen &= fits
        return Table(self.file, list(self.columns), [v[chosen] for v in self._data], self.note)

    def grid(self, name: str, *axes: str) -> tuple[Array, ...]:
        """Returns the values along each axis, and the quantity over all of them:
        ``theta, phi, gain = table.grid("gain", "theta", "phi")``.

        Raises:
            ResultsError: Rows are missing, or several are at one point: take `where` first.
        """
        values = self[name]
        found = [np.unique(self[axis], return_inverse=True) for axis in axes]
        shape = tuple(len(along) for along, _ in found)
        count = int(np.prod(shape))
        flat = np.ravel_multi_index([place for _, place in found], shape)
        if len(values) != count or len(np.unique(flat)) != count:
            raise ResultsError(
                f"{self.file}: {len(values)} rows are no grid of {' x '.join(map(str, shape))} over "
                f"{', '.join(axes)}; choose frequency, excitation or what else differs by where()"
            )
        ordered = np.empty((count, *values.shape[1:]), dtype=values.dtype)
        ordered[flat] = values
        return (*(along for along, _ in found), ordered.reshape(shape + values.shape[1:]))

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame, with the headers as names of the columns."""
        pandas = load("pandas", "pandas", "to_pandas()")
        return pandas.DataFrame(
            {c.header: values for c, values in zip(self.columns, self._data, strict=True)}
        )

    def __repr__(self) -> str:
        return f"Table({self.name!r}, {self.rows} rows: {', '.join(self)})"


def read_table(file: Path, *, growing: bool = False, note: str = "") -> Table:
    """Reads a table of a run.

    Args:
        file: The CSV file, with a header line.
        growing: A run still writes it, or was ended while it did: a last line without its end is
            left out.
        note: What the run remarks on it.

    Raises:
        ResultsError: It is absent, empty, cut, or no table; the message has file and line.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ResultsError(f"{file}: there is no such table") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ResultsError(f"{file} cannot be read: {error}") from error
    complete, _, rest = text.rpartition("\n")
    if rest and not growing:
        line = text.count("\n") + 1
        raise ResultsError(f"{file}:{line}: the last line is cut off; the run was ended, or copying")
    head, _, body = complete.partition("\n")
    if not head:
        raise ResultsError(f"{file} is empty: a table begins with a line of names")
    columns = [Column.of(header) for header in next(csv.reader([head]))]
    numbers = _numbers(body, columns)
    if numbers is not None:
        return Table(file, columns, list(numbers.T), note)
    rows = list(csv.reader(complete.splitlines()))
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(columns):
            raise ResultsError(f"{file}:{number}: {len(row)} fields, the header has {len(columns)}")
    fields = list(zip(*rows[1:], strict=True)) or [() for _ in columns]
    data = [_array(file, c, values) for c, values in zip(columns, fields, strict=True)]
    return Table(file, columns, data, note)


def _numbers(body: str, columns: list[Column]) -> Array | None:
    """Returns a table that has numbers alone, as (rows, columns), ten times faster than field by field;
    None of any other."""
    separators = len(columns) - 1
    if not body or '"' in body or any(c.quantity in _TEXTS for c in columns):
        return None
    lines = body.splitlines()
    if any(line.count(",") != separators for line in lines):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            values = np.fromstring(",".join(lines), sep=",")
        except (DeprecationWarning, ValueError):
            return None  # a field is empty, or no number
    return values.reshape(-1, len(columns)) if values.size == len(lines) * len(columns) else None


def _array(file: Path, column: Column, values: tuple[str, ...]) -> Array:
    if column.quantity in _TEXTS:
        return np.array(values, dtype=str)
    try:
        return np.array([float(value) if value else np.nan for value in values], dtype=float)
    except ValueError:
        if not column.unit:
            return np.array(values, dtype=str)
    for number, value in enumerate(values, 2):
        try:
            float(value or "nan")
        except ValueError as error:
            raise ResultsError(f'{file}:{number}: "{value}" in "{column.header}" is no number') from error
    raise AssertionError("one of the values is no number")
