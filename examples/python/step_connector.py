"""A coaxial connector from a STEP file: pin, beads of PTFE, between them air; fem against line theory.

python step_connector.py [--edges 4]

The pin and the outer conductor are straight, so that the section of air is exactly a line of another
impedance.
"""

import argparse
from pathlib import Path

import numpy as np

from curlew import run
from curlew.model import Cylinder, Model, bodies

INNER, OUTER, LENGTH, BEAD, EPS = 0.635, 2.1, 20.0, 5.0, 2.1  # mm, as in the file
FILE = Path(__file__).with_name("connector.step")


def connector_model(edges: float | None = None) -> Model:
    """Returns the connector between two ports; `edges` are those to a wavelength."""
    model = Model(unit="mm", title="Connector")
    model.frequency = {"start": "1 GHz", "stop": "10 GHz", "count": 4}
    ptfe = model.material("ptfe", eps_r=EPS)
    model.add("bore", Cylinder((0, 0, 0), (0, 0, LENGTH), OUTER), "air")
    for name, body in bodies(FILE).items():
        model.add(name, body, "pec" if name == "pin" else ptfe)
    for name, end, inward in (("near", 0, 1), ("far", LENGTH, -1)):
        model.coaxial_port(name, (0, 0, end), (0, 0, inward), INNER, OUTER, size=0.7)
    model.walls("pec")
    model.mesh(per_wavelength=edges, curvature=10)
    model.output(s_parameters={"touchstone": False})
    return model


def line_theory(frequency: float) -> float:
    """Returns |S11| of a section of air in a line filled with PTFE."""
    ratio = np.sqrt(EPS)  # of the impedances
    length = 2 * np.pi * frequency / 299792458.0 * (LENGTH - 2 * BEAD) * 1e-3
    a, b = np.cos(length), 1j * np.sin(length)
    forward = 2 * a + b * (ratio + 1 / ratio)
    return float(abs(b * (ratio - 1 / ratio) / forward))


def main(edges: float | None = None, folder: str = "connector", picture: bool = True):
    """Returns rows: frequency in GHz, |S11| by fem and by theory."""
    model = connector_model(edges)
    if picture:
        model.picture(f"{folder}.png")
    s = run(model.case("fem", folder, discretization={"order": 2}), f"{folder}/results", progress=False).s
    return [(f / 1e9, float(abs(x)), line_theory(f)) for f, x in zip(s.f, s[1, 1], strict=True)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=float, help="edges to a wavelength")
    for row in main(parser.parse_args().edges):
        print("{:4g} GHz: |S11| {:.4f}, theory {:.4f}".format(*row))
