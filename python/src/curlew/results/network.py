"""S-parameters and impedances of ports."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from curlew._extras import load
from curlew.errors import ResultsError
from curlew.results.table import Array, Table

Port = int | tuple[int, int]

_S = re.compile(r"\|S\[(\d+)(?::(\d+))?\]\[(\d+)(?::(\d+))?\]\|")
_Z = re.compile(r"Re Z\[(\d+)(?::(\d+))?\]")

_DEFINITIONS = {"power": "power", "travelling": "pseudo"}  # scikit-rf's words


def _port(index: str, mode: str | None) -> tuple[int, int]:
    return int(index), int(mode or 1)


def _whole(port: Port) -> tuple[int, int]:
    return port if isinstance(port, tuple) else (port, 1)


def label(port: tuple[int, int]) -> str:
    """Returns a port as the tables name it: "2", or "2:3" for its third mode."""
    return str(port[0]) if port[1] == 1 else f"{port[0]}:{port[1]}"


class SParameters:
    """S of the excited ports over frequency. ``s[2, 1]`` is the complex wave out of port 2 when
    port 1 is excited, one number to a frequency; ``s[(2, 3), 1]`` that of mode 3 of port 2. Values
    that the run does not know (below cutoff) are NaN.

    Attributes:
        f: Frequencies in Hz.
        ports: Every port and mode, as pairs, in rising order.
        excited: Those that were excited.
        table: The table `port-S.csv`.
        waves: "power", or "travelling" where S is of the waves on the ports' lines.
    """

    def __init__(
        self,
        table: Table,
        touchstone: Path | None = None,
        impedances: Table | None = None,
        waves: str = "power",
    ) -> None:
        self.table = table
        self.waves = waves
        self.f = table.f
        found = [match for c in table.columns if (match := _S.fullmatch(c.quantity))]
        if not found:
            raise ResultsError(f"{table.file} is no table of S-parameters")
        self.ports = sorted({_port(m[1], m[2]) for m in found})
        self.excited = sorted({_port(m[3], m[4]) for m in found})
        self._touchstone = touchstone
        self._impedances = impedances

    def __getitem__(self, pair: tuple[Port, Port]) -> Array:
        out, into = (_whole(port) for port in pair)
        for port, there, what in ((out, self.ports, "there"), (into, self.excited, "excited")):
            if port not in there:
                names = ", ".join(label(p) for p in there)
                raise ResultsError(f"{self.table.file}: no port {label(port)} is {what}, only {names}")
        return self.table[f"S[{label(out)}][{label(into)}]"]

    def db(self, out: Port, into: Port) -> Array:
        """Returns the level of one parameter in dB."""
        out, into = _whole(out), _whole(into)
        self[out, into]
        return self.table[f"|S[{label(out)}][{label(into)}]|"]

    def matrix(self) -> Array:
        """Returns all of S as [frequency, out, in].

        Raises:
            ResultsError: Not every port was excited.
        """
        if self.excited != self.ports:
            missing = ", ".join(label(p) for p in self.ports if p not in self.excited)
            raise ResultsError(f"{self.table.file}: port {missing} was not excited, S is not complete")
        columns = [np.stack([self[i, j] for i in self.ports], axis=-1) for j in self.ports]
        return np.stack(columns, axis=-1)

    def references(self) -> Array:
        """Returns the impedances in ohm that S refers to, [frequency, port], complex.

        They follow from S and the impedances into the ports, of power waves
        ``Z_in = (Z* + Z S) / (1 - S)``, of travelling ones ``Z_in = Z (1 + S) / (1 - S)``; a port
        that reflects everything leaves them open: NaN.
        """
        if self._impedances is None:
            raise ResultsError(f"{self.table.file}: without port-Z.csv the references are not known")
        rows = []
        for port in self.excited:
            s = self[port, port]
            z = self._impedances[f"Z[{label(port)}]"]
            if self.waves == "travelling":
                with np.errstate(divide="ignore", invalid="ignore"):
                    rows.append(z * (1 - s) / (1 + s))
                continue
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = (1 + s) / (1 - s)
                resistance = z.real / ratio.real
                reactance = resistance * ratio.imag - z.imag
            open_ = np.abs(ratio.real) < 1e-6 * np.abs(ratio)
            rows.append(np.where(open_, np.nan, resistance + 1j * reactance))
        return np.stack(rows, axis=-1)

    def network(self) -> Any:
        """Returns a scikit-rf Network with each port's impedance, of the run's Touchstone file;
        without one, of `matrix` and `references`.

        Raises:
            ResultsError: S is not complete, or the impedance of a port is not known.
            MissingExtraError: scikit-rf is not installed.
        """
        skrf = load("skrf", "rf", "network()")
        if self._touchstone is not None:
            try:
                return skrf.Network(str(self._touchstone))
            except Exception as error:
                raise ResultsError(f"{self._touchstone} is no Touchstone file: {error!r}") from error
        s, z = self.matrix(), self.references()
        known = np.isfinite(s).all(axis=(1, 2))
        if not np.isfinite(z[known]).all():
            raise ResultsError(
                f"{self.table.file}: a port reflects everything, so its impedance is not known; "
                "have the run write a Touchstone file (outputs.s_parameters.touchstone)"
            )
        return skrf.Network(
            f=self.f[known], f_unit="Hz", s=s[known], z0=z[known], s_def=_DEFINITIONS[self.waves]
        )

    def __repr__(self) -> str:
        ports = ", ".join(label(p) for p in self.ports)
        return f"SParameters(ports {ports}, {len(self.f)} frequencies)"


class Impedances:
    """The impedance in ohm into each excited port, all others terminated by their reference:
    ``z[1]``, complex, one number to a frequency.

    Attributes:
        f: Frequencies in Hz.
        table: The table `port-Z.csv`.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.f = table.f
        found = [match for c in table.columns if (match := _Z.fullmatch(c.quantity))]
        self.ports = [_port(m[1], m[2]) for m in found]

    def __getitem__(self, port: Port) -> Array:
        if _whole(port) not in self.ports:
            names = ", ".join(label(p) for p in self.ports)
            raise ResultsError(f"{self.table.file} has no port {port}, only {names}")
        return self.table[f"Z[{label(_whole(port))}]"]
