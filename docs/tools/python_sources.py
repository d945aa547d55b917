"""The texts of the errors and warnings of the Python package, as they stand in its sources.

A text is a template, as in message_sources.py: an f-string has "{}" for what differs, both branches of a
condition are texts of their own. It is that of the first argument where an exception of the package is
made, and of `coded`, which warnings go through.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from message_sources import ROOT, Text, letters, without_place

PACKAGE = ROOT / "python/src/curlew"
BASE = "CurlewError"
OF_WARNINGS = "coded"


def error_classes(files: list[Path]) -> set[str]:
    """Returns the names of the package's exceptions: `CurlewError`, and the classes derived from it."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    found = {BASE}
    while True:
        more = {name for name, of in bases.items() if of & found} - found
        if not more:
            return found
        found |= more


def templates(node: ast.expr) -> list[str]:
    """Returns the texts that an expression can have."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        results = [""]
        for part in node.values:
            pieces = templates(part) if isinstance(part, ast.Constant) else ["{}"]
            results = [text + piece for text in results for piece in pieces]
        return results
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [a + b for a in templates(node.left) for b in templates(node.right)]
    if isinstance(node, ast.IfExp):
        return templates(node.body) + templates(node.orelse)
    return ["{}"]


def texts_of(path: Path, classes: set[str]) -> Iterator[Text]:
    """Yields the texts of all errors and warnings that a source makes."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {*classes, OF_WARNINGS}
    ]
    for call in sorted(calls, key=lambda call: call.lineno):
        for raw in templates(call.args[0]) if call.args else []:
            line = max(raw.split("\n"), key=letters)
            template, placed = without_place(re.sub(r"(\{\})+", "{}", line).strip())
            yield Text(template, True, placed, name)


def all_python_texts() -> list[Text]:
    """Returns the texts of all sources of the package, in the order of their files."""
    files = sorted(PACKAGE.rglob("*.py"))
    classes = error_classes(files)
    return [text for file in files for text in texts_of(file, classes)]


def is_passed_on(text: Text) -> bool:
    """Returns whether a text is that of another error, at most with a place before it: that has the code."""
    return not text.template or text.template.endswith(('": {}', "{}: {}"))
