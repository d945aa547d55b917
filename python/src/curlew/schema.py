"""The JSON Schema of case files, as the program prints it: keys, defaults, help, choices.

Everything here is read from the schema; a key that a program adds is known without a change here.
A position in a case is a list of alternatives, since a schema offers several shapes for one value
(a port or a wall, a number or a sweep). The value that stands there narrows them.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from curlew.errors import UnknownKeyError

Json = Any
Node = dict[str, Any]
Key = str | int
Path = tuple[Key, ...]


@dataclass(frozen=True)
class KeyHelp:
    """What the schema says of a key.

    Attributes:
        path: The key.
        text: Its meaning.
        value: What it takes, in words.
        unit: Its dimension (``"frequency"``), or None. A bare number is in SI units, an angle in
            degrees; text carries a unit (``"2.4 GHz"``).
        default: Its default, or None.
        choices: The words that it takes, where it takes only some.
        keys: The keys of an object.
    """

    path: str
    text: str
    value: str
    unit: str | None
    default: Json
    choices: tuple[str, ...]
    keys: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"{self.path or 'case'}: {self.value}"]
        if self.default is not None:
            lines[0] += f", default {json.dumps(self.default)}"
        lines += [self.text] if self.text else []
        lines += [f"keys: {', '.join(self.keys)}"] if self.keys else []
        return "\n".join(lines)


def path_text(path: Path) -> str:
    """Returns a path as messages have it.

    >>> path_text(("outputs", "probes", 0, "name"))
    'outputs.probes.0.name'
    """
    return ".".join(str(key) for key in path)


def unique(items: Sequence[Any]) -> tuple[Any, ...]:
    """Returns the items without repeats, in order, and without None."""
    return tuple(dict.fromkeys(item for item in items if item is not None))


class Schema:
    """A schema of case files (draft-07, with the program's own keywords ``x-...``)."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self._methods = {part["if"]["properties"]["method"]["const"]: part["then"] for part in root["allOf"]}

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of the methods."""
        return tuple(self._methods)

    # Alternatives at a position

    def _expanded(self, node: Node) -> Iterator[Node]:
        """The shapes of a node: references followed, ``anyOf`` and ``oneOf`` taken apart."""
        node = dict(node)
        if "$ref" in node:
            target = self.root["definitions"][node.pop("$ref").rsplit("/", 1)[1]]
            node = {**target, **node}
            yield from self._expanded(node)
            return
        shapes: list[Node] = []
        for keyword in ("anyOf", "oneOf"):
            # Others only say which keys go together.
            shapes += [s for s in node.pop(keyword, []) if set(s) - {"required", "not", "title"}]
        if not shapes:
            yield node
        for shape in shapes:
            for alternative in self._expanded(shape):
                yield {**node, **alternative}

    @staticmethod
    def _fits(alternative: Node, value: Json) -> bool:
        kind = alternative.get("type")
        if isinstance(value, dict):
            properties = alternative.get("properties", {})
            tags = (
                (value[key], property_)
                for key, property_ in properties.items()
                if isinstance(value.get(key), str)
            )
            return kind in (None, "object") and all(
                tag in (property_.get("enum") or [property_.get("const", tag)]) for tag, property_ in tags
            )
        return kind in (None, "array") if isinstance(value, list) else True

    def _narrowed(self, alternatives: list[Node], value: Json) -> list[Node]:
        fitting = [a for a in alternatives if self._fits(a, value)]
        return fitting or alternatives

    def _children(self, alternatives: list[Node], key: Key) -> list[Node]:
        found: list[Node] = []
        for alternative in alternatives:
            child = None
            if isinstance(key, int):
                child = alternative.get("items")
            elif key in alternative.get("properties", {}):
                child = alternative["properties"][key]
            elif alternative.get("type") != "array":
                child = alternative.get("additionalProperties")
            if isinstance(child, dict):
                found += self._expanded(child)
        return found

    def _root_of(self, method: str | None) -> Node:
        root = {k: v for k, v in self.root.items() if k != "allOf"}
        part = self._methods.get(method or "", {})
        own = part.get("properties", {})
        # A method that does not take a section has false for it.
        taken = [key for key in {**root["properties"], **own} if own.get(key) is not False]
        properties = {key: {**root["properties"].get(key, {}), **own.get(key, {})} for key in taken}
        return {**root, "properties": properties}

    def at(self, method: str | None, path: Path, data: Json = None) -> list[Node]:
        """Returns the alternatives at a path; `data` is the case, whose values narrow them.

        Raises:
            UnknownKeyError: There is no such key; the message has the nearest and the legal ones.
        """
        alternatives = self._narrowed([self._root_of(method)], data)
        for depth, key in enumerate(path):
            children = self._children(alternatives, key)
            if not children:
                raise self._unknown(alternatives, path[:depth], key)
            data = dict(_items(data)).get(key)
            alternatives = self._narrowed(children, data)
        return alternatives

    # What they say

    @staticmethod
    def keys(alternatives: list[Node]) -> tuple[str, ...]:
        """Returns the keys that an object may have there, names of the user's own left out."""
        return unique([key for a in alternatives for key in a.get("properties", {})])

    def _unknown(self, alternatives: list[Node], path: Path, key: Key) -> UnknownKeyError:
        where = f'"{path_text(path)}"' if path else "the case"
        for alternative in alternatives:
            reason = alternative.get("x-known", {}).get(key)
            if reason is not None:
                return UnknownKeyError(f'the key "{key}" is not taken in {where}: {reason}')
        legal = self.keys(alternatives)
        if not legal:
            lists = any(a.get("type") == "array" for a in alternatives)
            what = "a list, whose elements have numbers from 0" if lists else "no object"
            return UnknownKeyError(f'unknown key "{key}": {where} is {what}')
        near = difflib.get_close_matches(str(key), legal, 1, 0.5)
        hint = f'; did you mean "{near[0]}"?' if near else ""
        names = ", ".join(f'"{name}"' for name in legal)
        return UnknownKeyError(f'unknown key "{key}" in {where}{hint} (legal: {names})')

    def require_known(self, method: str | None, path: Path, value: Json, data: Json) -> None:
        """Raises `UnknownKeyError` where the value at a path has a key that the schema lacks."""
        self._require(self.at(method, path, data), path, value)

    def _require(self, alternatives: list[Node], path: Path, value: Json) -> None:
        alternatives = self._narrowed(alternatives, value)
        for key, child in _items(value):
            children = self._children(alternatives, key)
            if not children and isinstance(key, str):
                raise self._unknown(alternatives, path, key)
            if children:
                self._require(children, (*path, key), child)

    def default(self, method: str | None, path: Path, data: Json = None) -> Json:
        """Returns the default of a key, or None."""
        defaults = [a["default"] for a in self.at(method, path, data) if "default" in a]
        return defaults[0] if defaults else None

    def describe(self, method: str | None, path: Path, data: Json = None) -> KeyHelp:
        """Returns what the schema says of a key."""
        alternatives = self.at(method, path, data)
        units = [unit for a in alternatives for unit in _listed(a.get("x-unit"))]
        choices = [word for a in alternatives for word in _words(a)]
        free = any("type" in a and "enum" not in a and "const" not in a for a in alternatives)
        return KeyHelp(
            path=path_text(path),
            text=" ".join(unique([a.get("description") for a in alternatives])),
            value=" or ".join(unique([self._value_text(a) for a in alternatives])),
            unit=" or ".join(unique(units)) or None,
            default=next((a["default"] for a in alternatives if "default" in a), None),
            choices=() if free else unique(choices),
            keys=self.keys(alternatives),
        )

    def _value_text(self, node: Node) -> str:
        words = [*_words(node), *node.get("x-words", [])]
        if words:
            return " | ".join(json.dumps(word) for word in words)
        if "title" in node and "definitions" not in node:
            return str(node["title"])
        if node.get("type") == "array":
            count = node.get("minItems") if node.get("minItems") == node.get("maxItems") else None
            inside = unique([self._value_text(a) for a in self._children([node], 0)])
            return f"list of {f'{count}: ' if count else ''}{' or '.join(inside)}"
        if isinstance(node.get("additionalProperties"), dict):
            return "object of names of the user's own"
        units = _listed(node.get("x-unit"))
        if units:
            return f"{' or '.join(units)}: a number, or text with a unit"
        if node.get("x-file"):
            return "path of a file, relative to the case"
        kinds = _listed(node.get("type"))
        return " or ".join(kinds) if kinds else "a value"

    def files(self, method: str | None, data: Json) -> Iterator[tuple[Path, str]]:
        """The files that a case names: the key and the path of each."""
        yield from self._files([self._root_of(method)], (), data)

    def _files(self, alternatives: list[Node], path: Path, value: Json) -> Iterator[tuple[Path, str]]:
        alternatives = self._narrowed(alternatives, value)
        if isinstance(value, str) and any(a.get("x-file") for a in alternatives):
            yield path, value
        for key, child in _items(value):
            yield from self._files(self._children(alternatives, key), (*path, key), child)


def _items(value: Json) -> Iterable[tuple[Key, Any]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def _listed(value: Json) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _words(node: Node) -> list[str]:
    words = [*node.get("enum", []), *([node["const"]] if "const" in node else [])]
    return [word for word in words if isinstance(word, str)]
