"""Absorption of the gold sphere by dgtd, with poles fitted to the table, against fem on the same mesh.

python gold_pulse.py [--size 20]

fem takes the table itself; a run of dgtd takes minutes of one core.
"""

import argparse
import os

from gold_sphere import ETA, GOLD, LIGHT, RADIUS, gold_model
from references import optical_table

from curlew import Case, materials, run

WAVELENGTHS = (800, 700, 600, 560, 540, 520, 500, 450, 400)  # nm
PULSE = {"type": "modulated-gaussian", "f0": "560 THz", "bandwidth": "600 THz"}
BOX = [(RADIUS + 25) * 1e-9 * side for side in (-1, 1)]
FLUX = {"name": "in", "box": {"min": [0, 0, BOX[0]], "max": [BOX[1]] * 3}}


def fitted(file: str = "gold.csv"):
    """Returns the poles of the table, for the keys of a material."""
    return materials.fit(optical_table(file, GOLD), band=("395 nm", "805 nm"), tolerance=0.005).keys


def pulse_case(size: float = 20, folder: str = "gold-pulse") -> Case:
    """Returns the case of dgtd: a quarter of the sphere, and the power into a box around it."""
    model = gold_model(WAVELENGTHS, size, True, **fitted())
    model.excitations[0]["waveform"] = PULSE
    model.open_space(80, "pml", thickness=150)
    model.mesh(growth=1.8)
    model.output(flux=[FLUX])
    choice = {"order": 2, "scheme": "central", "penalty": 0.3}
    return model.case("dgtd", folder, time={"duration": "30 fs"}, discretization=choice)


def main(size: float = 20, folder: str = "gold-pulse") -> dict[int, tuple[float, float]]:
    """Returns the areas of absorption (m^2) by dgtd and by fem over the wavelength in nm."""
    pulse = pulse_case(size, folder)
    data = {key: pulse.to_dict()[key] for key in ("mesh", "regions", "frequency", "boundaries", "materials")}
    data["materials"]["gold"] = {"table": os.path.abspath("gold.csv")}
    wave = {"name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0]}
    data.update(method="fem", discretization={"order": 2}, excitations=[wave], outputs={"powers": True})
    absorbed = run(Case(data, folder=folder), f"{folder}/fem").powers["absorbed"]
    into = -run(pulse, f"{folder}/dgtd").fluxes["in"]["P"]
    return {nm: (8 * ETA * a, 8 * ETA * b) for nm, a, b in zip(WAVELENGTHS, into, absorbed, strict=True)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=20, help="edges in the sphere, nm")
    for wavelength, (dgtd, fem) in main(parser.parse_args().size).items():
        print(f"{wavelength} nm: {dgtd:.4g} by dgtd, {fem:.4g} by fem, {100 * (dgtd / fem - 1):.1f} %")
