"""Figures of circuits from S-parameters: standing waves, group delay, mixed modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from curlew.errors import CurlewError
from curlew.results.table import Array


def vswr(s: Array) -> Array:
    """Returns the voltage standing wave ratio ``(1 + |s|) / (1 - |s|)`` of reflections of any shape.

    Total reflection, ``|s| >= 1``, has an infinite one.

    >>> vswr(np.array([0.0, -1 / 3, 0.5j])).round(12).tolist()
    [1.0, 2.0, 3.0]
    """
    size = np.abs(np.asarray(s))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (1 + size) / (1 - size)
    return np.asarray(np.where(size >= 1, np.inf, found))


def group_delay(f: Array, s: Array) -> Array:
    """Returns the group delay ``-d arg(s) / d(2 pi f)`` in s, one number to a frequency.

    The phase must turn by less than half a turn from one frequency to the next. Derivatives are those
    of parabolas through three neighbours. Values next to one that is not known (NaN) are of two.

    Args:
        f: Frequencies in Hz, rising, (n,).
        s: One parameter, complex, (n,).

    A line of 2 ns:

    >>> f = np.array([1.0e9, 1.1e9, 1.25e9])
    >>> group_delay(f, np.exp(-2j * np.pi * f * 2e-9)).round(15).tolist()
    [2e-09, 2e-09, 2e-09]
    """
    f, s = np.asarray(f, dtype=float), np.asarray(s, dtype=complex)
    if f.shape != s.shape or f.ndim != 1:
        raise CurlewError(f"group_delay: {f.shape} frequencies and {s.shape} values of S do not fit")
    found = np.full(f.shape, np.nan)
    known = np.isfinite(s) & (s != 0)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], known, [False]]).astype(int)))
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        if end - begin >= 2:
            phase = np.unwrap(np.angle(s[begin:end]))
            order: Literal[1, 2] = 2 if end - begin > 2 else 1
            found[begin:end] = -np.gradient(phase, f[begin:end], edge_order=order) / (2 * np.pi)
    return found


def mixed_mode(s: Array, pairs: Sequence[tuple[int, int]]) -> Array:
    """Returns S of differential and common modes of pairs of ports [D. E. Bockelman and W. R.
    Eisenstadt, IEEE Trans. Microwave Theory Tech. 43, 1530 (1995)].

    Waves of a pair (p, n) are ``d = (a_p - a_n) / sqrt(2)`` and ``c = (a_p + a_n) / sqrt(2)``. Both
    ports of a pair must have the same real reference Z; the differential mode then has 2 Z, the
    common one Z / 2. The order is: differential modes as `pairs` has them, their common modes, the ports
    in no pair.

    Args:
        s: S of all ports, ``results.s.matrix()``: complex, (frequencies, ports, ports).
        pairs: Numbers of ports from 1, the positive one first.

    Two uncoupled lines that let everything through, without delay:

    >>> through = np.array([[0, 1], [1, 0]])
    >>> s = np.kron(through, np.eye(2))[None]           # ports 1, 2 on the left, 3, 4 on the right
    >>> mixed_mode(s, [(1, 2), (3, 4)])[0].round().astype(int).tolist()
    [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]
    """
    s = np.asarray(s)
    count = s.shape[-1]
    if s.ndim != 3 or s.shape[1] != count:
        raise CurlewError(f"mixed_mode: S has the shape {s.shape}, not (frequencies, ports, ports)")
    named = [port for pair in pairs for port in pair]
    if len(set(named)) != len(named) or not all(1 <= port <= count for port in named):
        raise CurlewError(f"mixed_mode: {list(pairs)} are no pairs of ports from 1 to {count}, each once")
    single = [port for port in range(1, count + 1) if port not in named]
    m = np.zeros((count, count))
    for row, (p, n) in enumerate(pairs):
        m[row, [p - 1, n - 1]] = np.array([1, -1]) / np.sqrt(2)
        m[len(pairs) + row, [p - 1, n - 1]] = 1 / np.sqrt(2)
    for row, port in enumerate(single, 2 * len(pairs)):
        m[row, port - 1] = 1
    return np.asarray(m @ s @ m.T)  # m is orthogonal
