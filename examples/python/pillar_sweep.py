"""Phase and transmission of a metasurface of silicon pillars over their diameter, by fdfd.

python pillar_sweep.py [--cell 40]

An array of pillars with a period below the wavelength sends light on in one order; a thin one delays it
like air, a
thick one more. A pillar that fills its cell is a film, whose transmission has a formula.
"""

import argparse

import numpy as np
from references import film

from curlew import run
from curlew.model import Cylinder, Model

PERIOD, HEIGHT, WAVELENGTH, EPS = 600.0, 700.0, 1550.0, 3.48**2  # nm
FULL = 860.0  # nm: a pillar that fills the cell


def pillar_model(diameter: float, cell: float = 50, eps: float = EPS) -> Model:
    """Returns one cell of the array, in air; `cell` is that of the grid (nm)."""
    model = Model(unit="nm", frequency=299792458.0 / (WAVELENGTH * 1e-9), title="Pillars")
    silicon = model.material("silicon", eps_r=eps)
    model.add("pillar", Cylinder((0, 0, 0), (0, 0, HEIGHT), diameter / 2), silicon, size=cell)
    model.periodic(x=PERIOD, y=PERIOD)
    model.open_space({"z-": 500, "z+": 500})
    model.plane_wave(theta=180, phi=0, pol="theta")
    model.output(diffraction={"orders": [0, 0], "above": (HEIGHT + 300) * 1e-9, "below": -300e-9})
    return model


def amplitude(diameter: float, cell: float, folder: str, eps: float = EPS) -> complex:
    """Returns the amplitude behind the pillars."""
    case = pillar_model(diameter, cell, eps).case("fdfd", f"{folder}/{diameter:g} {eps:g}")
    orders = run(case, f"{folder}/{diameter:g} {eps:g}/results", progress=False).orders
    above = (orders["side"] == "above") & (orders["pol"] == "tm")
    return complex(orders["Re"][above][0] + 1j * orders["Im"][above][0])


def main(diameters=(200, 300, 400, FULL), cell: float = 50, folder: str = "pillars", picture: bool = True):
    """Returns rows: diameter in nm, |t|^2, phase lag in deg; the last is a film, and after it comes the
    formula's."""
    if picture:
        pillar_model(300).picture(f"{folder}.png")
    air = amplitude(FULL, cell, folder, 1.0)
    found = [(d, amplitude(d, cell, folder) / air) for d in diameters] + [
        (FULL, film(EPS**0.5, HEIGHT, WAVELENGTH))
    ]
    return [(d, abs(t) ** 2, float(np.degrees(-np.angle(t)) % 360)) for d, t in found]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cell", type=float, default=50, help="of the grid, nm")
    for row in main(cell=parser.parse_args().cell):
        print("{:5g} nm: |t|^2 {:.3f}, phase {:.1f} deg".format(*row))
