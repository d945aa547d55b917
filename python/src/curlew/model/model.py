"""`Model`: geometry and physics once, cases for every method."""

from __future__ import annotations

import importlib
import importlib.util
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from curlew.case import Case
from curlew.model.cases.abilities import Abilities
from curlew.model.errors import ModelError
from curlew.model.mesh_size import MeshRules
from curlew.model.picture import picture, show
from curlew.model.ports import Ports
from curlew.program import Program, find_program


class Model(Ports):
    """Solids and sheets with names, what they are made of, ports and sources, in one unit of length.

    >>> from curlew.model import Model, Sphere
    >>> model = Model(unit="mm", frequency="1 GHz")
    >>> model.material("glass", eps_r=4)
    'glass'
    >>> model.add("ball", Sphere((0, 0, 0), 72), "glass").name
    'ball'
    >>> model.add("ball", Sphere((0, 0, 0), 72), "glas")
    Traceback (most recent call last):
        ...
    curlew.model.errors.ModelError: piece "ball": "glas" is no material or conductor of the model; did you
    mean ...

    `title` names the results; `rules` are those of the mesh, `mesh` changes them.
    """

    def __init__(self, unit: str = "m", frequency: Any = None, title: str = "model") -> None:
        super().__init__(unit, frequency)
        self.title = title
        self.rules = MeshRules()

    def mesh(self, **rules: float) -> None:
        """Changes rules of the mesh: fields of `MeshRules`."""
        self.rules = replace(self.rules, **rules)

    def case(
        self,
        method: str,
        folder: str | os.PathLike[str] | None = None,
        *,
        program: Program | None = None,
        **sections: Any,
    ) -> Case:
        """Returns the case of a method and writes it with its mesh into a folder (default: a new one).

        `sections` are sections of the case file: ``discretization={"order": 2}``, ``time={"duration": "5
        ns"}``.

        Raises:
            ModelError: The method does not take a piece, a port, a material or an output; the message has
            its name.
        """
        program = program or find_program()
        abilities = Abilities(program, method)
        where = Path(tempfile.mkdtemp(prefix="curlew-")) if folder is None else Path(folder)
        where.mkdir(parents=True, exist_ok=True)
        if not self.pieces:
            raise ModelError("the model has no piece: add one")
        if importlib.util.find_spec(f"curlew.model.cases.{method}") is None:
            raise ModelError(f'a model makes no cases of method "{method}" yet')
        maker = importlib.import_module(f"curlew.model.cases.{method}")
        data = maker.make(self, abilities, (where / f"{method}.msh").absolute(), sections)
        data = {key: value for key, value in data.items() if value not in ({}, [])}
        case = Case(data, folder=where, program=program)
        case.save(where / f"{method}.json")
        return case

    def picture(self, file: str | os.PathLike[str] | None = None, **options: Any) -> None:
        """Draws the pieces with their names into a PNG file; options of `picture.picture`."""
        picture(self, file, **options)

    def show(self) -> None:
        """Shows the pieces with their names in a window or notebook."""
        show(self)
