"""The field of the room by another method: finite differences of E_z on a square grid with absorbing layers:
python3 helmholtz.py results/probe_along.csv (numpy, scipy)."""
import sys

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as la

X, Y, T, MARGIN, LAYER = 4.0, 3.0, 0.15, 0.65, 1.0  # the layer here is thicker than that of the case
SOURCE, C0, ETA0 = (0.83, 1.21), 299792458.0, 376.730313668


def wall(x, y):
    """1 in walls, 1/2 on their faces."""
    box = lambda x0, x1, y0, y1: (inside(x, x0, x1) * inside(y, y0, y1))
    ring = box(-T, X + T, -T, Y + T) - box(0, X, 0, Y) - box(X, X + T, 1.9, 2.8)
    return ring + box(2.2, 2.3, 0, 1.7)


def inside(x, low, high):
    half = np.array([-0.25, 0.25]) * STEP
    return np.mean([(x + h > low) & (x + h < high) for h in half], axis=0)


def field(frequency_hz, step, points):
    global STEP
    STEP = step
    k = 2 * np.pi * frequency_hz / C0
    o = MARGIN + LAYER
    nx, ny = round((X + 2 * o) / step), round((Y + 2 * o) / step)

    def axis(n, end):
        at = lambda u: 1 - 4j * (np.maximum(0, np.maximum(-MARGIN - u, u - end - MARGIN)) / LAYER) ** 2
        nodes, middles = -o + step * np.arange(1, n), -o + step * (np.arange(n) + 0.5)
        flux = 1 / at(middles) / step**2
        off = flux[1:-1]
        return nodes, sp.diags(1 / at(nodes)) @ sp.diags([off, -(flux[1:] + flux[:-1]), off], [-1, 0, 1])

    x, dx = axis(nx, X)
    y, dy = axis(ny, Y)
    eps = 5 - 1j * 0.01 * ETA0 / k
    eps = 1 + (eps - 1) * wall(x[:, None], y[None, :])
    matrix = sp.kron(dx, sp.identity(ny - 1)) + sp.kron(sp.identity(nx - 1), dy) + sp.diags(k * k * eps.ravel())
    cell = lambda u, grid: (np.searchsorted(grid, u) - 1, None)[0]

    def weights(p):
        i, j = cell(p[0], x), cell(p[1], y)
        a, b = (p[0] - x[i]) / step, (p[1] - y[j]) / step
        return [((i + s) * (ny - 1) + j + t, (a if s else 1 - a) * (b if t else 1 - b)) for s in (0, 1) for t in (0, 1)]

    rhs = np.zeros(matrix.shape[0], complex)
    for n, w in weights(SOURCE):
        rhs[n] += w * 1j * k * ETA0 / step**2
    e = la.spsolve(matrix.tocsc(), rhs)
    return np.array([sum(w * e[n] for n, w in weights(p)) for p in points])


if __name__ == "__main__":
    table = np.genfromtxt(sys.argv[1], delimiter=",", names=True, dtype=None, encoding=None)
    names = table.dtype.names
    find = lambda start: next(n for n in names if n.lower().startswith(start))
    f = table[find("f_")]
    e = table[find("re_e_z")] + 1j * table[find("im_e_z")]
    for frequency in np.unique(f):
        chosen = f == frequency
        points = np.column_stack([table[find("x_")][chosen], table[find("y_")][chosen]])
        coarse, fine = field(frequency, 0.025, points), field(frequency, 0.0125, points)
        other = (4 * fine - coarse) / 3
        norm = np.linalg.norm(other)
        print("%g MHz: fem %.2f %%, this script's finer grid %.2f %%, coarser grid %.2f %% (2-norms)" % (
            frequency / 1e6, 100 * np.linalg.norm(e[chosen] - other) / norm,
            100 * np.linalg.norm(fine - other) / norm, 100 * np.linalg.norm(coarse - other) / norm))
