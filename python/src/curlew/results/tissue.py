"""`Sar`: the specific absorption rate of tissue on a grid; the densities of the tissue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from curlew.errors import ResultsError
from curlew.results.sar import AveragedSar, average_sar
from curlew.results.table import Array

if TYPE_CHECKING:
    from curlew.results.folder import Results


@dataclass(frozen=True)
class Sar:
    """Specific absorption rate on a regular grid, absorbing layers left out.

    Attributes:
        local: W/kg in each cell, (nx, ny, nz); 0 outside of tissue.
        density: kg/m^3, (nx, ny, nz); 0 is air and all else that is no tissue.
        cell: Edges of a cell in m, three.
        corner: Least corner of the grid in m, three.
        frequency: In Hz.
    """

    local: Array
    density: Array
    cell: tuple[float, float, float]
    corner: tuple[float, float, float]
    frequency: float

    @property
    def mass(self) -> float:
        """Mass of the tissue in kg."""
        return float(self.density.sum() * np.prod(self.cell))

    @property
    def power(self) -> float:
        """Power that the tissue absorbs in W."""
        return float((self.local * self.density).sum() * np.prod(self.cell))

    def average(self, mass: float) -> AveragedSar:
        """Returns averages over cubes of a mass in kg: 0.001 or 0.01 (`curlew.results.sar.average_sar`)."""
        return average_sar(self.local, self.density, self.cell, mass)

    def mirrored(self, side: str) -> Sar:
        """Returns the body with its image in a wall of symmetry at an end of the grid, ``"x-"`` to ``"z+"``.

        Raises:
            ResultsError: There is no such side, or no tissue reaches it.
        """
        if side not in [axis + sign for axis in "xyz" for sign in "-+"]:
            raise ResultsError(f'mirrored: "{side}" is no side of the grid; take "x-" to "z+"')
        axis, is_upper = "xyz".index(side[0]), side[1] == "+"
        if not self.density.take(-1 if is_upper else 0, axis=axis).any():
            raise ResultsError(
                f"mirrored: no tissue reaches the side {side}, so the grid ends before its wall"
            )
        corner = list(self.corner)
        if not is_upper:
            corner[axis] -= self.density.shape[axis] * self.cell[axis]
        local, density = (
            np.concatenate((whole, image) if is_upper else (image, whole), axis=axis)
            for whole, image in ((a, np.flip(a, axis)) for a in (self.local, self.density))
        )
        return replace(self, local=local, density=density, corner=(corner[0], corner[1], corner[2]))

    def place(self, index: tuple[int, int, int]) -> tuple[float, float, float]:
        """Returns the centre in m of a cell: ``sar.place(averaged.index)``."""
        x, y, z = (self.corner[d] + (index[d] + 0.5) * self.cell[d] for d in range(3))
        return x, y, z


def densities(results: Results, present: Iterable[str], given: Mapping[str, float]) -> dict[str, float]:
    """Returns the density in kg/m^3 of each material that is present; 0: no tissue.

    Args:
        present: Names of the materials that the fields lie in.
        given: Densities that come before those of the case.

    Raises:
        ResultsError: A material that absorbs has none, or `given` names a material that there is not.
    """
    of_case: dict[str, Any] = results.resolved.get("materials", {})
    for name, value in given.items():
        if name not in of_case:
            there = ", ".join(of_case) or "none"
            raise ResultsError(f'density: the case has no material "{name}"; there are: {there}')
        if not (np.isfinite(value) and value >= 0):
            raise ResultsError(f'the density of "{name}" is finite and not below 0, not {value}')
    found: dict[str, float] = {}
    for name in present:
        entry = of_case.get(name, {})  # none for vacuum
        value = given.get(name, entry.get("density"))
        if value is None and _may_absorb(entry):
            raise ResultsError(
                f'the material "{name}" absorbs and has no density: give materials.{name}.density in the '
                f'case; density={{"{name}": 0}} says that it is no tissue'
            )
        found[name] = float(value or 0)
    return found


def _may_absorb(entry: Mapping[str, Any]) -> bool:
    """Returns whether a material has anything that can be a loss. Perfect conductors have no field inside."""
    if entry.get("pec"):
        return False
    for key, value in entry.items():
        real = isinstance(value, int | float) or (isinstance(value, list) and len(value) != 2)
        if key in ("density", "pec") or (key in ("eps_r", "mu_r", "eps_inf") and real) or not value:
            continue
        if isinstance(value, list) and not any(value):
            continue
        return True
    return False
