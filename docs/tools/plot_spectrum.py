"""Plots the spectrum of a probe with its expected resonances.

python3 docs/tools/plot_spectrum.py RESULTS PROBE -o spectrum.png [--title TEXT]
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
        return header, list(zip(*[[float(cell) for cell in row] for row in rows]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("probe")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--title", default="")
    arguments = parser.parse_args()

    header, (frequency, amplitude) = read_columns(
        arguments.results / f"spectrum_{arguments.probe}.csv"
    )
    summary = json.loads((arguments.results / "summary.json").read_text())
    expected = summary.get("spectra", {}).get(arguments.probe, {}).get("expected", [])
    scale, unit = (1e9, "GHz") if frequency[-1] > 1e9 else (1e6, "MHz")

    figure, axes = plt.subplots(figsize=(7, 3.7), dpi=110)
    axes.semilogy([f / scale for f in frequency], amplitude, color="#1b5e8c", linewidth=1.3)
    top = max(amplitude)
    bottom = max(min(amplitude), top * 1e-5)
    for entry in expected:
        line = entry["expected_hz"] / scale
        axes.axvline(line, color="#c0392b", linewidth=0.9, linestyle="--", zorder=0)
        axes.text(
            line,
            1.02,
            f"{line:.4g}",
            transform=axes.get_xaxis_transform(),
            color="#c0392b",
            fontsize=8,
            rotation=40,
            rotation_mode="anchor",
        )
    axes.set_ylim(bottom, top * 4)
    axes.set_xlim(frequency[0] / scale, frequency[-1] / scale)
    axes.set_xlabel(f"f ({unit})")
    axes.set_ylabel(header[1])
    axes.grid(which="major", color="#dddddd", linewidth=0.6)
    axes.set_title(arguments.title or summary.get("title", ""), fontsize=10, pad=28 if expected else 6)
    handles = [plt.Line2D([], [], color="#1b5e8c", label="Curlew")]
    if expected:
        handles.append(
            plt.Line2D([], [], color="#c0392b", linestyle="--", linewidth=0.9, label="analytic")
        )
    axes.legend(handles=handles, loc="upper left", fontsize=8, framealpha=1)
    figure.tight_layout()
    figure.savefig(arguments.output)


if __name__ == "__main__":
    main()
