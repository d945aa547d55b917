"""A part of a case: values by path, with keys, defaults and help from the schema."""

from __future__ import annotations

import copy
import math
import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from curlew.errors import CaseError, UnknownKeyError
from curlew.schema import Key, KeyHelp, Path, path_text

if TYPE_CHECKING:
    from curlew.case import Case

_ABSENT = object()


def plain(value: Any, path: Path = ()) -> Any:
    """Returns a value as JSON has it: arrays and tuples as lists, complex numbers as [re, im].

    >>> import numpy as np
    >>> plain({"point": np.array([0, 1.5]), "z": 50 + 1j})
    {'point': [0.0, 1.5], 'z': [50.0, 1.0]}

    Raises:
        CaseError: JSON cannot hold it.
    """
    if isinstance(value, Section):
        value = value.to_dict()
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item, (*path, str(key))) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, (*path, i)) for i, item in enumerate(value)]
    if isinstance(value, complex):
        value = [value.real, value.imag]
        return plain(value, path)
    if isinstance(value, float) and not math.isfinite(value):
        raise CaseError(f'"{path_text(path)}": {value} is no number of a case file')
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise CaseError(
        f'"{path_text(path)}": {value!r} is a {type(value).__name__}; a case file holds numbers, '
        "text, booleans, lists and objects"
    )


def _tokens(key: Any) -> Path:
    """Splits "probes[0].name" or "probes.0.name"; a tuple has names as they are."""
    if isinstance(key, tuple):
        return key
    if isinstance(key, int):
        return (key,)
    if not isinstance(key, str):
        raise CaseError(f"a key is text, a number or a tuple of these, not {key!r}")
    return tuple(t for t in re.sub(r"\[(-?\d+)\]", r".\1", key).split(".") if t)


class Section:
    """The object or list at a path of a case. Changes go into the case.

    Keys are paths: ``"materials.slab.eps_r"``, lists by index: ``"excitations.0.amplitude"``. A
    name with a dot in it goes in a tuple: ``("materials", "FR-4.1", "eps_r")``. Keys of objects are
    attributes, too.
    """

    _case: Case
    _path: Path

    def __init__(self, case: Case, path: Path) -> None:
        object.__setattr__(self, "_case", case)
        object.__setattr__(self, "_path", path)

    # Where things are

    def _resolve(self, key: Any) -> Path:
        """The path of a key, with numbers where lists are."""
        path: list[Key] = list(self._path)
        here = self._case._held(self._path)
        # A name that is there is taken whole, dots and all.
        whole = isinstance(key, str) and isinstance(here, dict) and key in here
        for token in (key,) if whole else _tokens(key):
            held = self._case._held(tuple(path))
            if isinstance(token, str) and token.lstrip("-").isdigit() and not isinstance(held, dict):
                shapes = self._case.schema.at(self._case._method, tuple(path), self._case._data)
                if isinstance(held, list) or not any(s.get("type") == "object" for s in shapes):
                    token = int(token)
            if isinstance(token, int) and isinstance(held, list) and token < 0:
                token += len(held)
            path.append(token)
        return tuple(path)

    def __getitem__(self, key: Any) -> Any:
        path = self._resolve(key)
        held = self._case._held(path)
        if isinstance(held, dict | list):
            return Section(self._case, path)
        if held is not _ABSENT:
            return held
        shapes = self._case.schema.at(self._case._method, path, self._case._data)
        default = next((s["default"] for s in shapes if "default" in s), None)
        if default is not None and not isinstance(default, dict | list):
            return default
        if isinstance(default, dict | list) or all(s.get("type") in ("object", "array") for s in shapes):
            return Section(self._case, path)
        raise UnknownKeyError(f'"{path_text(path)}" is not given, and has no default')

    def __setitem__(self, key: Any, value: Any) -> None:
        path = self._resolve(key)
        self._case._assign(path, plain(value, path))

    def __delitem__(self, key: Any) -> None:
        path = self._resolve(key)
        parent = self._case._held(path[:-1])
        if self._case._held(path) is _ABSENT:
            raise UnknownKeyError(f'"{path_text(path)}" is not given')
        del parent[path[-1]]

    def __contains__(self, key: Any) -> bool:
        """Whether the case itself gives a value; a default does not count."""
        try:
            return self._case._held(self._resolve(key)) is not _ABSENT
        except CaseError:
            return False

    def get(self, key: Any, otherwise: Any = None) -> Any:
        """Returns the value or default at a path, or `otherwise`."""
        try:
            return self[key]
        except UnknownKeyError:
            return otherwise

    def append(self, value: Any) -> None:
        """Adds an element to a list."""
        self[(len(self),)] = value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[(name,)]

    def __setattr__(self, name: str, value: Any) -> None:
        self[(name,)] = value

    # As a container

    def to_dict(self) -> Any:
        """Returns a copy of the values as Python's own dictionaries and lists."""
        held = self._case._held(self._path)
        if held is not _ABSENT:
            return copy.deepcopy(held)
        default = self._case.schema.default(self._case._method, self._path, self._case._data)
        return {} if default is None else copy.deepcopy(default)

    def keys(self) -> list[Any]:
        """Returns the keys that the case gives here."""
        held = self.to_dict()
        return list(held) if isinstance(held, dict) else list(range(len(held)))

    def __iter__(self) -> Iterator[Any]:
        held = self.to_dict()
        if isinstance(held, dict):
            return iter(held)
        return iter([self[(i,)] for i in range(len(held))])

    def __len__(self) -> int:
        held = self._case._held(self._path)
        return len(self.to_dict() if held is _ABSENT else held)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Section):
            return bool(self.to_dict() == other.to_dict())
        return bool(self.to_dict() == other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.to_dict())

    # Help

    def describe(self, key: Any = ()) -> KeyHelp:
        """Returns what the schema says of a key: meaning, values, unit, default."""
        return self._case.schema.describe(self._case._method, self._resolve(key), self._case._data)

    def legal_keys(self) -> tuple[str, ...]:
        """Returns the keys that the schema has here, given or not."""
        schema = self._case.schema
        return schema.keys(schema.at(self._case._method, self._path, self._case._data))

    def _ipython_key_completions_(self) -> list[str]:
        return [*self.legal_keys(), *(k for k in self.keys() if isinstance(k, str))]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._ipython_key_completions_()]
