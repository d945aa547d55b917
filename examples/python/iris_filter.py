"""A cavity between two inductive irises in a WR-90 waveguide by fem, against mode matching.

python iris_filter.py [--edges 6]
"""

import argparse

import numpy as np
from references import iris_filter

from curlew import run
from curlew.model import Box, Model, Rectangle

WIDTH, HEIGHT, LEAD, THICK, CAVITY, OPENING = 22.86, 10.16, 12.0, 2.0, 16.0, 10.0  # mm


def filter_model(edges: float = 6) -> Model:
    """Returns the filter, cut by its plane of symmetry; `edges` are those to a wavelength."""
    model = Model(unit="mm", title="Iris filter")
    model.frequency = {"start": "8.5 GHz", "stop": "12 GHz", "count": 141, "sweep": "adaptive"}
    length = 2 * LEAD + 2 * THICK + CAVITY
    a, b = WIDTH / 2, OPENING / 2
    model.add("guide", Box((-a, 0, 0), (a, HEIGHT, length)), "air")
    for name, z in (("first iris", LEAD), ("second iris", LEAD + THICK + CAVITY)):
        wall = Box((-a, 0, z), (a, HEIGHT, z + THICK)) - Box((-b, 0, z), (b, HEIGHT, z + THICK))
        model.add(name, wall, "pec")
    for name, z in (("near", 0.0), ("far", length)):
        model.port(name, Rectangle((-a, 0, z), (a, HEIGHT, z)), "modal")
    model.symmetry("x=0", "pmc")
    model.walls("pec")
    model.mesh(per_wavelength=edges)
    model.output(s_parameters={"touchstone": False})
    return model


def main(edges: float = 6, folder: str = "iris-filter", picture: bool = True) -> dict[str, float]:
    """Returns the frequency of the largest |S21|, and by mode matching, in GHz."""
    model = filter_model(edges)
    if picture:
        model.picture(f"{folder}.png")
    s = run(model.case("fem", folder, discretization={"order": 2}), f"{folder}/results").s
    sections = [(WIDTH, LEAD), (OPENING, THICK), (WIDTH, CAVITY), (OPENING, THICK), (WIDTH, LEAD)]
    reference = iris_filter(s.f, WIDTH * 1e-3, [(w * 1e-3, d * 1e-3) for w, d in sections])
    return {
        "fem": float(s.f[np.argmax(s.db(2, 1))]) / 1e9,
        "mode matching": float(s.f[np.argmax(reference[1])]) / 1e9,
        "largest difference of |S21|": float(abs(10 ** (s.db(2, 1) / 20) - reference[1]).max()),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=float, default=6, help="edges to a wavelength")
    print(main(parser.parse_args().edges))
