"""Maps of fields on planes, and pictures of currents, by pyvista."""

from __future__ import annotations

from typing import Any

import numpy as np

from curlew._extras import load
from curlew.charts import Axis, Chart, MapChart, PictureChart, png
from curlew.plots.run import with_unit
from curlew.results.fields import Fields
from curlew.results.table import Array

#: Points along the longer side of a map.
_POINTS = 160
#: Part of the values that the colours reach to: sources and edges are far above the rest.
_SHARE = 99.5
#: A domain thinner than this part of its length has one plane, that across its thin side.
_THIN = 0.02
_UNITS = {"E": "V/m", "H": "A/m", "J": "A/m"}


def field_charts(fields: Fields) -> list[Chart]:
    """Returns maps of |E|, else of |H|, through the middle of the domain, at one time in the middle of
    the run or at two frequencies; of currents on surfaces a picture.

    Raises:
        MissingExtraError: pyvista is not installed.
        ResultsError: A file is absent or broken.
    """
    load("pyvista", "fields", "a map of fields")
    # One snapshot in time, of the middle; at frequencies the first and the last.
    numbers = [len(fields) // 2] if fields.unit == "s" else sorted({0, len(fields) - 1})
    charts: list[Chart] = []
    for i, number in enumerate(numbers[: len(fields)], 1):
        said = (
            f"{'t' if fields.unit == 's' else 'f'} = {with_unit(float(fields.values[number]), fields.unit)}"
        )
        suffix = f"-{i}" if len(numbers) > 1 else ""
        note = f"Snapshot {number + 1} of {len(fields)}." if len(fields) > len(numbers) else ""
        charts += _snapshot(fields.read(number), said, suffix, note)
    return charts


def _snapshot(data: Any, said: str, suffix: str, note: str) -> list[Chart]:
    pyvista = load("pyvista", "fields", "a map of fields")
    blocks = list(data) if isinstance(data, pyvista.MultiBlock) else [data]
    blocks = [block for block in blocks if block is not None and block.n_cells]
    names = {name for block in blocks for name in block.array_names}
    for quantity in ("E", "H", "J"):
        parts = [n for n in (quantity, f"{quantity}_real", f"{quantity}_imag") if n in names]
        if parts:
            break
    else:
        return []
    blocks = [_with_size(block, parts) for block in blocks]
    if all(_is_surface(block) for block in blocks):
        return [_surface(blocks, quantity, said, suffix, note)]
    return _planes(blocks, quantity, said, suffix, note)


def _with_size(block: Any, parts: list[str]) -> Any:
    """Returns a block with the magnitude of the field, of the phasor where it is complex, at its points;
    values of cells are averaged there."""
    for data in (block.point_data, block.cell_data):
        found = [np.asarray(data[name]) for name in parts if name in data]
        if found:
            data["size"] = np.sqrt(sum((np.abs(part) ** 2).sum(axis=1) for part in found))
    return block if "size" in block.point_data else block.cell_data_to_point_data()


def _is_surface(block: Any) -> bool:
    """Whether a block has cells of two dimensions at most, which do not lie in one plane of the axes."""
    bounds = np.reshape(block.bounds, (3, 2))
    flat = (np.ptp(bounds, axis=1) < 1e-9 * np.ptp(bounds, axis=1).max()).any()
    kinds = getattr(block, "celltypes", None)
    of_volume = kinds is not None and bool(set(np.unique(kinds).tolist()) & {10, 11, 12, 13, 14, 71, 72})
    is_grid = kinds is None and not hasattr(block, "faces")
    return not (of_volume or is_grid or flat)


def _planes(blocks: list[Any], quantity: str, said: str, suffix: str, note: str) -> list[Chart]:
    bounds = np.array([np.reshape(block.bounds, (3, 2)) for block in blocks])
    low, high = bounds[:, :, 0].min(axis=0), bounds[:, :, 1].max(axis=0)
    size = high - low
    thin = np.flatnonzero(size < _THIN * size.max())
    charts: list[Chart] = []
    for normal in [int(np.argmin(size))] if thin.size else (2, 1, 0):
        u, v = (d for d in range(3) if d != normal)
        values = _sampled(blocks, low, high, normal)
        known = values[np.isfinite(values)]
        if not known.size:
            continue
        top = float(np.percentile(known, _SHARE)) or float(known.max())
        at = (low + high)[normal] / 2
        where = f", {'xyz'[normal]} = {with_unit(float(at), 'm')}" if size[normal] > 0 else ""
        counts = values.shape[::-1]
        charts.append(
            MapChart(
                name=f"fields-{'xyz'[normal]}{suffix}", title=f"|{quantity}| at {said}{where}",
                x=Axis("xyz"[u], "m"), y=Axis("xyz"[v], "m"),
                value=Axis(f"|{quantity}|", _UNITS[quantity], span=(0.0, top or 1.0)),
                xs=np.linspace(low[u], high[u], counts[0]), ys=np.linspace(low[v], high[v], counts[1]),
                values=values, equal=True, note=note,
            )
        )  # fmt: skip
    return charts


def _sampled(blocks: list[Any], low: Array, high: Array, normal: int) -> Array:
    """Returns the magnitude on the middle plane across an axis as [v, u]; NaN outside of the domain."""
    pyvista = load("pyvista", "fields", "a map of fields")
    u, v = (d for d in range(3) if d != normal)
    size = high - low
    step = max(size[u], size[v]) / _POINTS
    counts = [max(round(size[d] / step), 2) if size[d] > 0 else 2 for d in (u, v)]
    # Pixels are samples at the middle of their cells, so that none lies on the hull.
    axes = [low[d] + (np.arange(n) + 0.5) * size[d] / n for d, n in zip((u, v), counts, strict=True)]
    points = np.empty((counts[1], counts[0], 3))
    points[..., u], points[..., v] = np.meshgrid(*axes)
    points[..., normal] = (low[normal] + high[normal]) / 2
    values = np.full(counts[0] * counts[1], np.nan)
    for block in blocks:
        found = pyvista.PolyData(points.reshape(-1, 3)).sample(block)
        inside = np.asarray(found["vtkValidPointMask"]).astype(bool)
        values[inside] = np.asarray(found["size"])[inside]
    return values.reshape(counts[1], counts[0])


def _surface(blocks: list[Any], quantity: str, said: str, suffix: str, note: str) -> PictureChart:
    """Returns a picture of a magnitude on surfaces, from above and beside."""
    pyvista = load("pyvista", "fields", "a picture of currents")
    logger = load("vtkmodules.vtkCommonCore", "fields", "a picture of currents").vtkLogger
    logger.SetStderrVerbosity(logger.VERBOSITY_OFF)  # VTK remarks that there is no display
    plotter = pyvista.Plotter(off_screen=True, window_size=(960, 640))
    plotter.set_background("white")
    top = max(float(np.percentile(block["size"], _SHARE)) for block in blocks)
    title = f"|{quantity}| ({_UNITS[quantity]})"
    for block in blocks:
        how = {"color": "black", "title_font_size": 18, "label_font_size": 16, "title": title}
        plotter.add_mesh(block, scalars="size", cmap="viridis", clim=(0, top), scalar_bar_args=how)
    plotter.show_axes()
    plotter.view_isometric()
    pixels = plotter.screenshot(None, return_img=True)
    plotter.close()
    data = png(np.asarray(pixels)[..., :3])
    return PictureChart(name=f"currents{suffix}", title=f"|{quantity}| at {said}", data=data, note=note)
