"""Losses of a material of a case at a frequency: the conductivity that stands for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from curlew.errors import ResultsError
from curlew.results.table import Array

EPS_0 = 8.8541878128e-12
_KNOWN = {"eps_r", "eps_inf", "sigma", "loss_tangent", "debye", "lorentz", "drude", "cole_cole", "density"}
_PERMEABILITIES = {"mu_r", "mu_inf"}


def conductivity(name: str, entry: Mapping[str, Any], frequency: float) -> Array:
    """Returns sigma + omega eps0 eps'' of x, y, z in S/m, three.

    Args:
        name: Of the material, for messages.
        entry: Its keys in ``case.resolved.json``, in SI.
        frequency: In Hz.

    Raises:
        ResultsError: The material has losses of another kind, as magnetic ones, or a full tensor.

    >>> conductivity("fat", {"eps_r": 5.0, "sigma": 0.05}, 1e9).tolist()
    [0.05, 0.05, 0.05]
    """
    for key, value in entry.items():
        is_real = isinstance(value, int | float) or (isinstance(value, list) and len(value) == 3)
        if key in _KNOWN or not value or (key in _PERMEABILITIES and is_real):
            continue
        raise ResultsError(
            f'SAR of tetrahedra takes no losses by "{key}", which the material "{name}" has: give sigma and '
            "eps_r, loss_tangent, or poles"
        )
    key = "eps_inf" if "eps_inf" in entry else "eps_r"
    value = entry.get(key, 1.0)
    # Two numbers are a complex one; three are the diagonal of a tensor.
    eps = complex(*value) if isinstance(value, list) and len(value) == 2 else _diagonal(name, key, value)
    eps = eps * (1 - 1j * entry.get("loss_tangent", 0.0)) + _poles(entry, frequency)
    loss = _diagonal(name, "sigma", entry.get("sigma", 0.0))
    return np.asarray(loss - 2 * np.pi * frequency * EPS_0 * np.imag(eps))


def _diagonal(name: str, key: str, value: Any) -> Array:
    array = np.asarray(value, dtype=float)
    if array.shape not in ((), (3,)):
        raise ResultsError(f'SAR of tetrahedra takes no full tensor, as "{key}" of the material "{name}" is')
    return np.broadcast_to(array, 3)


def _poles(entry: Mapping[str, Any], f: float) -> complex:
    eps = 0j
    for pole in entry.get("debye") or ():
        eps += pole["delta_eps"] / (1 + 2j * np.pi * f * pole["tau"])
    for pole in entry.get("lorentz") or ():
        eps += pole["delta_eps"] * pole["f0"] ** 2 / (pole["f0"] ** 2 + 1j * f * pole["gamma"] - f**2)
    for pole in entry.get("drude") or ():
        eps -= pole["f_p"] ** 2 / (f**2 - 1j * f * pole["gamma"])
    for term in entry.get("cole_cole") or ():
        eps += term["delta_eps"] / (1 + (2j * np.pi * f * term["tau"]) ** (1 - term["alpha"]))
    return eps
