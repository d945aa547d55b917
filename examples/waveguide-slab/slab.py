"""S-parameters of the slab by lines of TE10 waves, against results/port-S.csv."""
import cmath, csv, math, sys

C0, A, T, EPS = 299792458.0, 22.86e-3, 8e-3, 4.0


def exact(f):
    """S11 and S21 at the faces of the slab: a line of its wave impedance between two of the guide."""
    k0, kc = 2 * math.pi * f / C0, math.pi / A
    b0, b1 = math.sqrt(k0**2 - kc**2), math.sqrt(EPS * k0**2 - kc**2)
    r = (b0 - b1) / (b0 + b1)  # impedances go with 1 / beta
    p = cmath.exp(-1j * b1 * T)
    d = 1 - r * r * p * p
    return r * (1 - p * p) / d, p * (1 - r * r) / d


def main(path):
    worst = 0.0
    for row in csv.DictReader(open(path)):
        f = float(row["f (Hz)"])
        for name, s in zip(("S[1][1]", "S[2][1]"), exact(f)):
            found = cmath.rect(10 ** (float(row[f"|{name}| (dB)"]) / 20),
                               math.radians(float(row[f"arg({name}) (deg)"])))
            worst = max(worst, abs(found - s))
    print(f"largest |dS| {worst:.2e}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "results/port-S.csv")
