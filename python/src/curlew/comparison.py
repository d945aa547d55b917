"""`compare`: one model by several methods, their curves and how far these are apart, in dB."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from curlew._extras import load
from curlew.errors import CurlewError
from curlew.results import Results, Table
from curlew.run import run

if TYPE_CHECKING:
    from curlew.model import Model

Array = npt.NDArray[np.float64]

RANGE_DB = 25.0
"""Differences count where the reference is within this range of its largest value: nulls are left out."""


@dataclass(frozen=True)
class Curve:
    """A quantity in dB over frequency (Hz) or an angle (deg)."""

    name: str
    axis: str
    x: Array
    db: Array


@dataclass(frozen=True)
class Difference:
    """How far a curve of one method is from that of the first: mean and largest |difference| in dB."""

    curve: str
    method: str
    mean_db: float
    max_db: float


@dataclass
class Comparison:
    """Results by method, their curves by method and name, and the differences to the first method."""

    results: dict[str, Results]
    curves: dict[str, dict[str, Curve]]

    @property
    def differences(self) -> list[Difference]:
        """The differences of all curves that the first method has too."""
        methods = list(self.curves)
        found = []
        for method in methods[1:]:
            for name, curve in self.curves[method].items():
                reference = self.curves[methods[0]].get(name)
                if reference is not None:
                    found.append(difference(reference, curve, method))
        return found

    def __str__(self) -> str:
        first = next(iter(self.curves))
        rows = [f"{d.method:8} {d.curve:24} {d.mean_db:8.3f} {d.max_db:8.3f}" for d in self.differences]
        return "\n".join([f"against {first}: mean and largest difference, dB", *rows])

    def picture(
        self, file: str | os.PathLike[str], reference: Mapping[str, tuple[Array, Array]] | None = None
    ) -> None:
        """Draws all curves over each other into a PNG file; `reference` has further ones by name: x, dB."""
        pyplot = load("matplotlib.pyplot", "plot", "a picture of curves")
        names = list(dict.fromkeys(name for curves in self.curves.values() for name in curves))
        figure, all_axes = pyplot.subplots(1, len(names), figsize=(5 * len(names), 4), squeeze=False)
        for name, axes in zip(names, all_axes[0], strict=True):
            for method, curves in self.curves.items():
                if name in curves:
                    axes.plot(curves[name].x, curves[name].db, label=method)
                    axes.set_xlabel(curves[name].axis)
            if reference and name in reference:
                axes.plot(*reference[name], "k--", label="reference")
            axes.set_ylabel(f"{name} (dB)")
            axes.legend()
            axes.grid(alpha=0.3)
        figure.tight_layout()
        figure.savefig(file, dpi=110)
        pyplot.close(figure)


def difference(reference: Curve, curve: Curve, method: str = "") -> Difference:
    """Returns the difference of two curves at the points of the reference that both cover.

    >>> a = Curve("rcs", "theta (deg)", np.array([0.0, 1, 2]), np.array([0.0, -10, -60]))
    >>> b = Curve("rcs", "theta (deg)", np.array([0.0, 2]), np.array([1.0, -19.0]))
    >>> difference(a, b, "fem")
    Difference(curve='rcs', method='fem', mean_db=1.0, max_db=1.0)
    """
    counts = (reference.x >= curve.x.min()) & (reference.x <= curve.x.max()) & np.isfinite(reference.db)
    counts &= reference.db >= np.nanmax(reference.db) - RANGE_DB
    if not counts.any():
        raise CurlewError(f'"{curve.name}": the curves of the methods have no point in common')
    apart = abs(np.interp(reference.x[counts], curve.x, curve.db) - reference.db[counts])
    return Difference(curve.name, method, float(apart.mean()), float(apart.max()))


def compare(
    model: Model,
    methods: Sequence[str],
    folder: str | os.PathLike[str] | None = None,
    *,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    **running: Any,
) -> Comparison:
    """Runs a model by several methods and returns their results and curves.

    Args:
        model: The model; its outputs say what is compared: S, cross sections, far fields.
        methods: The methods; differences refer to the first.
        folder: Where the cases and results go, a folder to each method; default: a new one.
        options: Sections of the case by method: ``{"fem": {"discretization": {"order": 2}}}``.
        running: Arguments of `run`, such as ``threads=4``.

    Raises:
        CurlewError: A method does not take the model, or has failed; the message is of that method.
    """
    where = Path(tempfile.mkdtemp(prefix="curlew-") if folder is None else folder)
    cases = {m: model.case(m, where / m, **(options or {}).get(m, {})) for m in methods}
    results = {m: run(case, where / m / "results", **running) for m, case in cases.items()}
    return Comparison(results, {m: curves_of(r) for m, r in results.items()})


def curves_of(results: Results) -> dict[str, Curve]:
    """Returns the curves of a run: S over frequency, cross sections and directivities over theta."""
    curves: dict[str, Curve] = {}
    if "port-S" in results.table_names:
        s = results.s
        for into in s.excited:
            for out in s.ports:
                if out[1] == into[1] == 1:
                    name = f"S{out[0]}{into[0]}" if max(out[0], into[0]) < 10 else f"S{out[0]},{into[0]}"
                    curves[name] = Curve(name, "f (Hz)", s.f, np.asarray(s.db(out, into), dtype=float))
    if "rcs" in results.table_names:
        curves.update(cuts(results.rcs, "rcs (dBsm)", "RCS"))
    if "far_field" in results.table_names and "directivity (dBi)" in list(results.far_field):
        curves.update(cuts(results.far_field, "directivity (dBi)", "directivity"))
    return curves


def cuts(table: Table, column: str, what: str) -> dict[str, Curve]:
    """Returns a column of a table over theta, a curve to each phi, frequency and excitation."""
    varying = [key for key in ("f", "excitation", "theta_inc", "phi_inc", "pol_inc", "phi") if key in table]
    keys = [np.asarray(table[key]) for key in varying]
    rows: dict[tuple[str, ...], list[int]] = {}
    for i, values in enumerate(zip(*keys, strict=True)):
        rows.setdefault(tuple(str(value) for value in values), []).append(i)
    several = [len(set(map(str, key))) > 1 or name == "phi" for name, key in zip(varying, keys, strict=True)]
    result = {}
    for values, indices in rows.items():
        parts = [
            f"{k}={float(v):g}" if is_number(v) else v
            for k, v, s in zip(varying, values, several, strict=True)
            if s
        ]
        name = " ".join([what, *parts])
        x, y = np.asarray(table["theta"])[indices], np.asarray(table[column])[indices]
        order = np.argsort(x, kind="stable")
        result[name] = Curve(name, "theta (deg)", x[order], y[order])
    return result


def is_number(text: str) -> bool:
    """Returns whether text is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
