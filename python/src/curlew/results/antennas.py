"""Figures of antennas from far fields: beam width, side lobes, polarisation, efficiencies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curlew.errors import CurlewError, ResultsError
from curlew.results.table import Array, Table

_HALF_DB = 10 * np.log10(2)


@dataclass(frozen=True)
class Efficiency:
    """Efficiencies of one excitation at one frequency, from 0 to 1; NaN: the run does not know it.

    Attributes:
        f: Frequency in Hz.
        excitation: Its name.
        radiation: Radiated power over that which the port accepts.
        total: Radiated power over that which the source has available; IEEE Std 145 calls directivity
            times it the realised gain.
    """

    f: float
    excitation: str
    radiation: float
    total: float


def efficiencies(far_field: Table) -> list[Efficiency]:
    """Returns the efficiencies of each frequency and excitation of ``results.far_field``: gain, and
    realised gain, over directivity where this is the largest.

    >>> from pathlib import Path
    >>> from curlew.results import Column
    >>> headers = ["f (Hz)", "excitation", "directivity (dBi)", "gain (dBi)", "realised_gain (dBi)"]
    >>> columns = [Column.of(header) for header in headers]
    >>> row = [np.array([1e9]), np.array(["feed"]), np.array([6.0]), np.array([5.5]), np.array([5.0])]
    >>> (found,) = efficiencies(Table(Path("far_field.csv"), columns, row))
    >>> round(found.radiation, 3), round(found.total, 3)        # 10^-0.05, 10^-0.1
    (0.891, 0.794)
    """
    for column in ("directivity (dBi)", "gain (dBi)", "realised_gain (dBi)"):
        if column not in list(far_field):
            raise ResultsError(f'{far_field.file} has no column "{column}"')
    found = []
    directivity = far_field["directivity (dBi)"]
    keys = list(zip(far_field.f.tolist(), far_field["excitation"].tolist(), strict=True))
    for f, excitation in dict.fromkeys(keys):
        rows = np.array([key == (f, excitation) for key in keys])
        known = np.flatnonzero(rows & np.isfinite(directivity))
        ratios = [float("nan")] * 2
        if known.size:
            best = known[np.argmax(directivity[known])]
            levels = [far_field[c][best] for c in ("gain (dBi)", "realised_gain (dBi)")]
            ratios = [float(10 ** ((level - directivity[best]) / 10)) for level in levels]
        found.append(Efficiency(f, str(excitation), *ratios))
    return found


def great_circle(table: Table, column: str, phi: float) -> tuple[Array, Array]:
    """Returns angles in degrees and the values of a column of ``results.far_field`` on the cut of
    `phi`, theta above 0, and `phi` + 180 where there is one, theta below 0.

    Args:
        table: Rows of one frequency and one excitation: ``far_field.where(f=1e9, excitation="feed")``.
        column: Its header, "directivity (dBi)".
        phi: The half plane in degrees.
    """
    theta, values = table["theta"], table[column]
    turn = np.mod(table["phi"] - phi + 1e-9, 360)
    near = [np.flatnonzero(np.abs(turn - 1e-9 - angle) < 1e-6) for angle in (0.0, 180.0)]
    if not near[0].size:
        there = ", ".join(f"{v:g}" for v in np.unique(table["phi"])[:20])
        raise ResultsError(f"{table.file} has no cut at phi = {phi:g}; there are {there}")
    angle = np.concatenate([theta[near[0]], -theta[near[1]]])
    found = np.concatenate([values[near[0]], values[near[1]]])
    angle, first = np.unique(angle, return_index=True)  # theta = 0 is on both halves
    if not near[1].size:
        return angle, found[first]
    if np.isclose(angle[-1], 180) and not np.isclose(angle[0], -180):
        angle, first = np.append(-180.0, angle), np.append(first[-1], first)
    return angle, found[first]


def half_power_beam_width(angle: Array, level: Array) -> float:
    """Returns the angle in degrees between the points beside the maximum of a cut where the level is
    half of it, 3.01 dB below; NaN where the cut ends before. Levels are interpolated linearly in dB.

    Args:
        angle: Angles in degrees, rising, (n,); `great_circle` has them.
        level: Levels in dB, (n,).

    A pattern ``cos^2`` in power has 90 degrees:

    >>> angle = np.linspace(-89.0, 89.0, 179)
    >>> round(half_power_beam_width(angle, 20 * np.log10(np.cos(np.radians(angle)))), 2)
    90.0
    """
    angle, level = _cut(angle, level)
    best = int(np.argmax(level))
    half = level[best] - _HALF_DB
    ends = []
    for step in (-1, 1):
        i = best
        while 0 <= i + step < len(level) and level[i + step] > half:
            i += step
        j = i + step
        if not 0 <= j < len(level):
            return float("nan")
        part = (level[i] - half) / (level[i] - level[j]) if np.isfinite(level[j]) else 1.0
        ends.append(angle[i] + part * (angle[j] - angle[i]))
    return float(ends[1] - ends[0])


def side_lobe_level(angle: Array, level: Array) -> float:
    """Returns the level of the highest side lobe over that of the main lobe in dB, below 0; NaN where
    the cut has no side lobe. The main lobe reaches to the first minimum on each side of the maximum;
    on a cut through the whole circle the pattern goes on past the ends.

    Args:
        angle: Angles in degrees, rising, (n,).
        level: Levels in dB, (n,).

    A line of constant current, ``(sin u / u)^2``, has -13.26 dB [balanis2012, table 7.2]:

    >>> u = np.linspace(-30.0, 30.0, 6001)
    >>> round(side_lobe_level(u, 20 * np.log10(np.abs(np.sinc(u / np.pi)))), 2)
    -13.26
    """
    angle, level = _cut(angle, level)
    best = int(np.argmax(level))
    if np.isclose(angle[-1] - angle[0], 360):
        level = np.roll(level[:-1], len(level) // 2 - best)
        best = int(np.argmax(level))
    first, last = best, best
    while first > 0 and level[first - 1] < level[first]:
        first -= 1
    while last < len(level) - 1 and level[last + 1] < level[last]:
        last += 1
    lobes = np.concatenate([level[:first], level[last + 1 :]])
    return float(lobes.max() - level[best]) if lobes.size else float("nan")


def front_to_back(angle: Array, level: Array) -> float:
    """Returns the level of the maximum of a cut over that in the opposite direction in dB.

    Args:
        angle: Angles in degrees, rising, through the whole circle, (n,).
        level: Levels in dB, (n,).

    A limacon ``(3 + cos)^2`` in power:

    >>> angle = np.linspace(-180.0, 180.0, 361)
    >>> round(front_to_back(angle, 20 * np.log10(3 + np.cos(np.radians(angle)))), 4)  # 20 log10(4/2)
    6.0206
    """
    angle, level = _cut(angle, level)
    back = angle[np.argmax(level)] + 180
    for turn in (0, -360):
        if angle[0] <= back + turn <= angle[-1]:
            return float(level.max() - np.interp(back + turn, angle, level))
    raise CurlewError(
        f"front_to_back: the cut ends at {angle[0]:g} and {angle[-1]:g} degrees, "
        f"{back:g} is not on it; ask for phi + 180 too"
    )


def axial_ratio(e_theta: Array, e_phi: Array) -> Array:
    """Returns the ratio of the axes of the ellipse of polarisation in dB, of any shape: 0 is circular,
    infinite is linear [balanis2012, section 2.12].

    Args:
        e_theta, e_phi: Complex components: ``far_field["rE_theta"]``, ``far_field["rE_phi"]``, in V.

    >>> axial_ratio(np.array([1.0, 1.0]), np.array([-1j, -0.5j])).round(4).tolist()
    [0.0, 6.0206]
    """
    right, left = (np.abs(part) for part in circular(e_theta, e_phi))
    small = np.abs(right - left)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 20 * np.log10((right + left) / small)
    return np.asarray(np.where(small > 1e-12 * (right + left), found, np.inf))


def circular(e_theta: Array, e_phi: Array) -> tuple[Array, Array]:
    """Returns the right- and left-handed components of IEEE Std 145, for fields of e^{+j omega t}:
    ``(E_theta + j E_phi) / sqrt(2)`` and ``(E_theta - j E_phi) / sqrt(2)``, complex, of any shape.

    >>> [abs(part).round(12).item() for part in circular(np.array(1.0), np.array(-1j))]
    [1.414213562373, 0.0]
    """
    e_theta, e_phi = np.asarray(e_theta), np.asarray(e_phi)
    return (e_theta + 1j * e_phi) / np.sqrt(2), (e_theta - 1j * e_phi) / np.sqrt(2)


def ludwig3(e_theta: Array, e_phi: Array, phi: Array, reference: float = 0.0) -> tuple[Array, Array]:
    """Returns the copolar and crosspolar components of Ludwig's third definition [A. C. Ludwig, IEEE
    Trans. Antennas Propag. 21, 116 (1973)], complex, of any shape.

    Args:
        e_theta, e_phi: Complex components in V.
        phi: Angles of the directions in degrees.
        reference: Angle in degrees from x of the copolar field on the z axis; 0: along x, 90: along y.

    A Huygens source along x has no crosspolar field:

    >>> phi = np.radians(30)
    >>> co, cross = ludwig3(1.5 * np.cos(phi), -1.5 * np.sin(phi), np.array(30.0))
    >>> (co.round(12).item(), abs(cross.round(12)).item())
    (1.5, 0.0)
    """
    turn = np.radians(np.asarray(phi) - reference)
    e_theta, e_phi = np.asarray(e_theta), np.asarray(e_phi)
    return (
        e_theta * np.cos(turn) - e_phi * np.sin(turn),
        e_theta * np.sin(turn) + e_phi * np.cos(turn),
    )


def _cut(angle: Array, level: Array) -> tuple[Array, Array]:
    angle, level = np.asarray(angle, dtype=float), np.asarray(level, dtype=float)
    known = ~np.isnan(level)
    if angle.shape != level.shape or angle.ndim != 1 or known.sum() < 3 or (np.diff(angle) <= 0).any():
        raise CurlewError("a cut has at least three angles, rising, and a level to each")
    return angle[known], level[known]
