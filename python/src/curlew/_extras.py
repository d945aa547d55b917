"""Libraries that the package can do without until they are asked for."""

from __future__ import annotations

import importlib
from typing import Any

from curlew.errors import MissingExtraError


def load(module: str, extra: str, purpose: str) -> Any:
    """Returns the module; raises `MissingExtraError` that says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = {"skrf": "scikit-rf", "PIL": "pillow"}.get(module.split(".")[0], module.split(".")[0])
        raise MissingExtraError(
            f"{purpose} needs {package}, which cannot be imported here ({error}): "
            f"pip install 'curlew[{extra}]'"
        ) from error
