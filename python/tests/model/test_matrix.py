"""Every pair of example and method: a case that passes the program's check, or a refusal by name. What a
method takes is read off the program's schema, here as there."""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gmsh")
pytest.importorskip("scipy")

from curlew import CaseError, find_program
from curlew.model import Model, ModelError
from curlew.model.cases.abilities import Abilities

FOLDER = Path(__file__).resolve().parents[3] / "examples/python"
MODELS: dict[str, Callable[[Any, str], Model]] = {
    "gold_pulse": lambda s, m: s.gold_model((600,), 25, m != "fdfd", **s.fitted()),
    "gold_sphere": lambda s, m: s.gold_model((600,), 25, m == "fem", eps_r=[-9, -1]),
    "iris_filter": lambda s, m: s.filter_model(4),
    "notch_filter": lambda s, m: s.notch_model(1),
    "patch_antenna": lambda s, m: s.patch_model(12),
    "pillar_sweep": lambda s, m: s.pillar_model(300, 120),
    "robinson_box": lambda s, m: s.box_model(),
    "sphere": lambda s, m: s.sphere_model(m, 0.4),
    "step_connector": lambda s, m: s.connector_model(),
}
METHODS = find_program().schema.methods


@pytest.fixture(scope="module")
def scripts() -> Any:
    """The scripts of examples/python by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        yield {name: importlib.import_module(name) for name in MODELS}


def lacks(model: Model, method: str) -> list[str]:
    """What the model has and the method's schema has not."""
    abilities = Abilities(find_program(), method)
    found = [key for key in model.outputs if key not in abilities.keys("outputs")]
    for e in model.excitations:
        if e["type"] not in abilities.values("excitations", "type"):
            found.append(e["name"])
    for piece in model.pieces.values():
        keys = model.materials.get(piece.of, {})
        if not set(keys) <= set(abilities.keys("materials")):
            found.append(piece.name)
    for name, mark in model.marks.items():
        if mark["type"] == "port" and mark["kind"] not in abilities.values("boundaries", "kind", type="port"):
            found.append(name)
    if model.periods and "periodic" not in abilities.values("boundaries", "type"):
        found.append("period")
    return found


def test_every_script_is_in_the_matrix() -> None:
    assert {file.stem for file in FOLDER.glob("*.py")} - {"references"} == set(MODELS)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", MODELS)
def test_pairs_pass_check_or_are_refused_by_name(
    name: str, method: str, scripts: Any, tmp_path: Path
) -> None:
    model = MODELS[name](scripts[name], method)
    sections = {"time": {"duration": "1 ns"}} if method in ("dgtd", "dgatd") else {}
    if method == "fem":
        sections = {"discretization": {"order": 2}}
    missing = lacks(model, method)
    names = [*model.pieces, *model.materials, *model.marks, *model.planes, *model.outputs, *missing]
    names += [e["name"] for e in model.excitations] + (["probes"] if model.probes else [])
    said = refusal(model, method, tmp_path, sections)
    if said is None:
        assert not missing, f"{method} lacks {missing} of {name}, and its case passes check"
    else:
        assert any(re.search(rf"\b{re.escape(each)}\b", said) for each in names), said


def refusal(model: Model, method: str, folder: Path, sections: dict[str, Any]) -> str | None:
    """The message with which a case of the model is refused, or None where it passes check."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.case(method, folder, **sections).check()
    except (ModelError, CaseError) as error:
        return str(error)
    return None
