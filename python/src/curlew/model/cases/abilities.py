"""What each method takes, read from the program's own schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from curlew.model.errors import ModelError, suggestion
from curlew.program import Program
from curlew.schema import Node, Path

ENTRY: dict[str, Path] = {
    "boundaries": ("boundaries", "a name"),
    "materials": ("materials", "a name"),
    "excitations": ("excitations", 0),
    "objects": ("objects", 0),
    "outputs": ("outputs",),
    "grid walls": ("boundaries", "x-"),
}
"""Where in a case the entries of a section are."""


class Abilities:
    """Looks up what one method takes."""

    def __init__(self, program: Program, method: str) -> None:
        self.method = method
        self._schema = program.schema
        known = self._schema.methods
        if method not in known:
            raise ModelError(
                f'method "{method}" is unknown{suggestion(method, known)} (known: {", ".join(known)})'
            )

    def has(self, section: str) -> bool:
        """Returns whether the method has a section of the case."""
        return section in self._schema.keys(self._schema.at(self.method, ()))

    def entries(self, section: str, **having: str) -> list[Node]:
        """Returns the schemas of a section's entries in which each key of `having` may have this value."""
        if not self.has(str(ENTRY[section][0])):
            return []
        path = ENTRY["grid walls"] if section == "boundaries" and self.has("grid") else ENTRY[section]
        return [
            entry
            for entry in self._schema.at(self.method, path)
            if all(
                value in allowed(entry.get("properties", {}).get(key, {})) for key, value in having.items()
            )
        ]

    def values(self, section: str, key: str, **having: str) -> list[str]:
        """Returns the legal values of a key in the entries of a section."""
        entries = self.entries(section, **having)
        return list(dict.fromkeys(v for e in entries for v in allowed(e.get("properties", {}).get(key, {}))))

    def keys(self, section: str, **having: str) -> list[str]:
        """Returns the keys of the entries of a section."""
        return list(self._schema.keys(self.entries(section, **having)))

    def refuse_value(self, what: str, value: str, section: str, key: str, **having: str) -> None:
        """Raises `ModelError` where no entry of the section has this value."""
        known = self.values(section, key, **having)
        if value not in known:
            rest = f"it takes: {', '.join(known)}" if known else "it has none"
            raise ModelError(f'{what}: method "{self.method}" takes no {key} "{value}" ({rest})')

    def refuse_keys(self, what: str, given: Mapping[str, Any], section: str, **having: str) -> None:
        """Raises `ModelError` for a key that no entry of the section takes."""
        known = self.keys(section, **having)
        for key in given:
            if key not in known:
                raise ModelError(
                    f'{what}: method "{self.method}" takes no "{key}"{suggestion(key, known)} '
                    f"(it takes: {', '.join(known)})"
                )


def allowed(node: Node) -> list[str]:
    """Returns the constant or enumerated values of a schema."""
    return [node["const"]] if "const" in node else list(node.get("enum", []))
