"""Fields on tetrahedra of any order, sampled at the centres of the cells of a grid.

A point takes the field of the tetrahedron that it lies in, so nothing is mixed across the faces of a medium.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from curlew._extras import load
from curlew.errors import ResultsError
from curlew.results.table import Array

_INSIDE = 1e-7  # of a barycentric coordinate: points on a face belong to the first of its tets
_BULGE = 0.1  # of its size, by which a curved tet may leave the box of its nodes
_NEAR = 0.5  # of a straight one's coordinates: no point farther off lies in the curved one
_STEPS = 12
_CHUNK = 2000  # tets at once


@dataclass(frozen=True)
class Tets:
    """Tetrahedra with Lagrange nodes.

    Attributes:
        points: Places of the nodes in m, (tets, nodes, 3), in the order of VTK.
        E: Complex field at the nodes in V/m, (tets, nodes, 3).
        material: Number of each one's material.
        order: Of the polynomials.
    """

    points: Array
    E: Array
    material: Array
    order: int

    @cached_property
    def basis(self) -> Array:
        """Coefficients of the nodal polynomials over the monomials, (monomials, nodes)."""
        return np.linalg.inv(_monomials(_nodes(self.order), self.order))

    @cached_property
    def is_curved(self) -> Array:
        """Whether the nodes of each one lie off a straight tetrahedron."""
        nodes = _nodes(self.order)
        corners = self.points[:, :4]
        straight = corners[:, :1] + np.einsum("nk,tkd->tnd", nodes, corners[:, 1:] - corners[:, :1])
        size = np.ptp(corners, axis=1).max(axis=1)
        return np.asarray(abs(self.points - straight).max(axis=(1, 2)) > 1e-6 * size)

    def of(self, chosen: Array) -> Tets:
        """Returns some of the tetrahedra."""
        return Tets(self.points[chosen], self.E[chosen], self.material[chosen], self.order)

    def integrals(self) -> tuple[Array, Array]:
        """Returns volume in m^3 and the integral of \\|E\\|^2 of each component, (tets,) and (tets, 3)."""
        places, weights = _rule(self.order + 2)
        value = _monomials(places, self.order) @ self.basis
        slope = [d @ self.basis for d in _slopes(places, self.order)]
        volume, squares = np.zeros(len(self.points)), np.zeros((len(self.points), 3))
        for begin in range(0, len(self.points), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            jacobian = np.stack([d @ self.points[part] for d in slope], axis=-1)
            dv = abs(np.linalg.det(jacobian)) * weights
            volume[part] = dv.sum(axis=1)
            squares[part] = np.einsum("tq,tqd->td", dv, abs(value @ self.E[part]) ** 2)
        return volume, squares

    def sample(self, low: Array, cell: Array, shape: tuple[int, int, int]) -> tuple[Array, Array]:
        """Returns the tet of the centre of each cell, -1 for none, and E there: (nx, ny, nz) and with 3."""
        owner = np.full(shape, -1)
        field = np.zeros((*shape, 3), dtype=complex)
        lows, highs = self.points.min(axis=1), self.points.max(axis=1)
        margin = (highs - lows) * (_BULGE * self.is_curved[:, None] + 1e-9)
        first = np.ceil((lows - margin - low) / cell - 0.5).astype(int).clip(0)
        last = np.floor((highs + margin - low) / cell - 0.5).astype(int)
        last = np.minimum(last, np.array(shape) - 1)
        for t in np.flatnonzero((first <= last).all(axis=1)):
            box = tuple(slice(a, b + 1) for a, b in zip(first[t], last[t], strict=True))
            free = np.argwhere(owner[box] < 0) + first[t]
            if not len(free):
                continue
            at, inside = self._locate(int(t), low + (free + 0.5) * cell)
            free, at = free[inside], at[inside]
            cells = tuple(free.T)
            owner[cells] = t
            field[cells] = _monomials(at, self.order) @ self.basis @ self.E[t]
        return owner, field

    def _locate(self, t: int, places: Array) -> tuple[Array, Array]:
        """Returns coordinates of places in a tetrahedron, and which of them lie inside."""
        nodes = self.points[t]
        inverse = np.linalg.inv((nodes[1:4] - nodes[0]).T)
        at = (places - nodes[0]) @ inverse.T
        near = (at.min(axis=1) > -_NEAR) & (at.sum(axis=1) < 1 + _NEAR)
        if self.is_curved[t] and near.any():
            at[near] = self._newton(nodes, at[near], places[near])
        return at, near & (at.min(axis=1) >= -_INSIDE) & (at.sum(axis=1) <= 1 + _INSIDE)

    def _newton(self, nodes: Array, at: Array, places: Array) -> Array:
        """Returns coordinates of places in a curved tetrahedron, from those in the straight one."""
        for _ in range(_STEPS):
            slope = [d @ self.basis @ nodes for d in _slopes(at, self.order)]
            off = _monomials(at, self.order) @ self.basis @ nodes - places
            step = np.linalg.solve(np.stack(slope, axis=-1), off[..., None])[..., 0]
            at = (at - step).clip(-1, 2)
            if abs(step).max() < 1e-10:
                break
        return at


def read_tets(data: Any, file: Any) -> Tets:
    """Returns the tetrahedra and E of a data set of pyvista.

    Raises:
        ResultsError: It has other elements, or no E at its nodes.
    """
    for name in ("E_real", "E_imag"):
        if name not in data.point_data:
            raise ResultsError(f'{file} has no E at the nodes of its elements: take "E" into outputs.fields')
    # Of older versions of pyvista the name is another.
    counts = np.diff(data.cell_offsets if hasattr(data, "cell_offsets") else data.offset)
    sizes = np.unique(counts)
    order = next((p for p in range(1, 9) if sizes.tolist() == [math.comb(p + 3, 3)]), 0)
    if not order or not set(np.unique(data.celltypes)) <= {10, 71}:
        raise ResultsError(f"{file} has other elements than tetrahedra of one order")
    nodes = np.asarray(data.cell_connectivity).reshape(len(counts), -1)
    field = np.asarray(data.point_data["E_real"]) + 1j * np.asarray(data.point_data["E_imag"])
    points = np.asarray(data.points, dtype=float)
    return Tets(points[nodes], field[nodes], np.asarray(data.cell_data["material"]), order)


def _nodes(order: int) -> Array:
    """Returns the coordinates of the nodes of a tetrahedron, in the order of VTK."""
    vtk = load("vtkmodules.vtkCommonDataModel", "fields", "Results.sar()")
    nodes = []
    for number in range(math.comb(order + 3, 3)):
        index = [0, 0, 0, 0]
        vtk.vtkHigherOrderTetra.BarycentricIndex(number, index, order)
        nodes.append([i / order for i in index[:3]])
    return np.array(nodes)


def _powers(order: int) -> list[tuple[int, int, int]]:
    numbers = range(order + 1)
    return [(a, b, c) for a in numbers for b in numbers for c in numbers if a + b + c <= order]


def _monomials(at: Array, order: int) -> Array:
    x, y, z = at.T
    return np.stack([x**a * y**b * z**c for a, b, c in _powers(order)], axis=-1)


def _slopes(at: Array, order: int) -> list[Array]:
    """Returns the derivatives of the monomials along each coordinate."""
    x, y, z = at.T
    powers = _powers(order)
    return [
        np.stack([a * x ** max(a - 1, 0) * y**b * z**c for a, b, c in powers], axis=-1),
        np.stack([b * x**a * y ** max(b - 1, 0) * z**c for a, b, c in powers], axis=-1),
        np.stack([c * x**a * y**b * z ** max(c - 1, 0) for a, b, c in powers], axis=-1),
    ]


def _rule(points: int) -> tuple[Array, Array]:
    """Returns points and weights in the unit tetrahedron: Gauss's rule in a cube that is folded into it."""
    x, w = np.polynomial.legendre.leggauss(points)
    x, w = (x + 1) / 2, w / 2
    u, v, t = (axis.ravel() for axis in np.meshgrid(x, x, x, indexing="ij"))
    weights = np.einsum("i,j,k->ijk", w, w, w).ravel() * (1 - u) ** 2 * (1 - v)
    return np.stack([u, v * (1 - u), t * (1 - u) * (1 - v)], axis=-1), weights
