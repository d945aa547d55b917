"""Harmonics of the voltage on a coaxial line with a Kerr medium, by an axisymmetric Yee scheme.

Makes kerr_coax_yee.csv. Radii a = 1 mm, b = 2 mm, eps_r = 1, chi3 = 4e-8 m^2/V^2. At z = 0 the field
E_r = V(t) / (r ln(b/a)) is imposed, V(t) = 1 V exp(-((t - 200 ps) / 50 ps)^2) sin(2 pi 20 GHz (t - 200 ps)).
The line is so long that its end does not answer within the record. E_r, E_z and H_phi are staggered in r, z
and t; D moves by leapfrog, and E follows from D = eps0 (1 + chi3 |E|^2) E by Newton's method, the other
component taken from the four points around. Shares no code with Curlew.

    python3 kerr_coax_yee.py [cells over the gap, ...]     (numpy; 8, 16, 32 by default)
"""
import sys

import numpy as np

C0, MU0 = 299792458.0, 4e-7 * np.pi
EPS0 = 1 / (MU0 * C0**2)
A, B, CHI3 = 1e-3, 2e-3, 4e-8
F0, DELAY, WIDTH, VOLT = 20e9, 200e-12, 50e-12, 1.0
LENGTH, RECORD, AT = 0.1, 560e-12, 0.02


def from_displacement(d, other2, e):
    """E of D / eps0 = (1 + chi3 (E^2 + other^2)) E, from a first guess."""
    for _ in range(20):
        step = ((1 + CHI3 * (e * e + other2)) * e - d) / (1 + CHI3 * (3 * e * e + other2))
        e = e - step
        if np.max(np.abs(step)) < 1e-12 * max(1.0, np.max(np.abs(e))):
            return e
    raise RuntimeError("Newton's method does not converge")


def voltages(cells, chi3_scale=1.0):
    """Times (s) and voltages (V) at z = AT."""
    h = (B - A) / cells
    nz = int(round(LENGTH / h))
    dt = 0.9 * h / (C0 * np.sqrt(2))
    at = int(round(AT / h))
    r_edge = A + h * np.arange(cells + 1)
    r_mid = r_edge[:-1] + h / 2
    er = np.zeros((cells, nz + 1))
    ez = np.zeros((cells + 1, nz))
    hp = np.zeros((cells, nz))
    dr, dz = np.zeros_like(er), np.zeros_like(ez)
    times, volts = [], []
    for n in range(int(RECORD / dt)):
        hp += dt / MU0 * ((ez[1:] - ez[:-1]) / h - (er[:, 1:] - er[:, :-1]) / h)
        dr[:, 1:-1] -= dt / EPS0 * (hp[:, 1:] - hp[:, :-1]) / h
        rh = r_mid[:, None] * hp
        dz[1:-1] += dt / EPS0 * (rh[1:] - rh[:-1]) / (h * r_edge[1:-1, None])
        t = (n + 1) * dt
        v = VOLT * np.exp(-(((t - DELAY) / WIDTH) ** 2)) * np.sin(2 * np.pi * F0 * (t - DELAY))
        for _ in range(2):
            around = 0.25 * (ez[1:, 1:] + ez[1:, :-1] + ez[:-1, 1:] + ez[:-1, :-1])
            er[:, 1:-1] = from_displacement(dr[:, 1:-1], around**2, er[:, 1:-1])
            er[:, 0] = v / (r_mid * np.log(B / A))
            around = 0.25 * (er[1:, 1:] + er[1:, :-1] + er[:-1, 1:] + er[:-1, :-1])
            ez[1:-1] = from_displacement(dz[1:-1], around**2, ez[1:-1])
        times.append(t)
        volts.append(er[:, at].sum() * h)
    return np.array(times), np.array(volts)


def ratios(cells):
    """Third and fifth harmonic of the voltage over the fundamental."""
    t, v = voltages(cells)
    f = [abs(np.sum(v * np.exp(-2j * np.pi * m * F0 * t))) for m in (1, 3, 5)]
    return f[1] / f[0], f[2] / f[0]


def main():
    counts = [int(x) for x in sys.argv[1:]] or [8, 16, 32]
    found = [ratios(n) for n in counts]
    with open("kerr_coax_yee.csv", "w") as table:
        table.write("# |V(m f0)| / |V(f0)| at z = 20 mm, kerr_coax_yee.py; the last line: Richardson, second order\n")
        table.write("cells,third,fifth\n")
        for n, (third, fifth) in zip(counts, found):
            table.write(f"{n},{third:.6f},{fifth:.6f}\n")
        if len(counts) > 1:
            q = (counts[-1] / counts[-2]) ** 2
            last = [(q * fine - coarse) / (q - 1) for coarse, fine in zip(found[-2], found[-1])]
            table.write(f"inf,{last[0]:.6f},{last[1]:.6f}\n")
    print(open("kerr_coax_yee.csv").read())


if __name__ == "__main__":
    main()
