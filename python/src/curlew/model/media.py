"""Frequencies as numbers, and the index of a medium, for sizes of meshes and grids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from curlew.model.errors import ModelError, suggestion
from curlew.program import find_program

LIGHT = 299792458.0
"""Speed of light in vacuum, m/s."""
EPS_0 = 8.8541878128e-12
"""Electric constant, F/m (CODATA 2018)."""

PREFIXES = {
    "": 1.0,
    "n": 1e-9,
    "u": 1e-6,
    "m": 1e-3,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
    "p": 1e-12,
    "f": 1e-15,
}


def number(value: float | str, unit: str) -> float:
    """Returns a number in SI of a number or of text with a unit.

    >>> number("2.4 GHz", "Hz")
    2400000000.0
    """
    if isinstance(value, int | float):
        return float(value)
    match = re.fullmatch(rf"\s*([-+0-9.eE]+)\s*([a-zA-Zµ]?){re.escape(unit)}\s*", value)
    if not match or match[2].replace("µ", "u") not in PREFIXES:
        raise ModelError(
            f'"{value}" is not a value with a unit such as "{unit}" or "G{unit}"{suggestion(value, [])}'
        )
    return float(match[1]) * PREFIXES[match[2].replace("µ", "u")]


def band(frequency: Any) -> tuple[float, float]:
    """Returns the lowest and the highest frequency, Hz, of a value, a list or a sweep of the case file."""
    if frequency is None:
        raise ModelError('the model has no frequency: set it, e.g. model.frequency = "2.4 GHz"')
    if isinstance(frequency, Mapping):
        values = [frequency["start"], frequency["stop"]]
    else:
        values = list(frequency) if isinstance(frequency, list | tuple) else [frequency]
    numbers = [number(value, "Hz") for value in values]
    if min(numbers) <= 0:
        raise ModelError(f"frequency {frequency} is not above 0")
    return min(numbers), max(numbers)


def index(name: str, keys: Mapping[str, Any], frequency: float) -> float:
    """Returns |sqrt(eps_r mu_r)| of a material at a frequency (Hz); of tensors the largest entry counts."""
    if "library" in keys:
        library = find_program().material_library
        if keys["library"] not in library:
            raise ModelError(
                f'material "{name}": there is no "{keys["library"]}" in the library'
                f"{suggestion(keys['library'], list(library))}"
            )
        keys = {**library[keys["library"]]["material"], **keys}
    for key in ("table", "djordjevic_sarkar"):
        if key in keys:
            raise ModelError(
                f'material "{name}" has "{key}": give its pieces a size of elements, add(..., size=...)'
            )
    if "n" in keys:
        n = keys["n"]
        eps = (complex(n[0], -n[1]) if isinstance(n, list | tuple) else complex(n)) ** 2
    else:
        given = keys.get("eps_r", keys.get("eps_inf", 1.0))
        is_pair = isinstance(given, list | tuple) and len(given) == 2
        eps = complex(*given) if is_pair else complex(largest(given))
    for term in keys.get("cole_cole", []):
        jwt = 2j * np.pi * frequency * number(term["tau"], "s")
        eps += term["delta_eps"] / (1 + jwt ** (1 - term["alpha"]))
    mu = complex(largest(keys.get("mu_r", keys.get("mu_inf", 1.0))))
    for pole in keys.get("debye", []):
        eps += pole["delta_eps"] / (1 + 2j * np.pi * frequency * number(pole["tau"], "s"))
    for pole in keys.get("lorentz", []):
        f0, gamma = number(pole["f0"], "Hz"), number(pole["gamma"], "Hz")
        eps += pole["delta_eps"] * f0**2 / (f0**2 + 1j * frequency * gamma - frequency**2)
    for pole in keys.get("drude", []):
        eps -= number(pole["f_p"], "Hz") ** 2 / (frequency**2 - 1j * frequency * number(pole["gamma"], "Hz"))
    sigma = keys.get("sigma", 0.0)
    eps -= (
        1j
        * largest(sigma if not isinstance(sigma, str) else number(sigma, "S/m"))
        / (2 * np.pi * frequency * EPS_0)
    )
    return float(abs(np.sqrt(eps * mu)))


def largest(value: Any) -> float:
    """Returns the entry of a number, diagonal or matrix with the largest magnitude."""
    flat = np.ravel(np.array(value, dtype=float))
    return float(flat[np.argmax(abs(flat))])
