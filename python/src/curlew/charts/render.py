"""Pictures of triangles in space: a parallel projection with hidden surfaces, by NumPy."""

from __future__ import annotations

import numpy as np

from curlew.results.table import Array

#: Where the viewer stands: angles from the x axis and above the xy plane, degrees.
_AZIMUTH, _ELEVATION = -55.0, 28.0
#: Samples along the longest edge of a triangle to a pixel, and samples that are placed at once.
_DENSITY, _AT_ONCE = 1.25, 2_000_000
_MARGIN = 12
#: Edges are drawn where triangles are at least this long in pixels in the mean.
_LEAST_EDGE = 5.0


def axes() -> tuple[Array, Array, Array]:
    """Returns the unit vectors to the right, upwards, and towards the viewer."""
    a, e = np.radians(_AZIMUTH), np.radians(_ELEVATION)
    to_viewer = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    return right, np.cross(to_viewer, right), to_viewer


def light() -> Array:
    """Returns the direction to the light, of length 1.19."""
    right, up, to_viewer = axes()
    return to_viewer + 0.5 * up - 0.4 * right


def fit(flat: Array, room: Array, centre: Array) -> Array:
    """Returns places of a page, (..., 2), moved to a centre and as large as a room allows."""
    around = tuple(range(flat.ndim - 1))
    low, high = flat.min(axis=around), flat.max(axis=around)
    scale = float((room / np.maximum(high - low, 1e-300)).min())
    return np.asarray((flat - (low + high) / 2) * scale + centre)


def render(corners: Array, colours: Array, width: int, height: int, *, edges: bool = True) -> Array:
    """Returns a picture (height, width, 3) of triangles on white, bytes.

    Args:
        corners: Places of the corners, (triangles, 3, 3).
        colours: Red, green and blue of each triangle, 0 to 255, (triangles, 3).
        width, height: Its size in pixels.
        edges: Whether edges of triangles are darker, where they are long enough.
    """
    right, up, to_viewer = axes()
    flat = np.stack([corners @ right, -(corners @ up)], axis=-1)
    size = np.array([width, height])
    flat = fit(flat, size - 2 * _MARGIN, size / 2)
    depth = corners @ to_viewer
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    shade = 0.5 + 0.5 * np.abs(normals @ light()) / np.linalg.norm(light())
    shaded = colours * shade[:, None]
    lengths = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2).max(axis=1)
    with_edges = edges and float(lengths.mean()) >= _LEAST_EDGE

    image = np.full((width * height, 3), 255.0)
    nearest = np.full(width * height, -np.inf)
    # Triangles of about one size have the same samples.
    counts = 2 ** np.ceil(np.log2(np.maximum(lengths * _DENSITY, 2))).astype(int)
    for count in np.unique(counts):
        shares = _shares(int(count))
        chosen = np.flatnonzero(counts == count)
        step = max(_AT_ONCE // len(shares), 1)
        for begin in range(0, len(chosen), step):
            some = chosen[begin : begin + step]
            places = np.einsum("sc,tcd->tsd", shares, flat[some])
            depths = (depth[some] @ shares.T).ravel()
            pixels = places.astype(int).reshape(-1, 2)
            index = pixels[:, 1].clip(0, height - 1) * width + pixels[:, 0].clip(0, width - 1)
            seen = np.repeat(shaded[some], len(shares), axis=0)
            if with_edges:
                beside = (shares.min(axis=1)[None, :] * lengths[some, None]).ravel() < 0.7
                seen[beside] *= 0.72
            front = np.flatnonzero(depths > nearest[index])
            front = front[np.argsort(depths[front], kind="stable")]
            image[index[front]] = seen[front]
            nearest[index[front]] = depths[front]
    return np.asarray(image.reshape(height, width, 3).round().clip(0, 255), dtype=np.uint8)


def _shares(count: int) -> Array:
    """Returns samples of a triangle as shares of its corners, (samples, 3)."""
    i, j = np.meshgrid(np.arange(count + 1), np.arange(count + 1), indexing="ij")
    inside = i + j <= count
    a, b = i[inside] / count, j[inside] / count
    return np.stack([a, b, 1 - a - b], axis=1)
