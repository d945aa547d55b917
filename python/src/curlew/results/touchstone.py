"""Touchstone files of measurements, as tables of S-parameters.

`curlew report` reads them without scikit-rf, which `SParameters.network` uses; a test compares both readers.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from curlew.errors import ResultsError
from curlew.results.table import Array, Column, Table

_UNITS = {"HZ": 1.0, "KHZ": 1e3, "MHZ": 1e6, "GHZ": 1e9}


def read_touchstone(file: Path) -> Table:
    """Returns S of a Touchstone file (versions 1 and 2, ``.sNp`` or ``.ts``) as a table with the
    columns of ``port-S.csv``. S refers to the impedances of the file, which are not changed.

    Raises:
        ResultsError: The file is absent, cut or broken, or has no S-parameters.
    """
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise ResultsError(f"{file} cannot be read: {error.strerror}") from error
    match = re.fullmatch(r"\.s(\d+)p", file.suffix.lower())
    ports, order = int(match[1]) if match else 0, "21_12"
    options: list[str] = []
    numbers: list[float] = []
    for place, line in enumerate(lines, 1):
        words = line.split("!")[0].split()
        if not words:
            continue
        if words[0].startswith("#"):
            options = options or [w.upper() for w in [*([words[0][1:]] if words[0][1:] else []), *words[1:]]]
        elif words[0].startswith("["):
            keyword, _, rest = " ".join(words).partition("]")
            if keyword[1:].lower() == "number of ports":
                ports = int(rest) if rest.strip().isdigit() else 0
            elif keyword[1:].lower() == "two-port data order":
                order = rest.strip()
            elif keyword[1:].lower() in ("noise data", "end"):
                break
        else:
            try:
                row = [float(word) for word in words]
                if ports == 2 and len(row) == 5 and len(numbers) % 9 == 0 and row[:1] <= numbers[-9:-8]:
                    break  # noise of an amplifier begins at a lower frequency
                numbers += row
            except ValueError as error:
                if numbers:  # of [Reference] there are lines before the data
                    raise ResultsError(f"{file}:{place}: a row of numbers is expected: {error}") from error
    return _table(file, np.array(numbers), ports, order, options)


def _table(file: Path, numbers: Array, ports: int, order: str, options: list[str]) -> Table:
    width = 1 + 2 * ports**2
    if not ports or not numbers.size or numbers.size % width:
        raise ResultsError(f"{file} is no whole Touchstone file: {numbers.size} numbers, {ports} ports")
    if {"Y", "Z", "H", "G"} & set(options):
        raise ResultsError(f"{file} has no S-parameters: {' '.join(options)}")
    rows = numbers.reshape(-1, width)
    if (np.diff(rows[:, 0]) <= 0).any():
        raise ResultsError(f"{file}: its frequencies do not rise")
    unit = next((_UNITS[w] for w in options if w in _UNITS), 1e9)
    first, second = rows[:, 1::2], rows[:, 2::2]
    if "RI" in options:
        s: Array = first + 1j * second
    else:
        size = 10 ** (first / 20) if "DB" in options else first
        s = size * np.exp(1j * np.radians(second))
    s = np.asarray(s, dtype=complex).reshape(-1, ports, ports)
    if ports == 2 and order == "21_12":
        s = s.transpose(0, 2, 1)
    columns, data = [Column.of("f (Hz)")], [rows[:, 0] * unit]
    with np.errstate(divide="ignore"):
        for j in range(ports):
            for i in range(ports):
                name = f"S[{i + 1}][{j + 1}]"
                columns += [Column.of(f"|{name}| (dB)"), Column.of(f"arg({name}) (deg)")]
                data += [20 * np.log10(np.abs(s[:, i, j])), np.degrees(np.angle(s[:, i, j]))]
    return Table(file, columns, data)
