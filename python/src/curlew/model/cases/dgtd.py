"""Cases of `dgtd`: flat tetrahedra; the losses of a layer are constant in a tetrahedron, so it is cut into
slices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from curlew.model.cases.abilities import Abilities
from curlew.model.cases.tetrahedra import Tetrahedra

if TYPE_CHECKING:
    from curlew.model.model import Model


def make(model: Model, abilities: Abilities, mesh: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Writes the mesh and returns the case."""
    return Tetrahedra(model, abilities, curved=False, slices=3).make(mesh, options)
