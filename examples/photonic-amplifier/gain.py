#!/usr/bin/env python3
"""Idler and on/off gain from the probes of two runs: gain.py RUN [RUN_WITHOUT_PUMP].

Pump and signal are steady sines, and so all tones lie 3.2 THz apart. A Hann window over two periods of this beat, at the end
of the record, separates them: its transform is zero at the other tones."""
import cmath
import csv
import math
import pathlib
import sys

PUMP, SIGNAL = 193.4e12, 196.6e12
IDLER = 2 * PUMP - SIGNAL
BEATS = 2


def tones(file, frequencies):
    """Amplitudes of E_x."""
    with open(file, newline="") as stream:
        rows = csv.reader(stream)
        next(rows)
        times, values = zip(*((float(row[0]), float(row[1])) for row in rows))
    step, window = times[1] - times[0], BEATS / abs(SIGNAL - PUMP)
    first = times[-1] - window
    if first < 0:
        sys.exit(f"{file}: the record is shorter than {window:g} s")
    sums = [0] * len(frequencies)
    for t, value in zip(times, values):
        if t > first:
            weight = value * (1 - math.cos(2 * math.pi * (t - first) / window))
            sums = [s + weight * cmath.exp(-2j * math.pi * f * t) for s, f in zip(sums, frequencies)]
    return [2 * abs(s) * step / window for s in sums]


def probes(run):
    return sorted(pathlib.Path(run).glob("probe_*.csv"))


if len(sys.argv) < 2 or not probes(sys.argv[1]):
    sys.exit(__doc__)
print("probe      pump, V/m    signal     idler  idler/signal  gain, dB")
for file in probes(sys.argv[1]):
    pump, signal, idler = tones(file, (PUMP, SIGNAL, IDLER))
    line = f"{file.stem[6:]:8} {pump:11.4e} {signal:9.3e} {idler:9.3e} {idler / signal:13.4f}"
    if len(sys.argv) > 2:
        line += f" {20 * math.log10(signal / tones(pathlib.Path(sys.argv[2]) / file.name, (SIGNAL,))[0]):9.3f}"
    print(line)
