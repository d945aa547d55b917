"""A patch antenna by fem or dgtd: openEMS' tutorial, which has 2.43 to 2.45 GHz and 6.7 dBi.

python patch_antenna.py [--methods fem dgtd] [--size 1]
"""

import argparse

import numpy as np

from curlew import run
from curlew.comparison import Comparison, Curve, curves_of
from curlew.model import Box, Cylinder, Disc, Model, Rectangle

LENGTH, WIDTH, BOARD, HEIGHT, EPS, FEED, INNER, OUTER = 32.0, 40.0, 60.0, 1.524, 3.38, -6.0, 0.5, 1.62  # mm
BAND = {"start": 2.2e9, "stop": 2.7e9, "count": 101}
LOSS = 1e-3 * 2 * np.pi * 2.45e9 * 8.854e-12 * EPS  # S/m
SECTIONS = {"fem": {"frequency": {**BAND, "sweep": "adaptive"}}, "dgtd": {"time": {"duration": "12 ns"}}}


def patch_model(size: float = 1, length: float = LENGTH) -> Model:
    """Returns half of the antenna on a magnetic wall; `size` is that of elements at the rim (mm)."""
    model = Model(unit="mm", title="Patch antenna", frequency=BAND)
    board, b, a, w = model.material("board", eps_r=EPS, sigma=LOSS), BOARD / 2, length / 2, WIDTH / 2
    model.mesh(across=w / size)
    model.add("substrate", Box((-b, -b, 0), (b, b, HEIGHT)), board)
    model.add("ground", Rectangle((-b, -b, 0), (b, b, 0)) - Disc((FEED, 0, 0), OUTER), "pec", size=24)
    model.add("patch", Rectangle((-a, -w, HEIGHT), (a, w, HEIGHT)), "pec")
    model.add("shell", Cylinder((FEED, 0, -4), (0, 0, 4), 2.2), "pec")
    model.add("line", Cylinder((FEED, 0, -4), (0, 0, 4), OUTER), model.material("ptfe", eps_r=2.1))
    model.add("pin", Cylinder((FEED, 0, -4), (0, 0, 4 + HEIGHT), INNER), "pec")
    model.coaxial_port("feed", (FEED, 0, -4), (0, 0, 1), INNER, OUTER, size=0.8, impedance=50)
    model.symmetry("y=0", "pmc")
    model.open_space(35, "abc")
    model.output(s_parameters=True, far_field={"theta": {"start": 0, "stop": 90, "step": 5}, "phi": [0, 90]})
    return model


def figures(curves: dict[str, Curve]) -> tuple[float, float]:
    """Returns the resonance in GHz and the directivity there in dBi."""
    resonance = curves["S11"].x[np.argmin(curves["S11"].db)]
    cuts = {float(name.split("f=")[1].split()[0]): c.db for name, c in curves.items() if "phi=0" in name}
    return resonance / 1e9, cuts[min(cuts, key=lambda f: abs(f - resonance))].max()


def main(methods=("fem",), size: float = 1, folder: str = "patch", picture: bool = True) -> Comparison:
    """Returns S11 and directivities by each method; draws the antenna."""
    model, results = patch_model(size), {}
    for method in methods:
        case = model.case(method, folder, discretization={"order": 2}, **SECTIONS[method])
        results[method] = run(case, f"{folder}/{method}", progress=False)
    if picture:
        model.picture(f"{folder}.png")
    return Comparison(results, {method: curves_of(result) for method, result in results.items()})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--methods", nargs="+", default=["fem"], help="dgtd takes hours")
    parser.add_argument("--size", type=float, default=1, help="elements at the rim, mm")
    print({m: figures(c) for m, c in main(**vars(parser.parse_args())).curves.items()})
