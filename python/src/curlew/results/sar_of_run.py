"""The specific absorption rate of a run's fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from curlew.errors import ResultsError
from curlew.results.sar_of_tets import sar_of_tets
from curlew.results.table import Array
from curlew.results.tissue import Sar, densities

if TYPE_CHECKING:
    from curlew.results.folder import Results


def sar_of(
    results: Results, index: int, density: Mapping[str, float] | None, cell: float | None = None
) -> Sar:
    """Returns the SAR of a solve: `Results.sar`."""
    method = str(results.resolved.get("method"))
    if method not in ("fdfd", "fem", "dgtd", "dgatd"):
        raise ResultsError(
            f'{results.folder}: SAR is that of fields at a frequency, which method "{method}" does not '
            'write: solve the case at that frequency with "method": "fem", on a grid with "fdfd", or in time '
            'with "dgtd"'
        )
    if not (results.folder / "fields.pvd").exists():
        raise ResultsError(
            f'{results.folder} has no fields, which SAR is made from: add "fields": {{ "quantities": '
            '["E"] } '
            + ('and "sar": true to outputs of the case' if method == "fdfd" else "to outputs of the case")
        )
    fields = results.fields
    if fields.unit == "s":
        raise ResultsError(
            f"{fields.file} lists fields in time, and SAR is that of a frequency: "
            + (
                'take "every" out of outputs.fields and give it a "frequency"'
                if method in ("dgtd", "dgatd")
                else 'give the case a "frequency" in place of "time"'
            )
        )
    data, file = fields.read(index), fields.files[index][0]
    if method != "fdfd":
        return sar_of_tets(results, data, file, float(fields.values[index]), density or {}, cell)
    if cell is not None:
        raise ResultsError(f"{file}: the fields lie on a grid already; sar(cell=...) is for tetrahedra")
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
    tissue = {name: value for name, value in densities(results, present, density or {}).items() if value}
    of_case = results.resolved.get("materials", {})
    rho = np.zeros(material.shape)
    for name, value in tissue.items():
        if not of_case[name].get("density"):
            raise ResultsError(
                f'the run knew no density of "{name}", so that it computed no SAR there: give '
                f"materials.{name}.density in the case"
            )
        rho[material == present[name]] = value
    if not rho.any():
        raise ResultsError(f"{file}: no cell between the absorbing layers has a material with a density")
    local = cells("SAR")
    for name, value in tissue.items():
        local[material == present[name]] *= float(of_case[name]["density"]) / value
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
