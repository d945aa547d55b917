"""`Results`: the folder of a run."""

from __future__ import annotations

import json
import os
import re
import socket
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from curlew._codes import coded
from curlew._version import __version__
from curlew.errors import ResultsError, ResultsWarning
from curlew.results.compared import compared
from curlew.results.fields import Fields
from curlew.results.named import Named
from curlew.results.network import Impedances, SParameters
from curlew.results.sar_of_run import sar_of
from curlew.results.table import Table, read_table
from curlew.results.tissue import Sar

if TYPE_CHECKING:
    from curlew.case import Case

_MANIFEST, _SUMMARY, _RESOLVED = ".curlew-manifest", "summary.json", "case.resolved.json"


class Results:
    """The results folder of a run, of any method. Files are read when they are asked for, and
    again when they have changed: while a run goes on, tables are as long as it has come.

    ``results.tables`` has every table by its name; the other members are those tables by what they
    are. What the case did not ask for raises `ResultsError`, with the tables that there are.

    Attributes:
        folder: The folder, as an absolute path.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).absolute()
        self._cache: dict[Path, tuple[tuple[int, int, bool], Any]] = {}
        if not self.folder.exists():
            raise ResultsError(f"{self.folder}: there is no such folder")
        if not self.folder.is_dir():
            raise ResultsError(f"{self.folder} is a file; results are a folder")
        if not any((self.folder / name).exists() for name in (_MANIFEST, _SUMMARY, _RESOLVED)):
            raise ResultsError(f"{self.folder} has no results of Curlew: neither {_SUMMARY} nor {_RESOLVED}")

    def _read(self, file: Path, read: Any) -> Any:
        """What `read` makes of a file, anew where the file has changed."""
        try:
            state = file.stat()
        except OSError as error:
            raise ResultsError(f"{file}: there is no such file (yet)") from error
        key = (state.st_size, state.st_mtime_ns, self.finished if file.suffix == ".csv" else True)
        if file not in self._cache or self._cache[file][0] != key:
            self._cache[file] = (key, read(file))
        return self._cache[file][1]

    def _json(self, name: str) -> dict[str, Any]:
        def read(file: Path) -> dict[str, Any]:
            try:
                values = json.loads(file.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise ResultsError(f"{file} is broken: it is no JSON: {error}") from error
            if not isinstance(values, dict):
                raise ResultsError(f"{file} is broken: it holds no object")
            return values

        found: dict[str, Any] = self._read(self.folder / name, read)
        return found

    # The run

    @property
    def summary(self) -> dict[str, Any]:
        """``summary.json``: provenance, sizes, iterations, wall times, warnings, figures."""
        values = self._json(_SUMMARY)
        if values.get("program") != "curlew":
            raise ResultsError(f"{self.folder / _SUMMARY} is not Curlew's")
        version = str(values.get("provenance", {}).get("version", ""))
        if version.split(".")[:2] != __version__.split(".")[:2]:
            text = coded(f"{self.folder}: results of Curlew {version}, this package is for {__version__}")
            warnings.warn(text, ResultsWarning, stacklevel=3)
        return values

    @property
    def resolved(self) -> dict[str, Any]:
        """``case.resolved.json``: every value used, in SI units."""
        return self._json(_RESOLVED)

    @property
    def warnings(self) -> list[str]:
        """The warnings of the run. Places in a case file that is gone (`run` makes one) are left out."""
        values = self.summary
        files = [str(entry.get("file")) for entry in values.get("inputs", [])[:1]]
        gone = [re.compile(re.escape(f) + r":\d+:\d+: ") for f in files if not Path(f).exists()]
        return [gone[0].sub("", text) if gone else text for text in values.get("warnings", [])]

    @property
    def warning_codes(self) -> list[str]:
        """The code of each of the `warnings`: ``curlew explain CODE``. Empty for runs of older versions."""
        return list(self.summary.get("warning_codes", []))

    @property
    def running(self) -> bool:
        """Whether a run writes the folder; one of another host is taken to do so."""
        try:
            lock = (self.folder / ".curlew-lock").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False
        said = dict(line.split(" ", 1) for line in lock.splitlines() if " " in line)
        if said.get("host") != socket.gethostname() or not said.get("process", "").isdigit():
            return True
        try:
            os.kill(int(said["process"]), 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass  # another user's
        return True

    @property
    def finished(self) -> bool:
        """Whether a run came to its end and every solve converged."""
        if self.running or not (self.folder / _SUMMARY).exists():
            return False
        solves = self._solves()
        return "finished" in self._json(_SUMMARY) and all(s.get("status") == "converged" for s in solves)

    def _solves(self) -> list[dict[str, Any]]:
        """The solves of a run at frequencies."""
        solves = self._json(_SUMMARY).get("solves", [])
        if not isinstance(solves, list) or not all(isinstance(s, dict) for s in solves):
            raise ResultsError(f'{self.folder / _SUMMARY} is broken: "solves" is no list of objects')
        return solves

    def require_case(self, case: Case) -> None:
        """Raises `ResultsError` where the folder has the results of another case; the message has
        the first value that differs. Title, backend and folder may differ."""
        ours, theirs = (compared(values) for values in (case.resolved(), self.resolved))
        for key in dict.fromkeys([*ours, *theirs]):
            if ours.get(key) != theirs.get(key):
                said = [json.dumps(v.get(key)) for v in (ours, theirs)]
                raise ResultsError(
                    f'{self.folder} has results of another case: "{key}" is {said[1]} there, '
                    f"{said[0]} in this one"
                )

    # Tables

    @property
    def files(self) -> list[str]:
        """The files that the run lists as its own, those that are there."""
        return [name for name in self._listed() if (self.folder / name).is_file()]

    def _listed(self) -> list[str]:
        """The names of files in the manifest; without one, those that there are."""
        try:
            lines = (self.folder / _MANIFEST).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return sorted(p.name for p in self.folder.iterdir() if p.is_file())
        return [line for line in lines if line and not line.startswith("#")]

    @property
    def table_names(self) -> list[str]:
        """The names of all tables: their files without ``.csv``."""
        return [f.removesuffix(".csv") for f in self.files if f.endswith(".csv") and "/" not in f]

    @property
    def tables(self) -> Named:
        """Every table by its name."""
        return Named(self, "")

    def table(self, name: str) -> Table:
        """Returns a table by its name (``"energy"``)."""
        file = self.folder / f"{name}.csv"
        if name not in self.table_names:
            there = ", ".join(self.table_names) or "none"
            raise ResultsError(
                f'{self.folder} has no table "{name}.csv": the case asks for none, or the run is '
                f"not so far; there are: {there}"
            )
        return self._table(file)

    def _table(self, file: Path) -> Table:
        growing = not self.finished
        found: Table = self._read(file, lambda f: read_table(f, growing=growing, note=self._note(f.stem)))
        return found

    def all_tables(self) -> dict[str, Table]:
        """Returns every table by its name, all of them read.

        Raises:
            ResultsError: One is broken, or the run came to its end and one that it lists is absent.
        """
        if self.finished:
            there = set(self.files)
            for name in self._listed():
                if name.endswith(".csv") and name not in there:
                    raise ResultsError(f"{self.folder / name} is absent, though the run lists it as its own")
        return {name: self._table(self.folder / f"{name}.csv") for name in self.table_names}

    def _note(self, name: str) -> str:
        if not (self.folder / _SUMMARY).exists():
            return ""
        solves = self._solves()
        return "; ".join(dict.fromkeys(s[f"{name}_note"] for s in solves if f"{name}_note" in s))

    @property
    def probes(self) -> Named:
        """Fields at points: ``t`` or ``f``, ``x``, ``y``, ``z``, and ``E`` or ``H`` (3 columns)."""
        return Named(self, "probe_")

    @property
    def spectra(self) -> Named:
        """Spectra of probes: ``f``, ``|E|`` or ``|H|``."""
        return Named(self, "spectrum_")

    @property
    def peaks(self) -> Named:
        """Resonances in the spectra: ``f``, ``amplitude``, ``width``, ``Q``."""
        return Named(self, "peaks_")

    @property
    def harmonics(self) -> Named:
        """Harmonics of probes in nonlinear media."""
        return Named(self, "harmonics_")

    @property
    def fluxes(self) -> Named:
        """Power through surfaces at frequencies: ``f``, ``excitation``, ``P``."""
        return Named(self, "flux_", r".*(?<!_time)")

    @property
    def fluxes_in_time(self) -> Mapping[str, Table]:
        """Power through surfaces in time: ``t``, ``P``."""
        return {name: self.table(f"flux_{name}_time") for name in self._fluxes_in_time()}

    def _fluxes_in_time(self) -> list[str]:
        names = [n.removeprefix("flux_") for n in self.table_names if n.startswith("flux_")]
        return [n.removesuffix("_time") for n in names if n.endswith("_time")]

    @property
    def ports(self) -> Named:
        """Ports in time: ``t``, voltage ``V``, current ``I``, waves ``a`` and ``b``. Where several
        are excited the names are ``"2_from_1"``."""
        return Named(self, "port_")

    @property
    def energy(self) -> Table:
        """Energies in time: ``t``, ``W_e``, ``W_m``, ``W``."""
        return self.table("energy")

    @property
    def powers(self) -> Table:
        """Powers of each solve: ``delivered``, ``radiated``, ``absorbed``, ``scattered``."""
        return self.table("powers")

    @property
    def rcs(self) -> Table:
        """Radar cross sections: ``rcs (m^2)``, ``rcs (dBsm)`` over ``theta``, ``phi``."""
        return self.table("rcs")

    @property
    def far_field(self) -> Table:
        """Far fields: ``rE_theta``, ``rE_phi``, ``gain``, ``directivity`` over ``theta``, ``phi``."""
        return self.table("far_field")

    @property
    def orders(self) -> Table:
        """Orders of diffraction: ``side``, ``m``, ``n``, ``pol``, ``efficiency``."""
        return self.table("orders")

    @property
    def modes(self) -> Table:
        """Resonances: ``mode``, ``f``, ``Q``, ``volume``."""
        return self.table("eigenmodes")

    @property
    def participation(self) -> Table:
        """Shares of volumes and walls in energies and losses."""
        return self.table("participation")

    @property
    def refinement(self) -> Table:
        """Passes of adaptive refinement."""
        return self.table("refinement")

    @property
    def convergence(self) -> list[Table]:
        """Residuals over iterations, one table to a solve."""
        names = [n for n in self.table_names if re.fullmatch(r"convergence(_\d+)?", n)]
        return [self.table(n) for n in sorted(names, key=lambda n: (len(n), n))]

    @property
    def s(self) -> SParameters:
        """S-parameters: ``s[i, j]``, ``s.f``, ``s.network()``."""
        table = self.table("port-S")
        pattern = re.compile(r".*\.(s\d+p|ts)")
        touchstone = [self.folder / f for f in self.files if pattern.fullmatch(f)]
        asked = self.resolved.get("outputs", {}).get("s_parameters")
        waves = asked.get("waves", "power") if isinstance(asked, dict) else "power"
        return SParameters(table, touchstone[0] if touchstone else None, self.table("port-Z"), waves)

    @property
    def z(self) -> Impedances:
        """Impedances into the excited ports: ``z[1]``, ``z.f``."""
        return Impedances(self.table("port-Z"))

    @property
    def fields(self) -> Fields:
        """Fields, and currents on surfaces, for pyvista and ParaView."""
        found: Fields = self._read(self.folder / "fields.pvd", Fields)
        return found

    def sar(
        self, index: int = 0, *, density: Mapping[str, float] | None = None, cell: float | None = None
    ) -> Sar:
        """Returns the specific absorption rate of a solve; ``results.sar().average(0.01)`` is that of 10 g.

        The case has ``outputs.fields`` of everything at a frequency, and of fdfd ``outputs.sar``. Fields of
        tetrahedra are sampled at the centres of the cells of a grid.

        Args:
            index: Number of the solve.
            density: Material to kg/m^3, before those of the case; 0: no tissue.
            cell: Of tetrahedra: edge of a cell in m, about; without it a tenth of the side of a 1 g cube.

        Raises:
            ResultsError: A material that absorbs has no density, or the fields do not suffice.
            MissingExtraError: pyvista is not installed.
        """
        return sar_of(self, index, density, cell)

    @property
    def currents(self) -> Fields:
        """Currents on surfaces: the arrays ``J_real`` and ``J_imag`` of `fields`."""
        if not self.resolved.get("outputs", {}).get("currents"):
            raise ResultsError(f"{self.folder} has no currents: outputs.currents of the case is not true")
        return self.fields

    def __repr__(self) -> str:
        state = "running" if self.running else "finished" if self.finished else "not finished"
        return f"Results({str(self.folder)!r}, {state}: {', '.join(self.table_names)})"
