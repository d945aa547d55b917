"""TE0 resonances of a dielectric cylinder in open space by finite differences of E_phi over r and z,
upper half, with absorbing layers: python3 exact.py (numpy, scipy)."""
import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as la

RADIUS, HALF_HEIGHT, EPS = 5.25, 2.3, 38.0  # mm
DOMAIN, LAYER, STRENGTH = 42.0, 28.0, 4.0  # mm, mm, largest imaginary part of the stretch


def stretched(x):
    """Complex coordinate of x and its derivative."""
    depth = np.maximum(0, (x - (DOMAIN - LAYER)) / LAYER)
    return x - 1j * STRENGTH * LAYER * depth**3 / 3, 1 - 1j * STRENGTH * depth**2


def resonance(cells_per_mm, near_ghz):
    h = 1 / cells_per_mm
    n = round(DOMAIN * cells_per_mm)
    centres, faces = (np.arange(n) + 0.5) * h, np.arange(n + 1) * h
    (r, sc), (rf, sf) = stretched(centres), stretched(faces)
    # d/dr (1/r) d/dr (r E); E = 0 on the axis and outside.
    up = np.zeros(n, complex)
    low = np.zeros(n, complex)
    inv = np.zeros(n + 1, complex)
    inv[1:] = 1 / (rf[1:] * sf[1:] * h)
    diag = np.zeros(n, complex)
    radial = sp.lil_matrix((n, n), dtype=complex)
    for i in range(n):
        for face, other, wall in ((i, i - 1, False), (i + 1, i + 1, i == n - 1)):
            if face == 0:
                continue  # the flux over r of r E vanishes with r: set below
            c = inv[face] / (sc[i] * h) * (2 if wall else 1)
            radial[i, i] -= c * r[i]
            if 0 <= other < n:
                radial[i, other] += c * r[other]
    # On the axis E = b r: (1/r) d(r E)/dr = 2 b = 2 E_0 / r_0.
    radial[0, 0] -= 2 / r[0] / (sc[0] * h)
    axial = sp.lil_matrix((n, n), dtype=complex)
    for i in range(n):
        if i > 0:  # z = 0: no flux, the field is even
            c = 1 / (sf[i] * h * sc[i] * h)
            axial[i, i] -= c
            axial[i, i - 1] += c
        c = (2 if i == n - 1 else 1) / (sf[i + 1] * h * sc[i] * h)
        axial[i, i] -= c
        if i < n - 1:
            axial[i, i + 1] += c
    one = sp.identity(n)
    inside = lambda edge: np.clip((edge - faces[:-1]) / h, 0, 1)
    eps = 1 + (EPS - 1) * np.outer(inside(RADIUS), inside(HALF_HEIGHT)).ravel()
    operator = -(sp.kron(radial, one) + sp.kron(one, axial)).tocsc()
    k = 2 * np.pi * near_ghz / 299.792458
    values, _ = la.eigs(sp.diags(1 / eps) @ operator, 1, sigma=k * k)
    k = np.sqrt(values[0])
    return k.real * 299.792458 / 2 / np.pi, abs(k.real / 2 / k.imag)


if __name__ == "__main__":
    for cells in (4, 6, 10):
        print(cells, "cells per mm: %.4f GHz, Q %.2f" % resonance(cells, 4.83))
