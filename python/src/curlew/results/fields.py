"""Fields of a run: the files that ``fields.pvd`` lists, read by pyvista."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np

from curlew._extras import load
from curlew.errors import ResultsError
from curlew.results.table import Array


class Fields:
    """Snapshots in time, or solves at frequencies. Nothing is read before it is asked for.

    Attributes:
        file: The list ``fields.pvd``, which ParaView opens.
        values: Times in s, or frequencies in Hz, one to a snapshot.
        files: The files of each snapshot.
        unit: ``"s"`` or ``"Hz"``.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            sets = ElementTree.parse(file).getroot().iter("DataSet")
            listed = [(float(s.attrib["timestep"]), file.parent / s.attrib["file"]) for s in sets]
        except FileNotFoundError as error:
            raise ResultsError(f"{file}: there are no fields; the case asks for none") from error
        except (OSError, ElementTree.ParseError, KeyError, ValueError) as error:
            raise ResultsError(f"{file} is no list of fields: {error}") from error
        steps: dict[float, list[Path]] = {}
        for value, path in listed:
            steps.setdefault(value, []).append(path)
        self.values: Array = np.array(list(steps))
        self.files = [tuple(paths) for paths in steps.values()]
        # fields_000002_1.5GHz.vti; files of snapshots have no unit in their name.
        self.unit = "Hz" if any("Hz" in path.stem for _, path in listed) else "s"

    @property
    def t(self) -> Array:
        """Times in s."""
        return self._of("s")

    @property
    def f(self) -> Array:
        """Frequencies in Hz. Further sources of one frequency differ by 1e-9 of it."""
        return self._of("Hz")

    def _of(self, unit: str) -> Array:
        if self.unit != unit:
            raise ResultsError(
                f"{self.file} lists times, no frequencies"
                if self.unit == "s"
                else f"{self.file} lists frequencies, no times"
            )
        return self.values

    def __len__(self) -> int:
        return len(self.files)

    def read(self, index: int = 0) -> Any:
        """Returns a snapshot as a pyvista data set; as a MultiBlock where it has several files.

        Arrays are ``E`` and ``H`` in time, ``E_real``, ``E_imag``, ... at a frequency, in V/m and
        A/m; coordinates are in m.

        Raises:
            ResultsError: There is no such snapshot, or its file is absent or broken.
            MissingExtraError: pyvista is not installed.
        """
        if not -len(self) <= index < len(self):
            raise ResultsError(f"{self.file} lists {len(self)} snapshots; there is none with number {index}")
        pyvista = load("pyvista", "fields", "Fields.read()")
        blocks = []
        for path in self.files[index]:
            if not path.is_file():
                raise ResultsError(f"{path} is absent, though {self.file} lists it")
            if not _is_whole(path):
                raise ResultsError(
                    f"{path} is cut short, it does not end as a file of VTK: copy it again, or run the "
                    "case again"
                )
            try:
                block = pyvista.read(str(path))
            except Exception as error:
                raise ResultsError(f"{path} cannot be read: {error}") from error
            blocks.append(block)
        return blocks[0] if len(blocks) == 1 else pyvista.MultiBlock(blocks)

    def __repr__(self) -> str:
        return f"Fields({len(self)} {'times' if self.unit == 's' else 'frequencies'})"


def _is_whole(path: Path) -> bool:
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - 64))
        return b"</VTKFile>" in stream.read()
