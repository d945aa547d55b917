"""Renders fields of a run on a plane, one panel per time, or per frequency of a run at frequencies.

python3 docs/tools/render_fields.py RESULTS -o fields.png --times 100e-9 105e-9
    [--array E] [--component z] [--normal z] [--at 0.25] [--peak 0.9]
At frequencies (--times 2.4e9) a component is its real part, and the magnitude that of the phasor.
Needs pyvista; without a display it renders off the screen."""

import argparse
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np
import pyvista as pv

AXES = {"x": 0, "y": 1, "z": 2}
UNITS = {"E": "V/m", "H": "A/m"}


def snapshots(results):
    """(time, file) of every entry of fields.pvd"""
    for entry in xml.parse(results / "fields.pvd").iter("DataSet"):
        yield float(entry.get("timestep")), results / entry.get("file")


def vectors_on_points(file, array):
    """The grid of a file with fields at its points, and the names of their parts: one in time, two at a frequency"""
    grid = pv.read(file)
    names = [array] if array in grid.array_names else [f"{array}_real", f"{array}_imag"]
    if names[0] in grid.cell_data:
        grid = grid.cell_data_to_point_data()
    return grid, names


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--times", type=float, nargs="+", required=True, help="s, or Hz; nearest is taken")
    parser.add_argument("--array", default="E", choices=sorted(UNITS))
    parser.add_argument("--component", default="z", choices=[*AXES, "magnitude"])
    parser.add_argument("--normal", default="z", choices=sorted(AXES))
    parser.add_argument("--at", type=float, default=0.0, help="where the plane cuts the normal, m")
    parser.add_argument("--peak", type=float, default=0.995, help="part of the values in the scale")
    parser.add_argument("--size", type=int, nargs=2, default=[1200, 420])
    arguments = parser.parse_args()

    series = sorted(snapshots(arguments.results))
    normal = AXES[arguments.normal]
    origin = [0.0, 0.0, 0.0]
    origin[normal] = arguments.at
    panels = []
    for wanted in arguments.times:
        time, file = min(series, key=lambda entry: abs(entry[0] - wanted))
        grid, names = vectors_on_points(file, arguments.array)
        plane = grid.slice(normal=np.eye(3)[normal], origin=origin)
        if plane.n_points == 0:
            low, high = grid.bounds[2 * normal : 2 * normal + 2]
            parser.error(f"--at {arguments.at:g} lies beyond the fields, which reach from {low:g} to {high:g} m")
        plane["shown"] = (
            np.linalg.norm(np.hstack([plane[name] for name in names]), axis=1)
            if arguments.component == "magnitude"
            else plane[names[0]][:, AXES[arguments.component]]
        )
        is_in_time = len(names) == 1
        panels.append((time, plane))

    label = (
        f"|{arguments.array}|"
        if arguments.component == "magnitude"
        else f"{arguments.array}_{arguments.component}"
    )
    values = np.concatenate([np.abs(plane["shown"]) for _, plane in panels])
    limit = np.quantile(values, arguments.peak)
    plotter = pv.Plotter(
        off_screen=True,
        shape=(1, len(panels) + 1),
        col_weights=[1] * len(panels) + [0.34],
        window_size=arguments.size,
        border=False,
    )
    plotter.set_background("white")
    for number, (time, plane) in enumerate(panels):
        plotter.subplot(0, number)
        actor = plotter.add_mesh(
            plane,
            scalars="shown",
            cmap="inferno" if arguments.component == "magnitude" else "RdBu_r",
            clim=[0 if arguments.component == "magnitude" else -limit, limit],
            lighting=False,
            show_scalar_bar=False,
        )
        plotter.add_mesh(plane.extract_feature_edges(), color="black", line_width=1.5)
        text = f"t = {time * 1e9:.4g} ns" if is_in_time else f"f = {time * 1e-9:.4g} GHz"
        plotter.add_text(text, font_size=9, color="black")
        plotter.view_vector(np.eye(3)[normal], viewup=np.eye(3)[2 if normal != 2 else 1])
        plotter.camera.zoom(1.25)
    plotter.subplot(0, len(panels))
    plotter.add_scalar_bar(
        mapper=actor.mapper,
        title=f"{label} ({UNITS[arguments.array]})",
        vertical=True,
        position_x=0.3,
        position_y=0.12,
        height=0.7,
        width=0.3,
        fmt="%.3g",
        n_labels=3,
        title_font_size=15,
        label_font_size=13,
        color="black",
    )
    plotter.screenshot(arguments.output)


if __name__ == "__main__":
    main()
