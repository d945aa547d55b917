"""A notch filter: a microstrip with an open stub of 12 mm, by fem; openEMS' tutorial has the notch at 3.65
to 3.67 GHz.

python notch_filter.py [--across 4]
"""

import argparse

import numpy as np
from references import open_stub

from curlew import run
from curlew.model import Box, Model, Rectangle

WIDTH, HEIGHT, EPS, STUB, LINE, SIDE = 0.6, 0.254, 3.66, 12.0, 8.0, 2.5  # mm


def notch_model(across: float = 4) -> Model:
    """Returns the shielded filter; a strip has so many elements across, at its edges."""
    model = Model(unit="mm", title="Notch filter")
    model.frequency = {"start": 3.4e9, "stop": 3.9e9, "count": 101, "sweep": "adaptive", "tolerance": 0.01}
    model.mesh(across=across, growth=1.8)
    laminate = model.material("laminate", eps_r=EPS)
    half, top, width = LINE / 2, 3.0, WIDTH / 2
    model.add("air above", Box((-half, -SIDE, 0), (half, STUB + SIDE, top)), "air")
    model.add("substrate", Box((-half, -SIDE, 0), (half, STUB + SIDE, HEIGHT)), laminate, size=10 * HEIGHT)
    model.add("line", Rectangle((-half, -width, HEIGHT), (half, width, HEIGHT)), "pec")
    model.add("stub", Rectangle((-width, width, HEIGHT), (width, STUB + width, HEIGHT)), "pec")
    for name, x in (("near", -half), ("far", half)):
        face = Rectangle((x, -SIDE, 0), (x, STUB + SIDE, top))
        model.port(name, face, "modal", signal="line")
    model.walls("pec")
    model.output(s_parameters={"touchstone": False})
    return model


def main(across: float = 4, folder: str = "notch-filter", picture: bool = True) -> dict[str, float]:
    """Returns the frequency of the notch in GHz, and that of a stub of a quarter wavelength with an open
    end."""
    model = notch_model(across)
    if picture:
        model.picture(f"{folder}.png")
    s = run(model.case("fem", folder, discretization={"order": 2}), f"{folder}/results", progress=False).s
    return {
        "fem": float(s.f[np.argmin(s.db(2, 1))]) / 1e9,
        "stub of a quarter wavelength": open_stub(WIDTH, HEIGHT, EPS, STUB) / 1e9,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--across", type=float, default=4, help="elements across a strip, at its edges")
    print(main(parser.parse_args().across), "openEMS: 3.65 to 3.67")
