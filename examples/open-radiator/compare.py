"""Compares the probes of a run with the field of a short dipole in free space.
Needs nothing but Python: python3 compare.py [results]"""

import csv
import sys
from cmath import phase
from math import degrees, exp, hypot, log, pi, radians, sin, sqrt
from pathlib import Path

C = 299792458.0  # m/s
MU0 = 1.25663706212e-6  # H/m
EPS0 = 1 / (MU0 * C * C)  # F/m
F_MAX = 400e6  # Hz, as in case.json
TAU = sqrt(log(10)) / (pi * F_MAX)
T0 = 5 * TAU


def moment(t):
    """Current moment p (A m), its integral q and its derivative: gaussian-derivative, peak 1."""
    x = (t - T0) / TAU
    bell = exp(0.5 - x * x)
    return bell * TAU / sqrt(2), -sqrt(2) * x * bell, -sqrt(2) / TAU * (1 - 2 * x * x) * bell


def electric(x, y, z, t):
    """E of the dipole along z at the origin, in V/m."""
    r = sqrt(x * x + y * y + z * z)
    q, p, dp = moment(t - r / C)
    near = q / r**3 + p / (C * r * r)
    far = dp / (C * C * r)
    radial = 2 * z / r * near / (4 * pi * EPS0)
    polar = hypot(x, y) / r * (near + far) / (4 * pi * EPS0)  # along theta
    rho = hypot(x, y)
    theta = (z * x / (r * rho), z * y / (r * rho), -rho / r) if rho > 0 else (0, 0, 0)
    return [radial * a / r + polar * b for a, b in zip((x, y, z), theta)]


def magnetic(x, y, z, t):
    """H in A/m: along phi."""
    r = sqrt(x * x + y * y + z * z)
    _, p, dp = moment(t - r / C)
    size = (p / (r * r) + dp / (C * r)) / (4 * pi * r)
    return [-y * size, x * size, 0]


def rows(path):
    with open(path, newline="") as file:
        table = csv.reader(file)
        next(table)
        for row in table:
            yield [float(value) for value in row]


def compare(name, samples, field):
    """samples: (place, time, values). Prints the relative 2-norm of the difference."""
    error = norm = ours = exact = 0
    for place, t, values in samples:
        reference = field(*place, t)
        error += sum((a - b) ** 2 for a, b in zip(values, reference))
        norm += sum(b * b for b in reference)
        ours = max(ours, hypot(*values))
        exact = max(exact, hypot(*reference))
    print(
        f"{name:10} difference {100 * sqrt(error / norm):5.1f} %   "
        f"peak {ours:7.2f}, analytic {exact:7.2f}, {100 * (ours / exact - 1):+5.1f} %"
    )
    return sqrt(error / norm)


def far_field(path):
    """E theta of a dipole of 1 A m at the origin: j k eta0 sin(theta) / (4 pi)."""
    sizes, turns = {}, {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            f, theta = float(row["f (Hz)"]), float(row["theta (deg)"])
            size = 2 * pi * f / C * MU0 * C / (4 * pi)
            ours = complex(float(row["Re rE_theta (V)"]), float(row["Im rE_theta (V)"]))
            exact = size * sin(radians(theta))
            sizes[f] = max(sizes.get(f, 0), abs(abs(ours) - exact) / size)
            if exact > 0.5 * size:
                turns[f] = max(turns.get(f, 0), abs(degrees(phase(ours / 1j))))
    for f in sorted(sizes):
        print(
            f"far field  {f / 1e6:3.0f} MHz: largest difference {100 * sizes[f]:.1f} % of the "
            f"maximum, {turns[f]:.1f} deg"
        )


def main():
    results = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "results"
    for name, place, field in (
        ("equator", (0.7, 0, 0), electric),
        ("oblique", (0.42, 0, 0.56), electric),
        ("magnetic", (0.7, 0, 0), magnetic),
    ):
        compare(name, ((place, r[0], r[1:]) for r in rows(results / f"probe_{name}.csv")), field)
    samples = [(r[1:4], r[0], r[4:]) for r in rows(results / "probe_radius.csv")]
    for x in sorted({place[0] for place, _, _ in samples})[::3]:
        compare(f"x = {x:.2f} m", [s for s in samples if s[0][0] == x], electric)
    far_field(results / "far_field.csv")
    energy = [r[3] for r in rows(results / "energy.csv")]
    print(f"energy     peak {max(energy):.3e} J, at the end {energy[-1]:.1e} J")


if __name__ == "__main__":
    main()
