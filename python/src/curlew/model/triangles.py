"""Closed surfaces of triangles: checks, and points inside of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from curlew.model.errors import ModelError
from curlew.model.kernel import Array
from curlew.model.shapes import Mask

Triangles = npt.NDArray[np.int64]


def merge_points(corners: Array) -> tuple[Array, Triangles]:
    """Returns points (n, 3) and triangles (m, 3) of corners (m, 3, 3); triangles without area are left
    out."""
    size = float(np.ptp(corners.reshape(-1, 3), axis=0).max()) or 1.0
    rounded = np.round(corners.reshape(-1, 3) / size, 7)
    _, first, inverse = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    triangles = inverse.reshape(-1, 3)
    kept = (triangles[:, 0] != triangles[:, 1]) & (triangles[:, 1] != triangles[:, 2])
    kept &= triangles[:, 0] != triangles[:, 2]
    return corners.reshape(-1, 3)[first], triangles[kept]


def edges(triangles: Triangles) -> tuple[Triangles, Triangles]:
    """Returns the edges (e, 2), lower point first, and the number of triangles at each."""
    pairs = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    unique, counts = np.unique(pairs, axis=0, return_counts=True)
    return unique, counts


def check_closed(points: Array, triangles: Triangles) -> None:
    """Raises `ModelError` where a surface is open or meets itself."""
    lines, counts = edges(triangles)
    if (counts == 1).any():
        place = points[lines[counts == 1][0]].mean(axis=0)
        raise ModelError(
            f"its surface is open: {int((counts == 1).sum())} edges belong to one triangle only, "
            f"the first near {text(place)}; close it, or take it as a sheet"
        )
    place = first_crossing(points, lines, triangles)
    if place is not None:
        raise ModelError(
            f"its surface meets itself near {text(place)}; unite its parts in the program that made it"
        )


def text(place: Array) -> str:
    """Returns a point as text."""
    return "(" + ", ".join(f"{x:.4g}" for x in place) + ")"


def first_crossing(points: Array, lines: Triangles, triangles: Triangles) -> Array | None:
    """Returns a point where an edge goes through a triangle that it does not belong to, or None."""
    corners = points[triangles]
    low, high = corners.min(axis=1), corners.max(axis=1)
    for start in range(0, len(lines), 256):
        chunk = lines[start : start + 256]
        a, b = points[chunk[:, 0]], points[chunk[:, 1]]
        near = (np.minimum(a, b)[:, None] <= high).all(axis=2) & (np.maximum(a, b)[:, None] >= low).all(
            axis=2
        )
        which, triangle = np.nonzero(near)
        shared = (chunk[which][:, :, None] == triangles[triangle][:, None, :]).any(axis=(1, 2))
        which, triangle = which[~shared], triangle[~shared]
        origin, d = a[which], (b - a)[which]
        t, u, v = hits(origin, d, corners[triangle])
        e = 1e-9
        met = (t > e) & (t < 1 - e) & (u > e) & (v > e) & (u + v < 1 - e)
        if met.any():
            i = int(np.argmax(met))
            return np.asarray(origin[i] + t[i] * d[i])
    return None


def hits(origin: Array, d: Array, corners: Array) -> tuple[Array, Array, Array]:
    """Returns the parameter of each line origin + t d (n, 3) in the plane of its triangle (n, 3, 3), and
    the two
    barycentric coordinates there; NaN where the line is parallel to the plane."""
    e1, e2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    p = np.cross(d, e2)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / np.einsum("ij,ij->i", e1, p)
        r = origin - corners[:, 0]
        u = np.einsum("ij,ij->i", r, p) * inverse
        q = np.cross(r, e1)
        return np.einsum("ij,ij->i", e2, q) * inverse, u, np.einsum("ij,ij->i", d, q) * inverse


def inside(points: Array, surface: Array, triangles: Triangles) -> Mask:
    """Returns which points (n, 3) a closed surface encloses: an odd number of triangles above along z.

    Points are moved by 1e-7 of the surface's size across z, off its edges.
    """
    size = float(np.ptp(surface, axis=0).max())
    moved = points + size * np.array([1.0e-7, 0.7e-7, 0])
    columns, column = np.unique(moved[:, :2], axis=0, return_inverse=True)
    order = np.argsort(column, kind="stable")
    ends = np.searchsorted(column[order], np.arange(len(columns) + 1))
    corners = surface[triangles]
    flat = corners[:, :, :2]
    result = np.zeros(len(points), dtype=bool)
    by_x = np.argsort(columns[:, 0], kind="stable")
    sorted_x = columns[by_x, 0]
    for corner, plane in zip(corners, flat, strict=True):
        first, last = np.searchsorted(sorted_x, [plane[:, 0].min(), plane[:, 0].max()])
        for i in by_x[first:last]:
            height = height_above(columns[i], corner)
            if height is not None:
                members = order[ends[i] : ends[i + 1]]
                result[members] ^= moved[members, 2] < height
    return result


def height_above(place: Array, corner: Array) -> float | None:
    """Returns z of a triangle (3, 3) at a place (x, y), or None beside it."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corner
    det = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if det == 0:
        return None
    x, y = place[0] - ax, place[1] - ay
    u = (x * (cy - ay) - y * (cx - ax)) / det
    v = (y * (bx - ax) - x * (by - ay)) / det
    return float(az + u * (bz - az) + v * (cz - az)) if u >= 0 and v >= 0 and u + v <= 1 else None
