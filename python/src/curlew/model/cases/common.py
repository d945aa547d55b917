"""What the cases of all methods have in common: media, sources, outputs, and refusals by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from curlew.model.cases.abilities import Abilities
from curlew.model.errors import ModelError
from curlew.model.fragments import Piece
from curlew.model.kernel import DimTag
from curlew.model.media import LIGHT, band, index
from curlew.model.mesh_size import MeshRules
from curlew.model.physics import AIR

if TYPE_CHECKING:
    from curlew.model.model import Model

EDGES_PER_WAVELENGTH: dict[str, dict[tuple[str, int], float]] = {
    "fem": {("mixed", 1): 10, ("mixed", 2): 4, ("*", 0): 3},
    "dgtd": {("mixed", 1): 16, ("full", 1): 8, ("*", 0): 4},
    "dgatd": {("*", 0): 11},
    "fdfd": {("*", 0): 10},
    "mom": {("*", 0): 10},
}
"""The least that the methods' pages (docs/methods, "Accuracy") ask for, by space and order."""


def per_wavelength(method: str, case: dict[str, Any], rules: MeshRules) -> float:
    """Returns edges to a wavelength: those of the rules, else a fourth more than the method's least."""
    if rules.per_wavelength is not None:
        return rules.per_wavelength
    space = case.get("discretization", {}).get("space", "full" if method == "dgtd" else "mixed")
    order = case.get("discretization", {}).get("order", 1)
    table = EDGES_PER_WAVELENGTH.get(method, {("*", 0): 10.0})
    return 1.25 * table.get((space, order), table[("*", 0)])


def waveform(model: Model) -> dict[str, Any]:
    """Returns a pulse over the model's frequencies: of one frequency as wide as high."""
    low, high = band(model.frequency)
    f0 = (low + high) / 2
    return {"type": "modulated-gaussian", "f0": f0, "bandwidth": max(high - low, f0)}


def start_case(model: Model, abilities: Abilities, options: dict[str, Any]) -> dict[str, Any]:
    """Returns the sections that do not depend on the geometry; refuses what the method does not take."""
    case: dict[str, Any] = {"title": model.title, "method": abilities.method, **options}
    in_time = "time" in case
    if "frequency" not in case and "eigenmodes" not in case and model.frequency is not None:
        case["frequency"] = model.frequency
    if not in_time and not abilities.has("solver"):
        raise ModelError(
            f'method "{abilities.method}" steps in time: say how long, case("{abilities.method}", '
            'time={"duration": "10 ns"})'
        )
    used = list(dict.fromkeys(p.of for p in model.pieces.values() if p.of in model.materials))
    for name in used:
        pieces = [p.name for p in model.pieces.values() if p.of == name]
        abilities.refuse_keys(f'material "{name}" of piece "{pieces[0]}"', model.materials[name], "materials")
    case["materials"] = {name: model.materials[name] for name in used}
    case["excitations"] = [excite(model, abilities, dict(e), in_time) for e in model.excitations]
    case["outputs"] = outputs(model, abilities)
    if in_time and "far_field" in case["outputs"] and not case["excitations"]:
        case["excitations"] = [excite(model, abilities, e, in_time) for e in excited_ports(model)]
    return case


def excited_ports(model: Model) -> list[dict[str, Any]]:
    """Returns the excited ports as excitations: in time a far field refers to the spectrum of one."""
    return [
        {"name": name, "type": "port", "port": mark["index"]}
        for name, mark in model.marks.items()
        if mark["type"] == "port" and mark.get("excited")
    ]


def excite(model: Model, abilities: Abilities, excitation: dict[str, Any], in_time: bool) -> dict[str, Any]:
    """Returns an excitation for the method, with a pulse where it steps in time."""
    what = f'excitation "{excitation["name"]}"'
    abilities.refuse_value(what, excitation["type"], "excitations", "type")
    if in_time and "waveform" not in excitation:
        excitation["waveform"] = waveform(model)
    abilities.refuse_keys(what, excitation, "excitations", type=excitation["type"])
    return excitation


def outputs(model: Model, abilities: Abilities) -> dict[str, Any]:
    """Returns the outputs; refuses those that the method does not have."""
    result = dict(model.outputs)
    if model.probes:
        result["probes"] = model.probes
    for key in result:
        if key not in abilities.keys("outputs"):
            raise ModelError(
                f'output "{key}": method "{abilities.method}" has none (it has: '
                f"{', '.join(abilities.keys('outputs'))})"
            )
    return result


def ports_and_surfaces(model: Model, abilities: Abilities) -> None:
    """Refuses conductors, elements and ports that the method does not take, by the piece's name."""
    for piece in model.pieces.values():
        if piece.of in model.surfaces:
            surface = model.surfaces[piece.of]
            abilities.refuse_value(f'piece "{piece.name}"', surface["type"], "boundaries", "type")
            abilities.refuse_keys(
                f'piece "{piece.name}" of "{piece.of}"', surface, "boundaries", type=surface["type"]
            )
    for name, mark in model.marks.items():
        if mark["type"] == "lumped":
            abilities.refuse_value(f'element "{name}"', "lumped", "boundaries", "type")
            abilities.refuse_keys(f'element "{name}"', mark, "boundaries", type="lumped")
        else:
            abilities.refuse_value(f'port "{name}"', "port", "boundaries", "type")
            abilities.refuse_value(f'port "{name}"', mark["kind"], "boundaries", "kind", type="port")
            abilities.refuse_keys(f'port "{name}"', mark, "boundaries", type="port", kind=mark["kind"])


def body_size(model: Model, piece: Piece | None, edges: float, top: float) -> float:
    """Returns the size of elements in a piece, in the model's unit, at the highest frequency (Hz)."""
    if piece is not None and piece.size is not None:
        return piece.size
    medium = AIR if piece is None or piece.of not in model.materials else piece.of
    wavelength = LIGHT / top / index(medium, model.materials[medium], top)
    return wavelength / edges / model.kernel.unit


def top_frequency(model: Model, case: dict[str, Any]) -> float:
    """Returns the highest frequency that the mesh must carry, Hz."""
    if "eigenmodes" in case:
        return band(case["eigenmodes"]["near"])[1] * 1.2
    pulses = [e.get("waveform") for e in case["excitations"]]
    if "time" in case and model.frequency is not None and (not pulses or pulses[0] == waveform(model)):
        pulse = waveform(model)
        return float(pulse["f0"] + pulse["bandwidth"] / 2)
    return band(case.get("frequency", model.frequency))[1]


def clip(model: Model, gmsh: Any, built: dict[str, list[DimTag]]) -> dict[str, list[DimTag]]:
    """Cuts off what lies beyond planes of symmetry."""
    occ = gmsh.model.occ
    for plane in model.planes:
        axis, place = "xyz".index(plane[0]), float(plane[2:])
        boxes = np.array([occ.getBoundingBox(*tag) for tags in built.values() for tag in tags])
        size = float(abs(boxes).max()) + abs(place) + 1.0
        for name, tags in list(built.items()):
            kept: list[DimTag] = []
            for tag in tags:
                box = occ.getBoundingBox(*tag)
                if box[axis] > place - 1e-6 * size:
                    kept.append(tag)
                    continue
                if box[axis + 3] < place + 1e-6 * size:
                    occ.remove([tag], recursive=True)
                    continue
                low = [-2 * size] * 3
                low[axis] = place
                half = occ.addBox(*low, *(2 * size - low[i] for i in range(3)))
                kept += [part for part in occ.intersect([tag], [(3, half)])[0] if part[0] == tag[0]]
            if not kept:
                del built[name]
            else:
                built[name] = kept
    return built


def cut_planes(model: Model, gmsh: Any, tags: list[DimTag]) -> list[str]:
    """Returns the planes of symmetry that go through built entities."""
    result = []
    for plane in model.planes:
        axis, place = "xyz".index(plane[0]), float(plane[2:])
        boxes = np.array([gmsh.model.occ.getBoundingBox(*tag) for tag in tags])
        slack = 1e-6 * float(np.ptp(boxes))
        if boxes[:, axis].min() < place - slack and boxes[:, axis + 3].max() > place + slack:
            result.append(plane)
    return result
