"""A gold sphere of 100 nm from 400 to 800 nm by fem and fdfd, from a table, against Mie's series.

python gold_sphere.py [--size 12 5]

The table is made of the Lorentz-Drude model of Rakic (1998).
"""

import argparse

import numpy as np
from references import mie_areas, optical_table, permittivity

from curlew import materials, run
from curlew.comparison import Comparison, Curve
from curlew.model import Model, Sphere

RADIUS, LIGHT, ETA = 50.0, 299792458.0, 376.730313668  # nm, m/s, ohm
GOLD, WAVELENGTHS = materials.get("gold (Rakic 1998)").keys, np.arange(800, 399, -20.0)  # nm


def gold_model(wavelengths, size: float, quarter: bool, **gold) -> Model:
    """Returns the sphere, or a quarter of it; `size` is that of edges or cells in it (nm)."""
    model = Model(unit="nm", frequency=[LIGHT / (nm * 1e-9) for nm in wavelengths], title="Gold sphere")
    model.add("ball", Sphere((0, 0, 0), RADIUS), model.material("gold", **gold), size=size)
    model.plane_wave(direction=(0, 0, 1), polarization=(1, 0, 0))
    model.open_space(150 if quarter else 100, thickness=300)
    for plane, wall in (("x=0", "pec"), ("y=0", "pmc")) if quarter else ():
        model.symmetry(plane, wall)
    return model


def main(wavelengths=WAVELENGTHS, size=(12, 5), folder: str = "gold", picture: bool = True):
    """Returns the errors of the areas of absorption and scattering from Mie's series, %, by method."""
    frequencies, what, results, found = LIGHT * 1e9 / np.array(wavelengths), ("absorbed", "scattered"), {}, {}
    mie = np.array([mie_areas(RADIUS * 1e-9, f, permittivity(GOLD, f) ** 0.5) for f in frequencies])
    exact = {"absorbed": mie[:, 0] - mie[:, 1], "scattered": mie[:, 1]}
    for method, s, part, order in (("fem", size[0], 4, {"order": 2}), ("fdfd", size[1], 1, {})):
        model = gold_model(wavelengths, s, method == "fem", table=optical_table("gold.csv", GOLD))
        model.output(powers=True)
        results[method] = run(model.case(method, folder, discretization=order), f"{folder}/{method}")
        found[method] = {w: results[method].powers[w] * part * 2 * ETA for w in what}
    if picture:
        curves = {
            m: {w: Curve(w, "Hz", frequencies, 10 * np.log10(a[w])) for w in what} for m, a in found.items()
        }
        series = {w: (frequencies, 10 * np.log10(exact[w])) for w in what}
        Comparison(results, curves).picture(f"{folder}.png", series)
    return {m: {w: 100 * (a[w] / exact[w] - 1) for w in what} for m, a in found.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--size", type=float, nargs=2, default=(12, 5), help="edges of fem, cells of fdfd, nm"
    )
    for by, errors in main(size=parser.parse_args().size).items():
        print(by, *(f"{name} {min(e):.1f} to {max(e):.1f} %" for name, e in errors.items()))
