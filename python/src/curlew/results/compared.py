"""What of two cases must be the same for the results to be."""

from __future__ import annotations

from typing import Any


def compared(values: dict[str, Any]) -> dict[str, Any]:
    """The values that make results, by path."""
    flat: dict[str, Any] = {}

    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict) and value:
            for key, item in value.items():
                walk(item, f"{path}.{key}" if path else key)
        else:
            flat[path] = value

    walk({k: v for k, v in values.items() if k not in ("title", "run", "version")}, "")
    flat.pop("outputs.directory", None)
    return flat
