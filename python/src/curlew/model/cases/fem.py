"""Cases of `fem`: 10-node tetrahedra where faces are curved, straight ones between periodic faces; layers are
stretched at every point of quadrature."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from curlew.model.cases.abilities import Abilities
from curlew.model.cases.tetrahedra import Tetrahedra

if TYPE_CHECKING:
    from curlew.model.model import Model


def make(model: Model, abilities: Abilities, mesh: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Writes the mesh and returns the case."""
    order = options.get("discretization", {}).get("order", 1)
    return Tetrahedra(model, abilities, curved=order > 1 and not model.periods, slices=1).make(mesh, options)
