"""A picture of the model: the surface groups of the mesh file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from curlew.charts import Chart, PictureChart, png, svg
from curlew.charts.render import render
from curlew.errors import MeshError
from curlew.mesh.surfaces import MeshGroups, mesh_groups
from curlew.plots.run import with_unit
from curlew.results.table import Array

#: Colours of groups (Okabe and Ito), in which curves have the same order on white.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a9099")
#: Walls around the domain, which would hide what is inside.
_AROUND = {"abc", "pml", "symmetry", "pmc", "periodic"}
_WIDTH, _HEIGHT = 840, 560
#: Larger files take longer to read than a report may.
_LARGEST = 60_000_000


@dataclass(frozen=True, kw_only=True)
class ModelChart(PictureChart):
    """A picture with the names of its colours below."""

    names: tuple[str, ...] = ()

    def content(self) -> tuple[str, float]:
        picture, tall = super().content()
        parts, x, y = [picture], 8.0, tall + 4
        for i, name in enumerate(self.names):
            short = name if len(name) < 40 else name[:38] + "…"
            wide = 20 + svg.width_of(short, svg.SMALL) + 12
            if x > 8 and x + wide > svg.WIDTH - 4:
                x, y = 8.0, y + 16
            fill = _COLOURS[i % len(_COLOURS)]
            parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="12" height="10" fill="{escape(fill)}"/>')
            parts.append(svg.text(x + 17, y + 9, short, "start", "soft"))
            x += wide
        return "".join(parts), y + 18


def groups_of(resolved: Mapping[str, Any]) -> MeshGroups | None:
    """Returns the groups of a run's mesh file, in m; None where there is no file.

    Raises:
        MeshError: The file is of a format that is not drawn, or broken.
    """
    mesh = resolved.get("mesh")
    file = Path(str(mesh.get("file"))) if isinstance(mesh, dict) and mesh.get("file") else None
    if file is None or not isinstance(mesh, dict) or not file.is_file():
        return None
    if file.stat().st_size > _LARGEST:
        raise MeshError(f"{file} has more than {_LARGEST / 1e6:.0f} MB")
    unit = mesh.get("length_unit", 1.0)
    factor = float(unit) if isinstance(unit, int | float) else 1.0
    found = mesh_groups(file)
    surfaces = {name: factor * corners for name, corners in found.surfaces.items()}
    return replace(found, surfaces=surfaces, places=factor * found.places)


def surfaces_of(resolved: Mapping[str, Any]) -> dict[str, Array]:
    """Returns the triangles of the surface groups of a run's mesh file, in m; none where there is no file.

    Raises:
        MeshError: As of `groups_of`.
    """
    groups = groups_of(resolved)
    return {} if groups is None else groups.surfaces


def model_chart(resolved: Mapping[str, Any], surfaces: Mapping[str, Array]) -> list[Chart]:
    """Returns a picture of conductors, ports and other groups inside; of all where no other is there."""
    boundaries = resolved.get("boundaries")
    boundaries = boundaries if isinstance(boundaries, dict) else {}
    types = {name: b.get("type") for name, b in boundaries.items() if isinstance(b, dict)}
    inside = {n: c for n, c in surfaces.items() if len(c) and types.get(n) not in _AROUND}
    shown = inside or {n: c for n, c in surfaces.items() if len(c)}
    if not shown:
        return []
    rgb = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in _COLOURS]
    each = [np.tile(rgb[i % len(rgb)], (len(c), 1)) for i, c in enumerate(shown.values())]
    corners = np.concatenate(list(shown.values()))
    pixels = render(corners, np.concatenate(each), _WIDTH, _HEIGHT)
    size = np.ptp(corners.reshape(-1, 3), axis=0)
    said = " x ".join(with_unit(float(s), "m") for s in size)
    hidden = sorted(set(surfaces) - set(shown))
    note = f"{len(corners)} triangles, {said}; z is upwards."
    note += f" Not shown: {', '.join(hidden)}." if hidden else ""
    names = tuple(f"{n} ({types[n]})" if types.get(n) else n for n in shown)
    return [ModelChart(name="model", title="Model and mesh", data=png(pixels), names=names, note=note)]
