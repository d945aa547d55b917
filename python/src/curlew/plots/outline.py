"""The outline of a geometry in a plane: surface groups, borders of regions, and objects of a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from curlew.mesh.surfaces import MeshGroups
from curlew.results.table import Array

#: Sides of the polygon that a circle is drawn as.
_SIDES = 72
#: Corners nearer to the plane than this part of the model are in it.
_NEAR = 1e-7
_FACES = np.array([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])


@dataclass(frozen=True)
class Outline:
    """The geometry of a run.

    Attributes:
        triangles: Of surface groups and objects, (triangles, 3, 3), m.
        mesh: The groups of the mesh file, whose regions have borders.
    """

    triangles: Array
    mesh: MeshGroups | None = None

    def cut(self, normal: int, at: float) -> Array:
        """Returns the lines in the plane where coordinate `normal` is `at`: their ends in the other two
        coordinates, (lines, 2, 2)."""
        parts = [self.triangles]
        if self.mesh is not None:
            parts.append(region_borders(self.mesh, normal, at))
        return cut(np.concatenate(parts), normal, at)


def outline_of(resolved: Mapping[str, Any], mesh: MeshGroups | None) -> Outline:
    """Returns the outline of a run: of its mesh file, and of the objects that lie on its grid."""
    surfaces = list(mesh.surfaces.values()) if mesh is not None else []
    objects = resolved.get("objects")
    for one in objects if isinstance(objects, list) else []:
        if isinstance(one, dict):
            surfaces.append(object_triangles(one))
    return Outline(np.concatenate([np.empty((0, 3, 3)), *surfaces]), mesh)


def cut(triangles: Array, normal: int, at: float) -> Array:
    """Returns the lines in which triangles (n, 3, 3) cut a plane, (lines, 2, 2). Of triangles that lie in it
    the lines are the edges of one triangle alone."""
    others = [d for d in range(3) if d != normal]
    if not len(triangles):
        return np.empty((0, 2, 2))
    height = triangles[..., normal] - at
    near = np.abs(height) < _NEAR * float(np.ptp(triangles, axis=(0, 1)).max())
    flat = near.all(axis=1)
    above = (height > 0) & ~near
    crossing = triangles[(above.any(axis=1) & ~above.all(axis=1)) & ~flat]
    side = above[(above.any(axis=1) & ~above.all(axis=1)) & ~flat]
    # The corner that is alone on its side comes first; both edges from it cross the plane.
    alone = np.where(side.sum(axis=1) == 1, np.argmax(side, axis=1), np.argmin(side, axis=1))
    order = (alone[:, None] + np.arange(3)) % 3
    corners = np.take_along_axis(crossing, order[..., None], axis=1)
    first, ends = corners[:, :1], corners[:, 1:]
    share = (at - first[..., normal]) / (ends[..., normal] - first[..., normal])
    lines = first + share[..., None] * (ends - first)
    return np.concatenate([lines[..., others], _rims(triangles[flat][..., others])])


def _rims(triangles: Array) -> Array:
    """Returns the edges that only one of flat triangles (n, 3, 2) has."""
    if not len(triangles):
        return np.empty((0, 2, 2))
    step = _NEAR * float(np.ptp(triangles, axis=(0, 1)).max())
    _, numbers = np.unique(np.round(triangles.reshape(-1, 2) / step), axis=0, return_inverse=True)
    numbers = numbers.reshape(-1, 3)
    pairs = np.sort(np.concatenate([numbers[:, [0, 1]], numbers[:, [1, 2]], numbers[:, [2, 0]]]), axis=1)
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    _, first, counts = np.unique(pairs, axis=0, return_index=True, return_counts=True)
    return np.asarray(edges[first[counts == 1]])


def region_borders(mesh: MeshGroups, normal: int, at: float) -> Array:
    """Returns the faces, (faces, 3, 3), that cross or touch a plane between tetrahedra of two groups, or on
    the hull."""
    height = mesh.places[mesh.tetrahedra, normal] - at
    reached = (height.min(axis=1) <= 0) & (height.max(axis=1) >= 0)
    if not reached.any():
        return np.empty((0, 3, 3))
    faces = np.sort(mesh.tetrahedra[reached][:, _FACES].reshape(-1, 3), axis=1)
    regions = np.repeat(mesh.regions[reached], 4)
    # Only faces that reach the plane: both their tetrahedra do, too.
    height = mesh.places[faces, normal] - at
    reached = (height.min(axis=1) <= 0) & (height.max(axis=1) >= 0)
    faces, regions = faces[reached], regions[reached]
    unique, number = np.unique(faces, axis=0, return_inverse=True)
    number = number.ravel()
    counts = np.bincount(number)
    least, most = np.full(len(unique), np.iinfo(np.int64).max), np.full(len(unique), -1)
    np.minimum.at(least, number, regions)
    np.maximum.at(most, number, regions)
    return np.asarray(mesh.places[unique[(counts == 1) | (least != most)]])


def object_triangles(one: Mapping[str, Any]) -> Array:
    """Returns the surface of a sphere, ellipsoid, cylinder, box or sheet; nothing of other objects."""
    try:
        shape = one["shape"]
        if shape in ("sphere", "ellipsoid"):
            radii = one["radii"] if shape == "ellipsoid" else [one["radius"]] * 3
            return np.asarray(np.asarray(one["center"], dtype=float) + _ball() * np.asarray(radii))
        if shape == "cylinder":
            return _cylinder(one["base"], one["axis"], float(one["radius"]))
        if shape in ("box", "sheet"):
            low, high = np.asarray(one["min"], dtype=float), np.asarray(one["max"], dtype=float)
            return _box(low, high)
    except (KeyError, TypeError, ValueError):
        pass
    return np.empty((0, 3, 3))


def _quads(grid: Array) -> Array:
    """Returns two triangles of each mesh of a grid of points, (rows, columns, 3)."""
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    return np.concatenate([np.stack(t, axis=-2).reshape(-1, 3, 3) for t in ((a, b, c), (a, c, d))])


def _ball() -> Array:
    # No ring of corners lies in a plane through the middle, which would cut along edges only.
    theta = np.linspace(0, np.pi, _SIDES // 2)[:, None]
    phi = np.linspace(0, 2 * np.pi, _SIDES + 1) + np.pi / _SIDES
    ring = np.stack(np.broadcast_arrays(np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi),
                                        np.cos(theta)), axis=-1)  # fmt: skip
    return _quads(ring)


def _cylinder(base: Sequence[float], axis: Sequence[float], radius: float) -> Array:
    low, along = np.asarray(base, dtype=float), np.asarray(axis, dtype=float)
    other = np.eye(3)[int(np.argmin(np.abs(along)))]
    u = np.cross(along, other)
    u /= np.linalg.norm(u)
    v = np.cross(along, u) / np.linalg.norm(along)
    phi = np.linspace(0, 2 * np.pi, _SIDES + 1)[:, None] + np.pi / _SIDES
    ring = radius * (np.cos(phi) * u + np.sin(phi) * v)
    ends = [np.zeros_like(ring), ring, ring + along, np.zeros_like(ring) + along]
    return low + _quads(np.stack(ends))


def _box(low: Array, high: Array) -> Array:
    sides = []
    for normal in range(3):
        u, v = (d for d in range(3) if d != normal)
        for at in (low, high) if low[normal] != high[normal] else (low,):
            corners = np.tile(at, (2, 2, 1))
            corners[1, :, u], corners[0, :, u] = high[u], low[u]
            corners[:, 1, v], corners[:, 0, v] = high[v], low[v]
            sides.append(_quads(corners))
    found = np.concatenate(sides)
    # A sheet has no sides.
    area = np.linalg.norm(np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]), axis=1)
    return np.asarray(found[area > 0])
