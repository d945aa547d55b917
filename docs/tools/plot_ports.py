"""Plots reflection and input impedance of a port over frequency, with the frequencies solved for.

python3 docs/tools/plot_ports.py RESULTS -o ports.png [--port 1] [--title TEXT]
Needs matplotlib."""

import argparse
import csv
import json
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def read_columns(path):
    with open(path, newline="") as file:
        rows = csv.reader(file)
        header = next(rows)
        return dict(zip(header, zip(*[[float(cell or "nan") for cell in row] for row in rows])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--port", type=int, default=1)
    parser.add_argument("--title", default="")
    arguments = parser.parse_args()

    n = arguments.port
    s = read_columns(arguments.results / "port-S.csv")
    z = read_columns(arguments.results / "port-Z.csv")
    summary = json.loads((arguments.results / "summary.json").read_text())
    solved = set(summary.get("sweep", {}).get("solved", s["f (Hz)"]))
    mhz = [f / 1e6 for f in s["f (Hz)"]]
    dots = [i for i, f in enumerate(s["f (Hz)"]) if f in solved]

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), dpi=110)
    reflection = s[f"|S[{n}][{n}]| (dB)"]
    left.plot(mhz, reflection, color="#1b5e8c", linewidth=1.3)
    left.plot([mhz[i] for i in dots], [reflection[i] for i in dots], "o", color="#c1440e", markersize=4)
    left.set_ylabel(f"|S[{n}][{n}]| (dB)")
    for part, color in (("Re", "#1b5e8c"), ("Im", "#6a8d2f")):
        values = z[f"{part} Z[{n}] (ohm)"]
        right.plot(mhz, values, color=color, linewidth=1.3, label=part)
        right.plot([mhz[i] for i in dots], [values[i] for i in dots], "o", color="#c1440e", markersize=4)
    right.set_ylabel(f"Z[{n}] (ohm)")
    right.legend(frameon=False)
    for axes in (left, right):
        axes.set_xlabel("frequency (MHz)")
        axes.grid(alpha=0.3)
    figure.suptitle(arguments.title)
    figure.tight_layout()
    figure.savefig(arguments.output)


if __name__ == "__main__":
    main()
