#!/usr/bin/env python3
"""Renders one component of a field on a slice: render_slice.py fields_000000.vti E 2 out.png

The magnitude of the phasor of component 0, 1 or 2 of E or H, cell by cell smoothed to points. Needs
pyvista and numpy.
"""
import sys

import numpy
import pyvista


def main(file, field, component, picture):
    pyvista.OFF_SCREEN = True
    image = pyvista.read(file)
    c = int(component)
    title = f"|{field}_{'xyz'[c]}|"
    image[title] = numpy.hypot(image[field + "_real"][:, c], image[field + "_imag"][:, c])
    plotter = pyvista.Plotter(off_screen=True, window_size=(900, 800))
    plotter.add_mesh(image.cell_data_to_point_data(), scalars=title, cmap="inferno")
    plotter.view_xy()
    plotter.screenshot(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
