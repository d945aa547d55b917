"""A results folder written by hand: a table of each kind, from closed forms."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

Rows = Iterable[Iterable[object]]
POINT = "x (m),y (m),z (m)"


def time_tables() -> dict[str, tuple[str, Rows]]:
    t = np.linspace(0, 1e-8, 201)
    ring = np.exp(-2e8 * t) * np.cos(2 * np.pi * 3.9e9 * t)
    line = [(a, x, 0, 0, np.sin(100 * x - 3e10 * a), 0, 0) for a in t[::20] for x in np.linspace(0, 0.1, 9)]
    decay = np.exp(-2e9 * t)
    return {
        "probe_inside": (
            "t (s),E_x (V/m),E_y (V/m),E_z (V/m)", [(a, r, 0, 0.5) for a, r in zip(t, ring, strict=True)],
        ),
        "probe_line": (f"t (s),{POINT},E_x (V/m),E_y (V/m),E_z (V/m)", line),
        "energy": ("t (s),W_e (J),W_m (J),W (J)", [(a, w, w, 2 * w) for a, w in zip(t, decay, strict=True)]),
        "flux_out_time": ("t (s),P (W)", [(a, 2.0) for a in t]),
        "port_1": (
            "t (s),V (V),I (A),a (W^0.5),b (W^0.5)",
            [(a, 50 * r, r, 7 * r, 0) for a, r in zip(t, ring, strict=True)],
        ),
    }  # fmt: skip


def spectrum_tables() -> dict[str, tuple[str, Rows]]:
    f = np.linspace(3e9, 4.5e9, 151)
    amplitude = 1e-9 / np.hypot(1, (f - 3.9e9) / 2e7)
    return {
        "spectrum_inside": ("f (Hz),|E| (V s/m)", list(zip(f, amplitude, strict=True))),
        "peaks_inside": (
            "f (Hz),amplitude,width (Hz),Q,Q is bound,Q is reliable",
            [(3.9e9, 1e-9, 4e7, 180.25, 0, 1)],
        ),
        "harmonics_inside": (
            "m,f (Hz),amplitude,phase (deg),ratio", [(1, 1e9, 1, 0, 1), (3, 3e9, 0.1, 0, 0.1)],
        ),
    }  # fmt: skip


def field_tables() -> dict[str, tuple[str, Rows]]:
    parts = ",".join(f"{p} E_{a} (V/m)" for a in "xyz" for p in ("Re", "Im"))
    x_of, z_of = np.linspace(0, 0.2, 5), np.linspace(0, 0.3, 4)
    cut = [(1e9, "wave", x, 0, z, x + 2, 0, 0, z, 0, 0) for z in z_of for x in x_of]
    along = [(1e9, "wave", x, 0, 0, 3, 4, 0, 0, 0, 0) for x in x_of]
    return {
        "probe_cut": (f"f (Hz),excitation,{POINT},{parts}", cut),
        "probe_along": (f"f (Hz),excitation,{POINT},{parts}", along),
    }  # fmt: skip


def far_tables() -> dict[str, tuple[str, Rows]]:
    """A Huygens source along x: directivity 3 (1 + cos)^2 / 4; 80 % and 60 % of it are gain."""
    rows = []
    for f in (1e9, 2e9, 3e9):
        for phi in np.arange(0, 360, 30.0):
            for theta in np.arange(0, 181, 10.0):
                u = (1 + np.cos(np.radians(theta))) / 2
                e = (u * np.cos(np.radians(phi)), 0, -u * np.sin(np.radians(phi)), 0)
                levels = [10 * np.log10(max(3 * share * u**2, 1e-30)) for share in (0.8, 1, 0.6)]
                rows.append((f, theta, phi, *e, *levels, "feed"))
    fields = ",".join(f"{p} rE_{a} (V)" for a in ("theta", "phi") for p in ("Re", "Im"))
    rcs = [
        (1e9, 0, 0, "theta", a, p, 1, 1, 2, 10 * np.log10(2)) for p in (0, 90) for a in np.arange(0, 181, 5.0)
    ]
    return {
        "far_field": (
            f"f (Hz),theta (deg),phi (deg),{fields},"
            "gain (dBi),directivity (dBi),realised_gain (dBi),excitation",
            rows,
        ),
        "rcs": (
            "f (Hz),theta_inc (deg),phi_inc (deg),pol_inc,theta (deg),phi (deg),"
            "rcs_theta (m^2),rcs_phi (m^2),rcs (m^2),rcs (dBsm)",
            rcs,
        ),
    }


def line_of(delay_s: float) -> tuple[str, Rows]:
    """S of a matched line as a table."""
    f = np.linspace(1e9, 2e9, 41)
    phase = np.degrees(np.angle(np.exp(-2j * np.pi * f * delay_s)))
    header = ",".join(f"|S[{i}][{j}]| (dB),arg(S[{i}][{j}]) (deg)" for j in (1, 2) for i in (1, 2))
    rows = [(a, -20, 90, -1, p, -1, p, -20, 90) for a, p in zip(f, phase, strict=True)]
    return f"f (Hz),{header}", rows


def solve_tables() -> dict[str, tuple[str, Rows]]:
    z = ",".join(f"{p} Z[{i}] (ohm)" for i in (1, 2) for p in ("Re", "Im"))
    share = "f (Hz),excitation,group,W_e (J),W_m (J),energy share,loss (W),loss share"
    return {
        "port-S": line_of(2e-9),
        "port-Z": (f"f (Hz),{z}", [(f, 50, -5, 50, 5) for f in (1e9, 1.5e9, 2e9)]),
        "powers": (
            "f (Hz),excitation,delivered (W),radiated (W),absorbed (W),scattered (W)",
            [(1e9, "feed", 0.5, 0.4, 0.095, "")],
        ),
        "orders": (
            "f (Hz),excitation,side,m,n,pol,Re,Im,efficiency",
            [(1e14, "wave", s, m, 0, "te", 0, 0, e) for s, m, e in (("above", 0, 0.25), ("below", -1, 0.75))],
        ),
        "flux_in": ("f (Hz),excitation,P (W)", [(1e9, "wave", -0.125)]),
        "participation": (
            share, [(1e9, "wave", "air", 1, 1, 0.75, 0, 0), (1e9, "wave", "glass", 1, 1, 0.25, 2, 1)],
        ),
        "eigenmodes": (
            "mode,f (Hz),Q,Q_wall,Q_material,Q_radiation,volume (m^3),residual",
            [(1, 3.9e9, 1234, 1234, "", "", 1e-6, 1e-9), (2, 5e9, "", "", "", "", 1e-6, 1e-9)],
        ),
        "refinement": (
            "pass,tets,unknowns,error_estimate,change,iterations",
            [(1, 100, 600, 0.3, "", 9), (2, 200, 1300, 0.1, 0.05, 9)],
        ),
        "convergence_1": ("iteration,relative_residual", [(i, 10.0**-i) for i in range(6)]),
        "convergence_2": ("iteration,relative_residual", [(i, 10.0**-i) for i in range(4)]),
        "figures": ("a (m),b (m),c (V)", [(1, 2, 3), (2, 3, 4)]),
    }  # fmt: skip


SUMMARY: dict[str, Any] = {
    "program": "curlew",
    "provenance": {
        "version": "0.1.0",
        "git_hash": "abc",
        "compiler": "GNU",
        "build_type": "Release",
        "libraries": {"VTK": "9.1"},
        "host": "here",
        "backend": "openmp",
        "device": "a processor",
        "threads": 2,
        "command_line": ["curlew", "run", "a case.json"],
        "started": "2026-01-01T00:00:00Z",
    },
    "inputs": [{"file": "/absent/case.json", "bytes": 10, "fingerprint": "fnv1a64:0"}],
    "warnings": ['edges of <5> per "wavelength" & more'],
    "wall_seconds": {"mesh": 0.5, "solves": 3.0, "outputs": 0.25},
    "run_seconds": 4.0,
    "method": "dgtd",
    "title": "Written <by> hand & more",
    "unknowns": 1234,
    "performance": {
        "kernel": {"step": {"calls": 10, "seconds": 1.0, "gbytes_per_s": 10.0, "fraction_of_copy": 0.5}},
        "seconds": 1.0,
        "gbytes_per_s": 10.0,
        "copy_gbytes_per_s": 20.0,
        "fraction_of_copy": 0.5,
    },
    "spectra": {"inside": {"expected": [
        {"expected_hz": 3.902e9, "found_hz": 3.9e9, "relative_error": -5e-4, "within_tolerance": True},
        {"expected_hz": 4.3e9, "found_hz": None, "relative_error": 0, "within_tolerance": False},
    ]}},
    "finished": "2026-01-01T00:00:04Z",
    "peak_memory_bytes": 2**20,
}  # fmt: skip
RESOLVED = {
    "method": "dgtd",
    "materials": {"air": {"eps_r": 1.0}, "glass": {"eps_r": 4.0}},
    "frequency": [1e9 * i for i in range(1, 12)],
    "outputs": {"directory": "results"},
}


def all_tables() -> dict[str, tuple[str, Rows]]:
    makers: list[Callable[[], dict[str, tuple[str, Rows]]]] = [
        time_tables, spectrum_tables, field_tables, far_tables, solve_tables,
    ]  # fmt: skip
    return {name: one for make in makers for name, one in make().items()}


def write(folder: Path, tables: dict[str, tuple[str, Rows]] | None = None, **summary: Any) -> Path:
    """Writes a results folder and returns it."""
    folder.mkdir(parents=True)
    files = {
        f"{name}.csv": "\n".join([header, *(",".join(str(v) for v in row) for row in rows)]) + "\n"
        for name, (header, rows) in (all_tables() if tables is None else tables).items()
    }
    files["summary.json"] = json.dumps({**SUMMARY, **summary})
    files["case.resolved.json"] = json.dumps(RESOLVED)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / ".curlew-manifest").write_text("# files\n" + "\n".join(files) + "\n")
    return folder
