"""A conducting sphere of ka = 2 by mom, fem, fdfd and dgtd against Mie's series.

python sphere.py [--methods mom fem fdfd dgtd] [--size 0.15]
"""

import argparse

import numpy as np
from references import mie_rcs

from curlew import run
from curlew.comparison import Comparison, Curve, curves_of, difference
from curlew.model import Model, Sphere

FREQUENCY, THETA = 95.4269e6, np.arange(181.0)


def sphere_model(method: str, size: float = 0.3) -> Model:
    """Returns the sphere in open space: a quarter of it on planes of symmetry where the method has them."""
    model = Model(unit="m", frequency=FREQUENCY, title="Conducting sphere")
    model.add("ball", Sphere((0, 0, 0), 1), "pec", size=size if method != "fdfd" else None)
    model.plane_wave(direction=(0, 0, 1), polarization=(1, 0, 0))
    model.open_space(0.8 if method != "dgtd" else 1.5, {"dgtd": "abc"}.get(method))
    if method in ("fem", "dgtd"):
        model.symmetry("x=0", "pec")
        model.symmetry("y=0", "pmc")
    if method == "dgtd":
        model.mesh(per_wavelength=3.5)
    model.output(rcs={"bistatic": {"theta": {"start": 0, "stop": 180, "step": 1}, "phi": [0, 90]}})
    return model


def main(
    methods=("mom", "fem", "fdfd", "dgtd"), size: float = 0.3, folder: str = "sphere", picture: bool = True
):
    """Returns the comparison, and the differences of each method from Mie's series."""
    sections = {"fem": {"discretization": {"order": 2}}}
    sections["dgtd"] = {
        "time": {"duration": "100 ns"},
        "discretization": {"order": 2, "scheme": "central", "penalty": 0.3},
    }
    results = {}
    for method in methods:
        case = sphere_model(method, size).case(method, folder, **sections.get(method, {}))
        results[method] = run(case, f"{folder}/{method}", progress=False)
    found = Comparison(results, {method: curves_of(result) for method, result in results.items()})
    series = dict(zip(("RCS phi=0", "RCS phi=90"), mie_rcs(1.0, FREQUENCY, THETA), strict=True))
    mie = {name: Curve(name, "theta (deg)", THETA, 10 * np.log10(area)) for name, area in series.items()}
    if picture:
        found.picture(f"{folder}.png", {name: (c.x, c.db) for name, c in mie.items()})
    return found, [difference(mie[n], c, m) for m, curves in found.curves.items() for n, c in curves.items()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--methods", nargs="+", default=["mom", "fem", "fdfd", "dgtd"])
    parser.add_argument("--size", type=float, default=0.3, help="edges on the sphere, m")
    arguments = parser.parse_args()
    comparison, errors = main(arguments.methods, arguments.size)
    print(comparison, "\nagainst Mie:", *errors, sep="\n")
