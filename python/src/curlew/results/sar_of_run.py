"""`Sar`: the specific absorption rate of a run's fields on a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

    def place(self, index: tuple[int, int, int]) -> tuple[float, float, float]:
        """Returns the centre in m of a cell: ``sar.place(averaged.index)``."""
        x, y, z = (self.corner[d] + (index[d] + 0.5) * self.cell[d] for d in range(3))
        return x, y, z


def sar_of(results: Results, index: int, density: Mapping[str, float] | None) -> Sar:
    """Returns the SAR of a solve: `Results.sar`."""
    data = results.fields.read(index)
    file = results.fields.files[index][0]
    if not hasattr(data, "spacing") or min(data.dimensions) < 3:
        raise ResultsError(
            f"{file}: SAR is that of fields on one regular grid of the whole region, no slices; others are "
            "sampled, and given to curlew.results.sar.local_sar and average_sar"
        )
    if "SAR" not in data.cell_data or "material" not in data.cell_data:
        raise ResultsError(
            f"{file} has no local SAR: set outputs.sar of the case. E at the centres of cells does not give "
            "it: where the surface of a body cuts a cell, E is that of both sides"
        )
    texts = {key: data.field_data[key] for key in data.field_data}
    names = [str(name) for name in texts.get("material_names", [])]
    frequency = float(np.ravel(texts["frequency_hz"])[0]) if "frequency_hz" in texts else float("nan")
    shape = tuple(int(n) - 1 for n in data.dimensions)
    inner = _inside(results, shape)

    def cells(name: str) -> Array:
        values = np.asarray(data.cell_data[name])
        whole = values.reshape((*shape[::-1], *values.shape[1:])).swapaxes(0, 2)
        return np.ascontiguousarray(whole[inner])

    material = cells("material")
    present = {names[m]: int(m) for m in np.unique(material)}
    media = _Media(results, present, density or {})
    rho = np.zeros(material.shape)
    for name, value in media.density.items():
        rho[material == present[name]] = value
    if not rho.any():
        raise ResultsError(f"{file}: no cell between the absorbing layers has a material with a density")
    local = cells("SAR")
    for name, value in media.density.items():
        local[material == present[name]] *= media.of_case(name) / value
    local[rho == 0] = 0
    spacing, origin = np.array(data.spacing), np.array(data.origin)
    first = origin + spacing * [part.start for part in inner]
    x, y, z = (float(v) for v in spacing)
    a, b, c = (float(v) for v in first)
    return Sar(local, rho, (x, y, z), (a, b, c), frequency)


def _inside(results: Results, shape: tuple[int, ...]) -> tuple[slice, slice, slice]:
    """Returns the cells between the absorbing layers, whose fields are those of no wave."""
    case = results.resolved
    grid = case.get("grid", {})
    cells = int(grid.get("pml", {}).get("cells", 0)) if isinstance(grid.get("pml"), dict) else 0
    walls = case.get("boundaries", {})
    parts = []
    for axis, size in zip("xyz", shape, strict=True):
        ends = [walls.get(f"{axis}{sign}", {}).get("type", "pml") == "pml" for sign in "-+"]
        parts.append(slice(cells * ends[0], size - cells * ends[1]))
    return parts[0], parts[1], parts[2]


class _Media:
    """Densities and losses of the materials that are in the grid."""

    def __init__(self, results: Results, present: Mapping[str, int], density: Mapping[str, float]) -> None:
        self._of_case: dict[str, Any] = results.resolved.get("materials", {})
        for name, value in density.items():
            if name not in self._of_case:
                there = ", ".join(self._of_case) or "none"
                raise ResultsError(f'density: the case has no material "{name}"; there are: {there}')
            if not (np.isfinite(value) and value >= 0):
                raise ResultsError(f'the density of "{name}" is finite and not below 0, not {value}')
        self.density: dict[str, float] = {}
        for name in present:
            entry = self._of_case.get(name)
            if entry is None:  # vacuum
                continue
            value = density.get(name, entry.get("density"))
            if value is None and _may_absorb(entry):
                raise ResultsError(
                    f'the material "{name}" absorbs and has no density: give materials.{name}.density in the '
                    f'case; density={{"{name}": 0}} says that it is no tissue'
                )
            if value and not entry.get("density"):
                raise ResultsError(
                    f'the run knew no density of "{name}", so that it computed no SAR there: give '
                    f"materials.{name}.density in the case"
                )
            if value:
                self.density[name] = float(value)

    def of_case(self, name: str) -> float:
        """Returns the density that the program divided by."""
        return float(self._of_case[name]["density"])


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
