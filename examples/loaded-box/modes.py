"""Resonances of a metal box whose lower part is filled with a dielectric (README.md has the
equations). Needs nothing but Python: python3 modes.py"""

from math import cosh, cos, pi, sin, sinh, sqrt

C = 299792458.0  # m/s
A, B = 0.10, 0.04  # m, along x and y
H1, H2 = 0.03, 0.05  # m, heights of dielectric and air
EPS_R = 4.0


def cos_root(k_squared, h):
    """cos(k h), also for imaginary k"""
    k = sqrt(abs(k_squared))
    return cos(k * h) if k_squared >= 0 else cosh(k * h)


def sin_over_root(k_squared, h):
    """sin(k h) / k, also for imaginary k"""
    k = sqrt(abs(k_squared))
    if k == 0:
        return h
    return sin(k * h) / k if k_squared >= 0 else sinh(k * h) / k


def mismatch(kind, m, n, f):
    """Zero where the fields of both layers meet at the interface."""
    transverse = (m * pi / A) ** 2 + (n * pi / B) ** 2
    k0_squared = (2 * pi * f / C) ** 2
    k1, k2 = EPS_R * k0_squared - transverse, k0_squared - transverse  # squared
    if kind == "TE":  # k1 cot(k1 h1) + k2 cot(k2 h2), times both sines
        return cos_root(k1, H1) * sin_over_root(k2, H2) + cos_root(k2, H2) * sin_over_root(k1, H1)
    # k1/eps tan(k1 h1) + k2 tan(k2 h2), times both cosines
    return k1 / EPS_R * sin_over_root(k1, H1) * cos_root(k2, H2) + k2 * sin_over_root(
        k2, H2
    ) * cos_root(k1, H1)


def bisect(function, low, high):
    sign = function(low)
    for _ in range(100):
        middle = (low + high) / 2
        if function(middle) * sign > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def modes(f_max, step=5e6):
    """(f, kind, m, n) up to f_max, by frequency. `step` must be below the distance of two modes
    of one family (kind, m, n), which is about C / 2 / (H2 + H1 sqrt(EPS_R))."""
    found = []
    for m in range(8):
        for n in range(8):
            for kind in ("TE", "TM"):
                # TE: no E along z; needs a variation in x or y. TM: no H along z; in both.
                if m + n == 0 or (kind == "TM" and m * n == 0):
                    continue
                f, before = 0.2e9, mismatch(kind, m, n, 0.2e9)
                while f < f_max:
                    after = mismatch(kind, m, n, f + step)
                    if before * after < 0:
                        found.append(
                            (bisect(lambda x: mismatch(kind, m, n, x), f, f + step), kind, m, n)
                        )
                    f, before = f + step, after
    return sorted(found)


def self_check():
    """Without the dielectric it is an empty box, whose resonances everybody knows."""
    global EPS_R
    kept, EPS_R = EPS_R, 1.0
    for f, kind, m, n in modes(4.5e9):
        p = sqrt((2 * f / C) ** 2 - (m / A) ** 2 - (n / B) ** 2) * (H1 + H2)
        assert abs(p - round(p)) < 1e-4, (f, kind, m, n, p)
    EPS_R = kept


if __name__ == "__main__":
    self_check()
    for f, kind, m, n in modes(2.8e9):
        print(f"{f / 1e9:.6f} GHz  {kind} m={m} n={n}")
