#!/usr/bin/env python3
"""Harmonics of the exact simple wave E(z, t) = g(t - z n(E) / c), n^2 = eps_r + 3 chi3 E^2, of this example."""
import cmath
import math

C = 299792458.0
EPS_R, CHI3, E0, F0, TAU, T0 = 1.0, 4e-8, 1172.604, 20e9, 50e-12, 200e-12
STEP = 0.02e-12


def pulse(t):
    x = (t - T0) / TAU
    return E0 * math.exp(-x * x) * math.cos(2 * math.pi * F0 * (t - T0))


def arrival(t, z):
    return t + z / C * math.sqrt(EPS_R + 3 * CHI3 * pulse(t) ** 2)


def harmonic(m, z):
    total = 0
    for k in range(int(2 * T0 / STEP)):
        t = k * STEP
        width = arrival(t + STEP / 2, z) - arrival(t - STEP / 2, z)
        total += pulse(t) * width * cmath.exp(-2j * math.pi * m * F0 * arrival(t, z))
    return total


for z in (2e-3, 10e-3, 20e-3):
    first = abs(harmonic(1, z))
    print(f"{1e3 * z:4.0f} mm: " + " ".join(f"{abs(harmonic(m, z)) / first:.6f}" for m in (3, 5, 7)))
