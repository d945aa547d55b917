"""Specific absorption rates of tissue: local, and averaged over cubes of a mass.

The cubes are those of IEC/IEEE 62704-1:2017. All arrays are on a regular grid of bricks, (nx, ny, nz); a
density of 0 is air, which stands for all that is no tissue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from curlew.errors import CurlewError
from curlew.results.table import Array

MOST_AIR = 0.1  # share of the volume of a valid cube
NEARLY_SMALLEST = 1.05  # of the volume of the smallest one-sided cube: these are compared
_TOLERANCE = 1e-7  # of the mass of a cube
_STEPS = 80
_ROUNDING = 1e-5  # of a cell: sizes are found to less
_THIN = 1e-3  # of a cell: what counts as the face of a cube

#: What the value of a cell is; `AveragedSar.status`.
AIR, CENTRE, INSIDE, ONE_SIDED, UNKNOWN = 0, 1, 2, 3, 4


@dataclass(frozen=True)
class AveragedSar:
    """SAR averaged over cubes of one mass.

    Attributes:
        sar: W/kg, (nx, ny, nz); NaN in air and where no cube is inside of the grid.
        status: (nx, ny, nz): 0 air; 1 the cell is the centre of a valid cube; 2 it has the largest value
            of the valid cubes that hold it; 3 that of a cube with the cell at the middle of a face; 4 it is
            unknown.
        mass: Of a cube, in kg.
        peak: Largest value in W/kg.
        index: Cell of the largest value.
        side: Length in m of the cube of each cell of status 1 or 3, (nx, ny, nz); else NaN.
    """

    sar: Array
    status: Array
    mass: float
    peak: float
    index: tuple[int, int, int]
    side: Array


def local_sar(E: Array, sigma: Array | float, density: Array | float) -> Array:
    """Returns ``sigma |E|^2 / (2 density)`` in W/kg, (nx, ny, nz); 0 where the density is 0.

    Args:
        E: Complex peak phasors of the total field in V/m, (nx, ny, nz, 3).
        sigma: Conductivity of all losses, ``sigma + omega eps0 eps''``, in S/m; (nx, ny, nz), or with a
            further axis of 3 for a diagonal tensor.
        density: kg/m^3, (nx, ny, nz).

    >>> local_sar(np.full((1, 1, 1, 3), 10j), 1.0, 1000.0).tolist()  # 1 S/m * 300 (V/m)^2 / 2000 kg/m^3
    [[[0.15]]]
    """
    square = np.abs(np.asarray(E)) ** 2
    if square.ndim != 4 or square.shape[3] != 3:
        raise CurlewError(f"local_sar: E is of the shape (nx, ny, nz, 3), not {square.shape}")
    loss, density = np.asarray(sigma, dtype=float), np.asarray(density, dtype=float)
    if not (np.isfinite(loss).all() and (loss >= 0).all()):
        raise CurlewError("local_sar: sigma is finite and not below 0: media that give power have no SAR")
    loss = loss if loss.ndim == 4 else loss[..., np.newaxis]
    power = np.broadcast_to(np.sum(loss * square, axis=3) / 2, square.shape[:3])
    density = np.broadcast_to(_density(density), square.shape[:3])
    return np.asarray(np.divide(power, density, out=np.zeros(square.shape[:3]), where=density > 0))


def _density(density: Array) -> Array:
    if not (np.isfinite(density).all() and (density >= 0).all()):
        raise CurlewError("a density is finite and not below 0 kg/m^3; 0 is air")
    return density


def average_sar(local: Array, density: Array, cell: Sequence[float], mass: float) -> AveragedSar:
    """Returns the SAR averaged over cubes of a mass.

    A cube grows evenly around the middle of each cell until it has the mass; its faces cut cells. It is valid
    with at most 10 % of air in its volume and no face wholly in air. Its average is the value of its middle
    cell. A cell whose cube is not valid takes the largest average of the valid cubes that hold all of it. A
    cell that no valid cube holds takes cubes with the cell at the middle of a face, which grow in six
    directions, whatever air they have: of those with at most 1.05 times the volume of the smallest, the
    largest average.

    Where tissue reaches the end of the grid, cubes that leave the grid there are not looked at; a cell is
    unknown where one of these may be its own.

    Args:
        local: Local SAR in W/kg, (nx, ny, nz): `local_sar`.
        density: kg/m^3, (nx, ny, nz); 0: air.
        cell: Edges of a cell in m, three.
        mass: Of a cube, in kg: 0.001 or 0.01.

    Raises:
        CurlewError: Shapes differ, a value is negative or not finite, or the tissue has less than the mass.
    """
    bodies = _Tissue(local, density, cell, mass)
    places = np.argwhere(bodies.density > 0)
    middle = (places + 0.5) * bodies.cell
    sar = np.full(bodies.density.shape, np.nan)
    side = np.full(bodies.density.shape, np.nan)
    status = np.where(bodies.density > 0, UNKNOWN, AIR)
    # Cubes around the middle of each cell.
    half = bodies.grown(lambda h, n: (middle[n] - h[:, None], middle[n] + h[:, None]), len(places))
    low, high = middle - half[:, None], middle + half[:, None]
    valid = np.isfinite(half)
    valid[valid] = bodies.is_valid(low[valid], high[valid])
    at = tuple(places[valid].T)
    sar[at] = bodies.average(low[valid], high[valid])
    side[at], status[at] = 2 * half[valid], CENTRE
    # Cells in valid cubes.
    reach = np.floor(half[valid, None] / bodies.cell - 0.5 + _ROUNDING).astype(int)
    best = _largest_around(sar, places[valid], reach)
    inside = (status == UNKNOWN) & (best > -np.inf)
    sar[inside], status[inside] = best[inside], INSIDE
    # Cubes to one side.
    rest = np.argwhere(status == UNKNOWN)
    if len(rest):
        values, lengths = _one_sided(bodies, rest)
        found = np.isfinite(values)
        at = tuple(rest[found].T)
        sar[at], side[at], status[at] = values[found], lengths[found], ONE_SIDED
    if np.isnan(sar).all():
        raise CurlewError(
            f"no cube of {mass:g} kg lies inside of the grid: tissue reaches its end everywhere; take fields "
            "of a larger part"
        )
    index = np.unravel_index(int(np.nanargmax(sar)), sar.shape)
    peak = (int(index[0]), int(index[1]), int(index[2]))
    return AveragedSar(sar, status, mass, float(sar[peak]), peak, side)


class _Tissue:
    """Sums of mass, power and volume over boxes of any size: tables of sums up to each node of the grid,
    linear between nodes, are exact for what is constant in cells."""

    def __init__(self, local: Array, density: Array, cell: Sequence[float], mass: float) -> None:
        local, self.density = np.asarray(local, dtype=float), _density(np.asarray(density, dtype=float))
        try:
            self.cell = np.asarray(cell, dtype=float)
        except (TypeError, ValueError):
            raise CurlewError(f"cell: three edges above 0 m, not {cell!r}") from None
        if local.ndim != 3 or local.shape != self.density.shape:
            raise CurlewError(
                f"SAR and density are of one shape (nx, ny, nz), not {local.shape} and {self.density.shape}"
            )
        if self.cell.shape != (3,) or not (np.isfinite(self.cell).all() and (self.cell > 0).all()):
            raise CurlewError(f"cell: three edges above 0 m, not {cell}")
        if not isinstance(mass, (int, float)) or not (np.isfinite(mass) and mass > 0):
            raise CurlewError(f"mass: above 0 kg, not {mass!r}; 0.001 is 1 g")
        tissue = self.density > 0
        if not (np.isfinite(local[tissue]).all() and (local[tissue] >= 0).all()):
            raise CurlewError("the local SAR of tissue is finite and not below 0")
        volume = float(self.cell.prod())
        total = float(self.density.sum()) * volume
        if total < mass:
            raise CurlewError(f"the tissue of the grid has {total:.3g} kg, less than a cube of {mass:g} kg")
        self.mass = mass
        self.size = self.cell * self.density.shape
        self._mass = _sums(self.density * volume)
        self._power = _sums(np.where(tissue, local, 0) * self.density * volume)
        self._volume = _sums(tissue * volume)
        # Ends of the grid that tissue reaches: nothing is known behind them.
        ends = [(tissue.take(0, axis=d).any(), tissue.take(-1, axis=d).any()) for d in range(3)]
        self._open = np.array(ends).T

    def _sum(self, table: Array, low: Array, high: Array) -> Array:
        shape = np.array(self.density.shape)
        result = np.zeros(len(low))
        corners = [np.clip(corner / self.cell, 0, shape) for corner in (low, high)]
        cells = [np.minimum(corner.astype(int), shape - 1) for corner in corners]
        for number in range(8):
            bits = [number >> d & 1 for d in range(3)]
            i, j, k = (cells[bit][:, d] for d, bit in enumerate(bits))
            u, v, w = (corners[bit][:, d] - cells[bit][:, d] for d, bit in enumerate(bits))
            value = np.zeros(len(low))
            for a, weight_a in ((0, 1 - u), (1, u)):
                for b, weight_b in ((0, 1 - v), (1, v)):
                    for c, weight_c in ((0, 1 - w), (1, w)):
                        value += weight_a * weight_b * weight_c * table[i + a, j + b, k + c]
            result += value if sum(bits) % 2 else -value
        return result

    def average(self, low: Array, high: Array) -> Array:
        """Returns power over mass of boxes."""
        return self._sum(self._power, low, high) / self._sum(self._mass, low, high)

    def leaves(self, low: Array, high: Array) -> Array:
        """Returns whether boxes go over an end of the grid that tissue reaches."""
        slack = _ROUNDING * self.cell
        over = ((low < -slack) & self._open[0]) | ((high > self.size + slack) & self._open[1])
        return np.asarray(over.any(axis=1))

    def room(self, middle: Array, axis: int, upwards: bool) -> Array:
        """Returns the side at which a cube with a cell at the middle of a face, which grows along an axis,
        leaves the grid where tissue reaches its end."""
        below = np.where(self._open[0], middle, np.inf)
        above = np.where(self._open[1], self.size - middle, np.inf)
        room = 2 * np.minimum(below, above)
        room[:, axis] = (above if upwards else below)[:, axis] + self.cell[axis] / 2
        return np.asarray(room.min(axis=1))

    def is_valid(self, low: Array, high: Array) -> Array:
        """Returns whether cubes lie inside, have at most a tenth of air, and no face wholly in air."""
        whole = (high - low).prod(axis=1)
        good = ~self.leaves(low, high)
        good &= self._sum(self._volume, low, high) >= (1 - MOST_AIR - 1e-9) * whole
        for d in range(3):
            thin = _THIN * self.cell[d]
            for end in (0, 1):
                first, last = low.copy(), high.copy()
                if end:
                    first[:, d] = last[:, d] - thin
                else:
                    last[:, d] = first[:, d] + thin
                face = (last - first).prod(axis=1)
                good &= self._sum(self._volume, first, last) > 1e-6 * face
        return np.asarray(good)

    def grown(self, box: Callable[[Array, Array], tuple[Array, Array]], count: int) -> Array:
        """Returns the size of each box at which it has the mass; NaN where it never has.

        Args:
            box: From sizes and the numbers of the boxes, the least and largest corners.
        """
        numbers = np.arange(count)
        least, most = np.zeros(count), np.full(count, 2 * float(self.size.max()))
        excess_most = self._sum(self._mass, *box(most, numbers)) - self.mass
        found = np.full(count, np.nan)
        left = numbers[excess_most >= -_TOLERANCE * self.mass]
        excess_least = np.full(count, -self.mass)
        for step in range(_STEPS):
            if not len(left):
                break
            # The mass goes about with the cube of the size: a secant in cubes, or half the interval.
            a, b, fa, fb = least[left] ** 3, most[left] ** 3, excess_least[left], excess_most[left]
            secant = np.cbrt(a - fa * (b - a) / np.where(fb > fa, fb - fa, 1))
            size = secant if step % 3 else (least[left] + most[left]) / 2
            excess = self._sum(self._mass, *box(size, left)) - self.mass
            over = excess >= 0
            most[left[over]], excess_most[left[over]] = size[over], excess[over]
            least[left[~over]], excess_least[left[~over]] = size[~over], excess[~over]
            found[left] = size
            left = left[np.abs(excess) > _TOLERANCE * self.mass]
        return found


def _sums(values: Array) -> Array:
    """Returns the sum of all cells below each node, (nx + 1, ny + 1, nz + 1)."""
    return np.pad(values.cumsum(0).cumsum(1).cumsum(2), ((1, 0), (1, 0), (1, 0)))


def _largest_around(values: Array, places: Array, reach: Array) -> Array:
    """Returns for each cell the largest value of the places whose boxes, of `reach` cells to both sides, hold
    it."""
    best = np.full(values.shape, -np.inf)
    for extent in np.unique(reach, axis=0):
        chosen = tuple(places[(reach == extent).all(axis=1)].T)
        spread = np.full(values.shape, -np.inf)
        spread[chosen] = values[chosen]
        for d in range(3):
            spread = _largest_along(spread, d, int(extent[d]))
        np.maximum(best, spread, out=best)
    return best


def _largest_along(values: Array, axis: int, reach: int) -> Array:
    """Returns the largest of each value and its neighbours up to `reach` cells off along an axis."""
    values = np.moveaxis(values, axis, 0)
    while reach > 0:
        # Windows of 2 s + 1 join to those of 2 (s + step) + 1, as long as step is at most s + 1.
        width, spread = 0, values
        while width < reach:
            step = min(width + 1, reach - width)
            wider = spread.copy()
            np.maximum(wider[step:], spread[:-step], out=wider[step:])
            np.maximum(wider[:-step], spread[step:], out=wider[:-step])
            spread, width = wider, width + step
        values, reach = spread, 0
    return np.moveaxis(values, 0, axis)


def _one_sided(bodies: _Tissue, places: Array) -> tuple[Array, Array]:
    """Returns value and side of the cubes of cells at the middle of a face; NaN where there are none."""
    middle = (places + 0.5) * bodies.cell
    sides, values, open_at = (np.full((6, len(places)), np.nan) for _ in range(3))
    for number in range(6):
        d, upwards = number // 2, number % 2 == 0

        def box(length: Array, n: Array, d: int = d, upwards: bool = upwards) -> tuple[Array, Array]:
            low, high = middle[n] - length[:, None] / 2, middle[n] + length[:, None] / 2
            if upwards:
                low[:, d] = places[n, d] * bodies.cell[d]
                high[:, d] = low[:, d] + length
            else:
                high[:, d] = (places[n, d] + 1) * bodies.cell[d]
                low[:, d] = high[:, d] - length
            return low, high

        sides[number] = bodies.grown(box, len(places))
        known = np.flatnonzero(np.isfinite(sides[number]))
        low, high = box(sides[number, known], known)
        outside = bodies.leaves(low, high)
        open_at[number] = bodies.room(middle, d, upwards)
        sides[number, known[outside]] = np.nan
        known, low, high = known[~outside], low[~outside], high[~outside]
        values[number, known] = bodies.average(low, high)
        open_at[number, known] = np.inf
    smallest = np.nanmin(np.where(np.isnan(sides), np.inf, sides), axis=0)
    # A cube that leaves the grid is larger than that at which it begins to: it may be the smallest.
    some = np.isfinite(smallest) & (open_at.min(axis=0) ** 3 > NEARLY_SMALLEST * smallest**3)
    close = sides**3 <= NEARLY_SMALLEST * smallest**3
    best = np.where(close, values, -np.inf).argmax(axis=0)
    numbers = np.arange(len(places))
    found = values[best, numbers], sides[best, numbers]
    return np.where(some, found[0], np.nan), np.where(some, found[1], np.nan)
