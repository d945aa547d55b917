"""Maps of fields and powers on planes, and pictures of currents, by pyvista."""

from __future__ import annotations

from typing import Any

import numpy as np

from curlew._extras import load
from curlew.charts import Axis, Chart, MapChart, PictureChart, png
from curlew.plots.outline import Outline
from curlew.plots.run import with_unit
from curlew.plots.slices import Slice, slices_of
from curlew.results.fields import Fields
from curlew.results.table import Array

#: Part of the values that the colours reach to: sources and edges are far above the rest.
SHARE = 99.5
UNITS = {"E": "V/m", "H": "A/m", "J": "A/m"}
#: Arrows along the longer side of a map; those shorter than this part of the longest are left out.
_ARROWS, _SHORTEST = 18, 0.08


def field_charts(fields: Fields, outline: Outline | None = None) -> list[Chart]:
    """Returns maps of |E|, else of |H|, through the middle of the domain, at one time in the middle of
    the run or at two frequencies, with the outline of the geometry; where E and H are known at a frequency
    maps of the power flow; of currents on surfaces a picture.

    Raises:
        MissingExtraError: pyvista is not installed.
        ResultsError: A file is absent or broken.
    """
    load("pyvista", "fields", "a map of fields")
    # One snapshot in time, of the middle; at frequencies the first and the last.
    numbers = [len(fields) // 2] if fields.unit == "s" else sorted({0, len(fields) - 1})
    charts: list[Chart] = []
    for i, number in enumerate(numbers[: len(fields)], 1):
        suffix = f"-{i}" if len(numbers) > 1 else ""
        note = f"Snapshot {number + 1} of {len(fields)}." if len(fields) > len(numbers) else ""
        charts += _snapshot(fields.read(number), time_text(fields, number), suffix, note, outline)
    return charts


def time_text(fields: Fields, number: int) -> str:
    """Returns the time or frequency of a snapshot: ``"f = 2.4 GHz"``."""
    value = with_unit(float(fields.values[number]), fields.unit)
    return f"{'t' if fields.unit == 's' else 'f'} = {value}"


def blocks_of(data: Any) -> list[Any]:
    """Returns the parts of a snapshot that have cells."""
    pyvista = load("pyvista", "fields", "a map of fields")
    blocks = list(data) if isinstance(data, pyvista.MultiBlock) else [data]
    return [block for block in blocks if block is not None and block.n_cells]


def quantity_of(blocks: list[Any]) -> tuple[str, list[str]]:
    """Returns the first quantity that is there and the names of its arrays; nothing where none is."""
    names = {name for block in blocks for name in block.array_names}
    for quantity in UNITS:
        parts = [n for n in (quantity, f"{quantity}_real", f"{quantity}_imag") if n in names]
        if parts:
            return quantity, parts
    return "", []


def is_surface(block: Any) -> bool:
    """Whether a block has cells of two dimensions at most, which do not lie in one plane of the axes."""
    bounds = np.reshape(block.bounds, (3, 2))
    flat = (np.ptp(bounds, axis=1) < 1e-9 * np.ptp(bounds, axis=1).max()).any()
    kinds = getattr(block, "celltypes", None)
    of_volume = kinds is not None and bool(set(np.unique(kinds).tolist()) & {10, 11, 12, 13, 14, 71, 72})
    is_grid = kinds is None and not hasattr(block, "faces")
    return not (of_volume or is_grid or flat)


def _snapshot(data: Any, said: str, suffix: str, note: str, outline: Outline | None) -> list[Chart]:
    blocks = blocks_of(data)
    quantity, parts = quantity_of(blocks)
    if not parts:
        return []
    blocks = [_with_size(block, parts) for block in blocks]
    if all(is_surface(block) for block in blocks):
        return [_surface(blocks, quantity, said, suffix, note)]
    with_power = all("S" in block.point_data for block in blocks)
    maps: list[Chart] = []
    powers: list[Chart] = []
    for plane in slices_of(blocks):
        found = plane.sample(blocks, ["size", "S"] if with_power else ["size"])
        if not np.isfinite(found["size"]).any():
            continue
        lines = outline.cut(plane.normal, plane.at) if outline is not None else None
        where = f", {plane.said}" if plane.said else ""
        name, axis = f"{'xyz'[plane.normal]}{suffix}", Axis(f"|{quantity}|", UNITS[quantity])
        title = f"|{quantity}| at {said}{where}"
        maps.append(_map(plane, f"fields-{name}", title, axis, found["size"], lines, None, note))
        if with_power:
            title = f"Power flow Re(E × H*)/2 at {said}{where}"
            axis = Axis("|Re S|", "W/m²")
            size, arrows = np.linalg.norm(found["S"], axis=-1), _arrows(plane, found["S"])
            remark = f"Arrows: in the plane, their length as the root. {note}".strip()
            powers.append(_map(plane, f"fields-power-{name}", title, axis, size, lines, arrows, remark))
    return maps + powers


def _map(
    plane: Slice, name: str, title: str, value: Axis, values: Array,
    lines: Array | None, arrows: Array | None, note: str,
) -> MapChart:  # fmt: skip
    known = values[np.isfinite(values)]
    top = float(np.percentile(known, SHARE)) or float(known.max())
    (u, v), counts = plane.others, plane.counts
    return MapChart(
        name=name, title=title, x=Axis("xyz"[u], "m"), y=Axis("xyz"[v], "m"),
        value=Axis(value.quantity, value.unit, span=(0.0, top or 1.0)),
        xs=np.linspace(plane.low[u], plane.high[u], counts[0]),
        ys=np.linspace(plane.low[v], plane.high[v], counts[1]),
        values=values, equal=True, note=note, outline=lines, arrows=arrows,
    )  # fmt: skip


def _with_size(block: Any, parts: list[str]) -> Any:
    """Returns a block with the magnitude of the field, of the phasor where it is complex, and the mean power
    flow, at its points; values of cells are averaged there."""
    for data in (block.point_data, block.cell_data):
        found = [np.asarray(data[name]) for name in parts if name in data]
        if found:
            data["size"] = np.sqrt(sum((np.abs(part) ** 2).sum(axis=1) for part in found))
        if all(name in data for name in ("E_real", "E_imag", "H_real", "H_imag")):
            data["S"] = mean_power_flow(
                *(np.asarray(data[f"{q}_{p}"]) for q in "EH" for p in ("real", "imag"))
            )
    return block if "size" in block.point_data else block.cell_data_to_point_data()


def mean_power_flow(e_real: Array, e_imag: Array, h_real: Array, h_imag: Array) -> Array:
    """Returns the mean over time of the Poynting vector, Re(E x H*)/2, of peak phasors (n, 3)."""
    return np.asarray((np.cross(e_real, h_real) + np.cross(e_imag, h_imag)) / 2)


def _arrows(plane: Slice, power: Array) -> Array:
    """Returns places and vectors of arrows, with lengths as the root of the power flow in the plane."""
    step = max(max(plane.counts) // _ARROWS, 1)
    # A narrow side has one row of arrows.
    columns, rows = (np.arange(min(step, n) // 2, n, step) for n in plane.counts)
    along_u, along_v = plane.axes()
    u, v = np.meshgrid(along_u[columns], along_v[rows])
    vectors = power[np.ix_(rows, columns)][..., list(plane.others)].reshape(-1, 2)
    places = np.stack([u.ravel(), v.ravel()], axis=-1)
    size = np.linalg.norm(vectors, axis=1)
    known = np.isfinite(size) & (size > 0)
    if not known.any():
        return np.empty((0, 2, 2))
    longest = float(np.percentile(size[known], SHARE))
    length = np.sqrt(np.minimum(size[known] / longest, 1.0))
    scaled = vectors[known] / size[known, None] * length[:, None]
    return np.asarray(np.stack([places[known], scaled], axis=1)[length > _SHORTEST])


def _surface(blocks: list[Any], quantity: str, said: str, suffix: str, note: str) -> PictureChart:
    """Returns a picture of a magnitude on surfaces, from above and beside."""
    pyvista = load("pyvista", "fields", "a picture of currents")
    logger = load("vtkmodules.vtkCommonCore", "fields", "a picture of currents").vtkLogger
    logger.SetStderrVerbosity(logger.VERBOSITY_OFF)  # VTK remarks that there is no display
    plotter = pyvista.Plotter(off_screen=True, window_size=(960, 640))
    plotter.set_background("white")
    top = max(float(np.percentile(block["size"], SHARE)) for block in blocks)
    title = f"|{quantity}| ({UNITS[quantity]})"
    for block in blocks:
        how = {"color": "black", "title_font_size": 18, "label_font_size": 16, "title": title}
        plotter.add_mesh(block, scalars="size", cmap="viridis", clim=(0, top), scalar_bar_args=how)
    plotter.show_axes()
    plotter.view_isometric()
    pixels = plotter.screenshot(None, return_img=True)
    plotter.close()
    data = png(np.asarray(pixels)[..., :3])
    return PictureChart(name=f"currents{suffix}", title=f"|{quantity}| at {said}", data=data, note=note)
