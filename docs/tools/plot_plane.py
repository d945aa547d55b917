"""Plots the magnitude of the field on a plane of points, a probe of a solution at a frequency.

python3 docs/tools/plot_plane.py RESULTS PROBE -o plane.png [--title TEXT]
The plane must be across an axis. Needs matplotlib and numpy."""

import argparse
import csv
from pathlib import Path

import matplotlib
import numpy

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("probe")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--title", default="")
    arguments = parser.parse_args()

    with open(arguments.results / f"probe_{arguments.probe}.csv", newline="") as file:
        header, *rows = csv.reader(file)
    first = [row for row in rows if row[:2] == rows[0][:2]]  # frequency and excitation
    values = numpy.array([[float(cell or "nan") for cell in row[2:]] for row in first])
    magnitude = 20 * numpy.log10(numpy.sqrt((values[:, 3:] ** 2).sum(axis=1)))
    across = [d for d in range(3) if numpy.ptp(values[:, d]) > 0]
    u, v = (numpy.unique(values[:, d].round(12)) for d in across)
    picture = numpy.full((len(v), len(u)), numpy.nan)
    picture[
        numpy.searchsorted(v, values[:, across[1]].round(12)),
        numpy.searchsorted(u, values[:, across[0]].round(12)),
    ] = magnitude

    figure, axes = plt.subplots(figsize=(6, 4.4), dpi=110)
    top = numpy.nanpercentile(magnitude, 99.5)
    image = axes.pcolormesh(u, v, picture, vmin=top - 40, vmax=top, cmap="viridis")
    figure.colorbar(image, label=f"|{header[5].split()[1][0]}| (dB {header[5].split('(')[1][:-1]})")
    axes.set_xlabel("xyz"[across[0]] + " (m)")
    axes.set_ylabel("xyz"[across[1]] + " (m)")
    axes.set_aspect("equal")
    axes.set_title(arguments.title)
    figure.tight_layout()
    figure.savefig(arguments.output)


if __name__ == "__main__":
    main()
