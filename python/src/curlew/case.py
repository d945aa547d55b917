"""`Case`: one simulation, as the JSON that ``curlew run`` takes."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from curlew._messages import CaseFile, CaseText, split_log
from curlew._reading import read_object
from curlew.errors import CaseError, Message, UnknownKeyError
from curlew.program import Program, find_program
from curlew.schema import Path, Schema, path_text
from curlew.section import _ABSENT, Section, plain


@dataclass(frozen=True)
class CheckReport:
    """What ``curlew check`` says of a case that is good to run.

    Attributes:
        text: Sizes, time step or solver, memory, in words.
        warnings: What should be looked at before the run.
    """

    text: str
    warnings: tuple[Message, ...]

    def __str__(self) -> str:
        return "\n".join([*(f"warning: {w}" for w in self.warnings), self.text])


class Case(Section):
    """One simulation. Values are got and set by path; the schema gives keys, defaults and help.

    >>> case = Case.new("fdfd", frequency="1 GHz")
    >>> case["materials.slab.eps_r"] = 4.2
    >>> case.solver.tolerance = 1e-8
    >>> case["materials"]
    {'slab': {'eps_r': 4.2}}
    >>> case["grid.pml.cells"]  # a default
    10
    >>> case["materials.slab.eps"] = 1
    Traceback (most recent call last):
        ...
    curlew.errors.UnknownKeyError: unknown key "eps" in "materials.slab"; did you mean "eps_r"? ...

    A number is in SI units; text carries a unit (``"2.4 GHz"``). Nothing is computed with units
    here: the program reads them.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        folder: str | os.PathLike[str] | None = None,
        program: Program | None = None,
    ) -> None:
        """A case of these values.

        Args:
            data: The values, as the JSON of a case file.
            folder: The folder that relative paths in it start from; default: the working folder.
            program: The program to ask; default: `find_program()`.
        """
        super().__init__(self, ())
        values = plain(data)
        object.__setattr__(self, "_program", program or find_program())
        object.__setattr__(self, "_folder", FilePath(folder or ".").absolute())
        object.__setattr__(self, "_data", {})
        method = values.get("method")
        self._require_method(method)
        self.schema.require_known(method, (), values, values)
        self._data.update(values)

    _program: Program
    _folder: FilePath
    _data: dict[str, Any]

    @classmethod
    def new(cls, method: str, *, program: Program | None = None, **sections: Any) -> Case:
        """Returns a case of a method, with the given sections (``frequency="1 GHz"``)."""
        return cls({"method": method, **sections}, program=program)

    @classmethod
    def load(cls, file: str | os.PathLike[str], *, program: Program | None = None) -> Case:
        """Returns the case of a file: JSON, which may have comments.

        Raises:
            CaseError: The file cannot be read, or is no case.
        """
        path = FilePath(file).absolute()
        data = read_object(path)
        try:
            return cls(data, folder=path.parent, program=program)
        except CaseError as error:
            raise type(error)(f"{path}: {error}") from error

    @property
    def program(self) -> Program:
        """The program that the case asks."""
        return self._program

    @property
    def schema(self) -> Schema:
        """The schema of that program."""
        return self._program.schema

    @property
    def folder(self) -> FilePath:
        """The folder that relative paths in the case start from."""
        return self._folder

    @property
    def _method(self) -> str | None:
        return self._data.get("method")

    def _held(self, path: Path) -> Any:
        value: Any = self._data
        for key in path:
            inside = isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value)
            if not inside and not (isinstance(value, dict) and key in value):
                return _ABSENT
            value = value[key]
        return value

    def _assign(self, path: Path, value: Any) -> None:
        trial = dict(self._data)  # what lies along the path is copied, the rest is shared
        held: Any = trial
        for depth, (key, following) in enumerate(zip(path, [*path[1:], None], strict=True)):
            last = depth + 1 == len(path)
            new = value if last else [] if isinstance(following, int) else {}
            if isinstance(held, dict) and isinstance(key, str):
                held[key] = new if last else copy.copy(held.get(key, new))
            elif isinstance(held, list) and isinstance(key, int) and 0 <= key <= len(held):
                held[key : key + 1] = [new if last or key == len(held) else copy.copy(held[key])]
            else:
                what = f"a list of {len(held)}" if isinstance(held, list) else json.dumps(held)
                raise UnknownKeyError(
                    f'"{path_text(path[:depth])}" is {what}: it has no "{key}", which the path names'
                )
            held = held[key]
        self.schema.require_known(trial.get("method"), path, value, trial)
        self._require_method(trial.get("method"))
        self._data.clear()
        self._data.update(trial)

    def _require_method(self, method: Any) -> None:
        if method not in self.schema.methods:
            has = ", ".join(self.schema.methods)
            raise CaseError(f'"method" is {json.dumps(method)}; the program has {has}')

    # Files

    def files(self) -> dict[str, FilePath]:
        """Returns the files that the case reads (meshes, voxels, ...), by key, as absolute paths."""
        return {
            path_text(path): self._folder / file for path, file in self.schema.files(self._method, self._data)
        }

    def _with_files(self, values: dict[str, Any], change: Callable[[Path, FilePath], str]) -> dict[str, Any]:
        """A copy of the values in which each path of a file is what `change` gives for key and file."""
        data = copy.deepcopy(values)
        for path, file in list(self.schema.files(self._method, data)):
            held: Any = data
            for key in path[:-1]:
                held = held[key]
            held[path[-1]] = change(path, self._folder / file)
        return data

    def _with_paths(self, folder: FilePath | None) -> dict[str, Any]:
        """The values with paths from another folder; absolute where there is none."""

        def moved(path: Path, file: FilePath) -> str:
            return str(file.relative_to(folder) if folder and file.is_relative_to(folder) else file)

        return copy.deepcopy(self._data) if folder == self._folder else self._with_files(self._data, moved)

    def with_files_in(self, folder: str | os.PathLike[str]) -> Case:
        """Returns a copy that reads copies of its files, in `folder`, named by their content: what
        happens to the files afterwards does not change it.

        Raises:
            CaseError: A file cannot be read, or its copy cannot be written.
        """
        target = FilePath(folder).absolute()

        def kept(path: Path, file: FilePath) -> str:
            copy_ = target / f"{_digest(path, file)[:16]}{file.suffix}"
            if not copy_.exists():
                try:
                    target.mkdir(parents=True, exist_ok=True)
                    partial = copy_.with_name(f".{os.getpid()}-{copy_.name}")
                    shutil.copyfile(file, partial)
                    partial.replace(copy_)
                except OSError as error:
                    raise CaseError(f"{copy_} cannot be written: {error.strerror}") from error
            return str(copy_)

        return Case(self._with_files(self._data, kept), folder=self._folder, program=self._program)

    def to_json(self) -> str:
        """Returns the text of the case file."""
        return CaseText(self._data).text

    def save(self, file: str | os.PathLike[str]) -> FilePath:
        """Writes the case file, with paths as they are from its folder; returns its path."""
        path = FilePath(file).absolute()
        try:
            path.write_text(CaseText(self._with_paths(path.parent)).text, encoding="utf-8")
        except OSError as error:
            raise CaseError(f"{path} cannot be written: {error.strerror}") from error
        return path

    def copy(self) -> Case:
        """Returns a copy that changes by itself."""
        return Case(self._data, folder=self._folder, program=self._program)

    @contextmanager
    def written(self) -> Iterator[CaseFile]:
        """A file of the case for the program, removed on leaving."""
        text = CaseText(self._with_paths(None))
        meshes = [path for key, path in self.files().items() if key.startswith("mesh.")]
        with tempfile.TemporaryDirectory(prefix="curlew-") as folder:
            file = FilePath(folder) / "case.json"
            file.write_text(text.text, encoding="utf-8")
            yield CaseFile(file, text.places, meshes)

    # What the program says of it

    def _ask(self, *options: str) -> tuple[str, tuple[Message, ...]]:
        with self.written() as file:
            command = [str(self._program.path), "check", str(file.file), *options]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            warnings, error = split_log(done.stderr.splitlines())
            if done.returncode != 0:
                raise file.failure(done.returncode, error or done.stderr)
            return done.stdout, tuple(file.message(w) for w in warnings)

    def check(self) -> CheckReport:
        """Has the program check the case with its mesh, as ``curlew check`` does.

        Raises:
            CaseError: It cannot run; all that is wrong is in the message and in `messages`.
        """
        text, warnings = self._ask()
        return CheckReport(text, warnings)

    def resolved(self) -> dict[str, Any]:
        """Returns every value that a run would use: defaults filled in, numbers in SI units.

        Raises:
            CaseError: The case is wrong. The mesh is not looked at.
        """
        text, _ = self._ask("--resolved")
        values: dict[str, Any] = json.loads(text)
        return values

    def fingerprint(self) -> str:
        """Returns 16 hexadecimal digits that stand for the results: of the resolved case without
        ``title``, ``run`` and ``outputs.directory``, of the content of its files, and of the
        program's build.

        Raises:
            CaseError: The case is wrong, or a file of it cannot be read.
        """
        values = self._with_files(self.resolved(), _digest)
        for key in ("title", "run"):
            values.pop(key, None)
        values.get("outputs", {}).pop("directory", None)
        text = json.dumps([self._program.build, values], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _digest(path: Path, file: FilePath) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise CaseError(f"{path_text(path)}: {file} cannot be read: {error.strerror}") from error
