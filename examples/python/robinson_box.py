"""Shielding by a box of 300 x 120 x 300 mm with a slot of 100 x 5 mm, by fem, against Robinson's formula.

python robinson_box.py [--size 4]

"""

import argparse

import numpy as np
from references import robinson

from curlew import run
from curlew.model import Model, Rectangle

A, B, D, SLOT, GAP = 300.0, 120.0, 300.0, 100.0, 5.0  # mm
FREQUENCIES = [200e6, 400e6, 500e6, 600e6, 900e6]


def box_model(size: float = 8) -> Model:
    """Returns a quarter of the box in a wave along z with E across the slot; `size` is that of edges at the
    slot."""
    model = Model(unit="mm", frequency=FREQUENCIES, title="Robinson's box")
    a, b = A / 2, B / 2
    slot = Rectangle((-SLOT / 2, -GAP / 2, 0), (SLOT / 2, GAP / 2, 0))
    model.add("front", Rectangle((-a, -b, 0), (a, b, 0)) - slot, "pec", size=60)
    model.add("rim of the slot", Rectangle((-60, -10, 0), (60, 10, 0)) - slot, "pec", size=size)
    model.add("back", Rectangle((-a, -b, D), (a, b, D)), "pec", size=60)
    model.add("side", Rectangle((a, -b, 0), (a, b, D)), "pec", size=60)
    model.add("lid", Rectangle((-a, b, 0), (a, b, D)), "pec", size=60)
    model.symmetry("x=0", "pmc")
    model.symmetry("y=0", "pec")
    model.plane_wave(direction=(0, 0, 1), polarization=(0, 1, 0))
    model.open_space(150, "abc")
    model.mesh(edges=1)
    model.probe("centre", (0, 0, D / 2))
    return model


def main(
    size: float = 8, folder: str = "robinson-box", picture: bool = True
) -> list[tuple[float, float, float]]:
    """Returns rows: frequency in MHz, shielding by fem and by the formula in dB."""
    model = box_model(size)
    if picture:
        model.picture(f"{folder}.png")
    results = run(model.case("fem", folder, discretization={"order": 2}), f"{folder}/results", progress=False)
    field = np.linalg.norm(results.probes["centre"]["E"], axis=1)
    return [
        (f / 1e6, float(-20 * np.log10(e)), robinson(f, A, B, D, SLOT, GAP))
        for f, e in zip(FREQUENCIES, field, strict=True)
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=8, help="edges of elements at the slot, mm")
    for row in main(parser.parse_args().size):
        print("{:5g} MHz: {:6.2f} dB, formula {:6.2f} dB".format(*row))
