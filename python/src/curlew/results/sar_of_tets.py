"""`Sar` of fields on tetrahedra: they are sampled at the centres of the cells of a grid around the tissue."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from curlew._codes import coded
from curlew.errors import ResultsError, ResultsWarning
from curlew.results.losses import conductivity
from curlew.results.table import Array
from curlew.results.tets import Tets, read_tets
from curlew.results.tissue import Sar, densities

if TYPE_CHECKING:
    from curlew.results.folder import Results

_CELLS_TO_A_GRAM = 10  # along the side of its cube
_MOST_CELLS = 20_000_000
_MASS_OFF, _POWER_OFF = 0.03, 0.05  # beyond which a warning says that cells are too large


def sar_of_tets(
    results: Results,
    data: Any,
    file: Path,
    frequency: float,
    density: Mapping[str, float],
    cell: float | None,
) -> Sar:
    """Returns the SAR of fields on tetrahedra at a frequency: `Results.sar`."""
    _require_total_of_everything(results, file)
    is_divided = type(data).__name__ == "MultiBlock"  # of a run on several ranks, a file of each
    names = [str(name) for name in (data[0] if is_divided else data).field_data["material_names"]]
    tets = read_tets(data.combine() if is_divided else data, file)
    present = {names[m]: int(m) for m in np.unique(tets.material)}
    media = {name: rho for name, rho in densities(results, present, density).items() if rho}
    if not media:
        raise ResultsError(
            f"{file}: no tetrahedron has a material with a density: give materials.NAME.density"
        )
    sigma, rho = np.zeros((len(names), 3)), np.zeros(len(names))
    for name, value in media.items():
        sigma[present[name]] = conductivity(name, results.resolved["materials"][name], frequency)
        rho[present[name]] = value
    tissue = tets.of(rho[tets.material] > 0)
    low, shape, edges = _grid(results, tets, tissue, cell, max(media.values()))
    owner, field = tissue.sample(low, edges, shape)
    there = owner >= 0
    material = tissue.material[owner[there]]
    local, at = np.zeros(shape), np.zeros(shape)
    at[there] = rho[material]
    local[there] = np.sum(sigma[material] * abs(field[there]) ** 2, axis=1) / (2 * rho[material])
    x, y, z = (float(v) for v in edges)
    a, b, c = (float(v) for v in low)
    found = Sar(local, at, (x, y, z), (a, b, c), frequency)
    _compare(found, tissue, sigma, rho)
    return found


def _require_total_of_everything(results: Results, file: Path) -> None:
    case = results.resolved
    wanted = case.get("outputs", {}).get("fields", {})
    if case.get("eigenmodes"):
        raise ResultsError(f"{file}: eigenmodes have no amplitude, and so no SAR; solve with a source")
    if wanted.get("region"):
        raise ResultsError(
            f"{file} has the fields of one region, and cubes would take all else for air: take "
            "outputs.fields.region out of the case"
        )
    if wanted.get("total") is False:
        raise ResultsError(f'{file} has the scattered field: set "total": true in outputs.fields')


def _grid(
    results: Results, tets: Tets, tissue: Tets, cell: float | None, densest: float
) -> tuple[Array, tuple[int, int, int], Array]:
    """Returns least corner, cells and edges of a grid around the tissue, with a cell of air where the mesh
    goes on: where tissue reaches the end of the mesh, it reaches that of the grid."""
    low, high = tissue.points.min(axis=(0, 1)), tissue.points.max(axis=(0, 1))
    ends = tets.points.min(axis=(0, 1)), tets.points.max(axis=(0, 1))
    size = float((ends[1] - ends[0]).max())
    at_end = np.array([abs(low - ends[0]), abs(high - ends[1])]) < 1e-6 * size
    for key, wall in results.resolved.get("boundaries", {}).items():
        if _is_layer(wall) and at_end[_ends_of(key)].any():
            raise ResultsError(
                f'tissue reaches the end of a mesh with absorbing layers, "{key}", whose fields are those '
                "of no wave: end it before them"
            )
    if cell is not None and not isinstance(cell, (int, float)):
        raise ResultsError(f"cell: the edge of a cell is a number in m, above 0, not {cell!r}")
    edge = float(np.cbrt(1e-3 / densest)) / _CELLS_TO_A_GRAM if cell is None else cell
    if not (np.isfinite(edge) and edge > 0):
        raise ResultsError(f"cell: the edge of a cell is above 0 m, not {cell!r}")
    count = np.maximum(np.round((high - low) / edge), 1)
    if count.prod() > _MOST_CELLS:
        raise ResultsError(
            f"a grid of {count.prod():.3g} cells of {edge:.3g} m is too large, at most {_MOST_CELLS:.0e}: "
            "give a larger edge, sar(cell=...)"
        )
    edges = (high - low) / count
    before, after = (~at_end).astype(int)
    nx, ny, nz = (int(n) for n in count + before + after)
    return low - before * edges, (nx, ny, nz), edges


def _ends_of(group: str) -> Any:
    """Returns the index of the ends of a mesh, [low or high][axis], where a group of faces may lie: "z-" at
    one of them, any other group at all."""
    if len(group) == 2 and group[0] in "xyz" and group[1] in "-+":
        return "-+".index(group[1]), "xyz".index(group[0])
    return slice(None)


def _is_layer(wall: Any) -> bool:
    return isinstance(wall, Mapping) and wall.get("type") == "pml"


def _compare(found: Sar, tissue: Tets, sigma: Array, rho: Array) -> None:
    """Warns where the grid has another mass or absorbed power than the tetrahedra."""
    volumes, squares = tissue.integrals()
    mass = float((volumes * rho[tissue.material]).sum())
    power = float((squares * sigma[tissue.material]).sum()) / 2
    off = found.mass / mass - 1, found.power / power - 1 if power else 0.0
    if abs(off[0]) > _MASS_OFF or abs(off[1]) > _POWER_OFF:
        text = coded(
            f"the grid of SAR has {100 * off[0]:+.1f} % of the tissue's mass and {100 * off[1]:+.1f} % of "
            f"its absorbed power more than the tetrahedra: take cells of {max(found.cell) / 2:.2g} m, "
            "sar(cell=...)"
        )
        warnings.warn(text, ResultsWarning, stacklevel=4)
