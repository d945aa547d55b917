"""The program's library of materials, and fits of poles to tables.

A case takes an entry by name: ``case["materials.gold"] = {"library": "gold (Rakic 1998)"}``.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from curlew.errors import CurlewError
from curlew.program import Program, find_program


@dataclass(frozen=True)
class LibraryMaterial:
    """One entry of the library.

    Attributes:
        name: Its name, which a case gives as "library".
        about: What it is.
        source: Where its constants are published.
        band: The lowest and the highest frequency where the source has them hold, Hz.
        keys: The keys of a material of a case.
    """

    name: str
    about: str
    source: str
    band: tuple[float, float]
    keys: dict[str, Any]


@dataclass(frozen=True)
class Fit:
    """Poles that follow a table.

    Attributes:
        keys: The keys of a material of a case: "eps_inf" and lists of poles.
        report: The errors over the band, in words.
    """

    keys: dict[str, Any]
    report: str


def names(program: Program | None = None) -> list[str]:
    """Returns the names of the library.

    >>> "gold (Rakic 1998)" in names()
    True
    """
    return list((program or find_program()).material_library)


def get(name: str, program: Program | None = None) -> LibraryMaterial:
    """Returns an entry of the library.

    Raises:
        KeyError: There is none of this name.

    >>> get("BK7 (Schott)").keys["eps_inf"]
    1
    """
    entry = (program or find_program()).material_library[name]
    low, high = entry["band"]
    return LibraryMaterial(name, entry["about"], entry["source"], (low, high), entry["material"])


def fit(
    table: str | os.PathLike[str],
    *,
    poles: int = 8,
    band: Sequence[str | float] | None = None,
    tolerance: float = 0.01,
    program: Program | None = None,
) -> Fit:
    """Fits poles to a CSV table of a permittivity, for methods in time, by ``curlew fit``.

    Args:
        table: A CSV with `wavelength (UNIT)` or `frequency (UNIT)` and `n,k` or `eps',eps''`.
        poles: The largest number of poles.
        band: Both ends: text with a unit ("400 nm", "500 THz") or frequencies in Hz. Default: the table's.
        tolerance: The error below which no pole is added.
        program: The program; default `find_program()`.

    Raises:
        CurlewError: The program's message: a fault of the table has line and column.
    """
    chosen = program or find_program()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "poles.json"
        arguments = [str(table), "--poles", str(poles), "--tolerance", repr(tolerance)]
        arguments += ["--output", str(output)]
        if band is not None:
            arguments += ["--band", *(end if isinstance(end, str) else f"{end!r} Hz" for end in band)]
        done = subprocess.run(
            [str(chosen.path), "fit", *arguments], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise CurlewError(done.stderr.strip().removeprefix("error: "))
        return Fit(json.loads(output.read_text()), done.stderr.strip())
