"""Phase and transmission of a metasurface of silicon pillars over their diameter, by fdfd or fem.

python pillar_sweep.py [--method fdfd] [--cell 40]
A thin pillar delays light like air, a thick one more; one that fills its cell is a film, which has a formula.
"""

import argparse

import numpy as np
from references import film

from curlew import run
from curlew.model import Cylinder, Model

PERIOD, HEIGHT, WAVELENGTH, EPS, FULL = 600.0, 700.0, 1550.0, 3.48**2, 860.0  # nm; a FULL pillar is a film
ORDER = {"fem": {"order": 2}, "fdfd": {}}


def pillar_model(diameter: float, cell: float = 50, eps: float = EPS) -> Model:
    """Returns one cell of the array, in air; `cell` is that of the grid, or an edge in the pillar (nm)."""
    model = Model(unit="nm", frequency=299792458.0 / (WAVELENGTH * 1e-9), title="Pillars")
    silicon = model.material("silicon", eps_r=eps)
    model.add("pillar", Cylinder((0, 0, 0), (0, 0, HEIGHT), diameter / 2), silicon, size=cell)
    model.periodic(x=PERIOD, y=PERIOD)
    model.mesh(curvature=24)  # elements between periodic faces are flat
    model.open_space({"z-": 500, "z+": 500})
    model.plane_wave(theta=180, phi=0, pol="theta")
    model.output(diffraction={"orders": [0, 0], "above": (HEIGHT + 300) * 1e-9, "below": -300e-9})
    return model


def amplitude(diameter: float, cell: float, folder: str, eps: float = EPS, method: str = "fdfd") -> complex:
    """Returns the amplitude of the wave behind the pillars."""
    where, model = f"{folder}/{method} {diameter:g} {eps:g}", pillar_model(diameter, cell, eps)
    results = run(model.case(method, where, discretization=ORDER[method]), f"{where}/results")
    order = results.orders.where(side="above", pol="tm")
    return complex(order["Re"][0], order["Im"][0])


def main(diameters=(200, 300, 400, FULL), cell=50.0, folder="pillars", picture=True, method="fdfd"):
    """Returns rows: diameter in nm, |t|^2, phase lag in deg; the last is a film by its formula."""
    if picture:
        pillar_model(300).picture(f"{folder}.png")
    air, exact = amplitude(FULL, cell, folder, 1.0, method), film(EPS**0.5, HEIGHT, WAVELENGTH)
    found = [*(amplitude(d, cell, folder, EPS, method) / air for d in diameters), exact]
    powers, lags = np.abs(found) ** 2, -np.degrees(np.angle(found)) % 360
    return list(zip([*diameters, FULL], powers, lags, strict=True))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--method", default="fdfd", choices=ORDER)
    parser.add_argument("--cell", type=float, default=50, help="of the grid, or edges of fem, nm")
    for row in main(**vars(parser.parse_args())):
        print("{:5g} nm: |t|^2 {:.3f}, phase {:.1f} deg".format(*row))
