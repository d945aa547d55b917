"""The field of the horn by another method: electric currents along z on its walls in two dimensions (pulses,
point matching) around line sources in the guide: python3 mom2d.py results/probe_across.csv (numpy, scipy)."""
import sys

import numpy as np
from scipy.special import hankel2

W, MOUTH, LENGTH, GUIDE, BACK = 0.275, 0.8, 1.0, 0.6, 0.2
C0, ETA0 = 299792458.0, 376.730313668


def walls(step):
    corners = [(-GUIDE - BACK, 0), (-GUIDE - BACK, W), (-GUIDE, W), (0, W), (LENGTH, MOUTH)]
    middles, tangents, lengths = [], [], []
    for p, q in zip(corners[:-1], corners[1:]):
        p, q = np.array(p, float), np.array(q, float)
        n = max(1, round(np.linalg.norm(q - p) / step))
        for i in range(n):
            middles.append(p + (q - p) * (i + 0.5) / n)
            tangents.append((q - p) / np.linalg.norm(q - p))
            lengths.append(np.linalg.norm(q - p) / n)
    middles, tangents = np.array(middles), np.array(tangents)
    mirror = np.array([1, -1])
    return np.vstack([middles, middles * mirror]), np.vstack([tangents, tangents * mirror]), np.array(lengths * 2)


def field(frequency_hz, points, step):
    k = 2 * np.pi * frequency_hz / C0
    middles, tangents, lengths = walls(step)
    nodes, weights = np.polynomial.legendre.leggauss(4)

    def of_currents(at):
        total = 0
        for x, weight in zip(nodes, weights):
            sources = middles + tangents * (x * lengths / 2)[:, None]
            distance = np.linalg.norm(at[:, None] - sources[None], axis=2)
            total = total + weight / 2 * lengths * hankel2(0, k * np.maximum(distance, 1e-9))
        return total

    def incident(at):  # two lines that do not excite TE30
        return sum(hankel2(0, k * np.linalg.norm(at - np.array([-GUIDE - BACK / 2, y]), axis=1))
                   for y in (W / 3, -W / 3))

    matrix = of_currents(middles)
    own = lengths * (1 - 2j / np.pi * (np.log(k * lengths / 4) + np.euler_gamma - 1))
    np.fill_diagonal(matrix, own)
    currents = np.linalg.solve(matrix, -incident(middles))
    return of_currents(points) @ currents + incident(points)


if __name__ == "__main__":
    table = np.genfromtxt(sys.argv[1], delimiter=",", names=True, dtype=None, encoding=None)
    names = table.dtype.names
    find = lambda start: next(n for n in names if n.lower().startswith(start))
    f = table[find("f_")]
    e = table[find("re_e_z")] + 1j * table[find("im_e_z")]
    for frequency in np.unique(f):
        chosen = f == frequency
        points = np.column_stack([table[find("x_")][chosen], table[find("y_")][chosen]])
        other = field(frequency, points, 0.01)
        finer = field(frequency, points, 0.005)
        scale = lambda u: u * (np.vdot(u, finer) / np.vdot(u, u))
        norm = np.linalg.norm(finer)
        print("%g MHz: fem %.2f %%, this script with half as many currents %.2f %% (2-norms)" % (
            frequency / 1e6, 100 * np.linalg.norm(scale(e[chosen]) - finer) / norm,
            100 * np.linalg.norm(scale(other) - finer) / norm))
