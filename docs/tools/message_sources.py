"""The texts of warnings and errors, as they stand in the C++ sources.

A text is a template: its constant pieces, with "{}" for what differs from case to case. It is read from the
string literals of an expression: literals side by side, sums with "+", the format of fmt::format. Both branches
of "?:" are texts of their own.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["core", "io", "solvers", "methods", "app", "perf/bench"]
HOLE = "\0"  # what differs, while a template is made

#: Functions that print, collect or throw a message for people; the last name of the call.
CALLS = {
    *(
        "error",
        "error_at_key",
        "at_value",
        "at_key",
        "add_last",
        "fail",
        "fail_file",
        "fail_voxels",
    ),
    *(
        "fail_to_write",
        "fail_to_clear",
        "refuse",
        "refuse_groups",
        "wrong",
        "complain",
        "print_error",
    ),
    *("warn", "add_warning", "report_warnings", "warning_of"),
}
#: Exceptions for programmers, one that is caught where it is thrown, and one whose text is its class's.
NOT_PRINTED = {
    "logic_error",
    "invalid_argument",
    "domain_error",
    "DimensionMismatch",
    "NoCoarseMesh",
    "NotCompiled",
}
LEAST_LETTERS = 10  # of a text that can be told from others
FEWEST_LETTERS = 5  # of one that is in the list by hand

_TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#[^\n]*(?:\\\n[^\n]*)*)
    |(?P<raw>R"(?P<end>[^()\s]*)\(.*?\)(?P=end)")|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<char>'(?:[^'\\\n]|\\.)+')
    |(?P<number>\d[\w.']*)|(?P<word>[A-Za-z_]\w*)|(?P<sign>::|->|\+=|==|!=|<=|>=|&&|\|\||<<|\S)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_ESCAPES = {"n": "\n", "t": "\t", "0": ""}


class Text(NamedTuple):
    """A template, whether it stands where a message is printed, collected or thrown, whether a place
    comes before it, and its file."""

    template: str
    printed: bool
    placed: bool
    file: str


def letters(template: str) -> int:
    return len(re.findall("[A-Za-z]", template))


def _unescaped(literal: str) -> str:
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), literal[1:-1])


def _of_format(text: str) -> str:
    """Returns a format of fmt as a template."""
    text = re.sub(r"\{[^{}]*\}", HOLE, text.replace("{{", "\1").replace("}}", "\2"))
    return text.replace("\1", "{").replace("\2", "}")


class _Source:
    """The tokens of a source, with the partner of each bracket."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text()
        self.tokens: list[tuple[str, str, int]] = []
        for match in _TOKEN.finditer(self.text):
            if match.lastgroup != "skip":
                kind = "raw" if match["raw"] else str(match.lastgroup)
                self.tokens.append((kind, match[0], match.start()))
        self.partner: dict[int, int] = {}
        stack: list[int] = []
        for i, (kind, word, _) in enumerate(self.tokens):
            if kind == "sign" and word in "([{":
                stack.append(i)
            elif kind == "sign" and word in ")]}" and stack:
                self.partner[stack.pop()] = i

    def _is(self, i: int, signs: str) -> bool:
        return self.tokens[i][0] == "sign" and self.tokens[i][1] in signs

    def split(self, begin: int, end: int, sign: str) -> list[tuple[int, int]]:
        """Returns the parts of an expression between signs outside of brackets."""
        parts, start, i = [], begin, begin
        while i < end:
            if self._is(i, "([{"):
                i = self.partner.get(i, i)
            elif self._is(i, sign):
                parts.append((start, i))
                start = i + 1
            i += 1
        return [*parts, (start, end)]

    def templates(self, begin: int, end: int) -> list[str]:
        """Returns the texts that an expression can have."""
        condition = self.split(begin, end, "?")
        if len(condition) > 1:
            i, depth = condition[0][1] + 1, 0
            first = i
            while i < end and not (depth == 0 and self._is(i, ":")):
                if self._is(i, "([{"):
                    i = self.partner.get(i, i)
                else:
                    depth += self._is(i, "?") - self._is(i, ":")
                i += 1
            return self.templates(first, i) + self.templates(i + 1, end)
        results = [""]
        for part in self.split(begin, end, "+"):
            pieces = self._operand(*part)
            results = [text + piece for text in results for piece in pieces][:8]
        return results

    def _operand(self, begin: int, end: int) -> list[str]:
        tokens = self.tokens[begin:end]
        if tokens and all(kind == "string" for kind, _, _ in tokens):
            return ["".join(_unescaped(word) for _, word, _ in tokens)]
        words = [word for _, word, _ in tokens[:4]]
        whole = len(tokens) > 4 and self.partner.get(begin + 3) == end - 1
        if whole and words == ["fmt", "::", "format", "("]:
            return [_of_format(text) for text in self.templates(*self.split(begin + 4, end - 1, ",")[0])]
        if whole and words == ["std", "::", "string", "("]:
            return self.templates(begin + 4, end - 1)
        if words[:1] == ["{"] and self.partner.get(begin) == end - 1:
            return [text for part in self.split(begin + 1, end - 1, ",") for text in self.templates(*part)]
        if words[:1] == ["("] and self.partner.get(begin) == end - 1:
            inner = self.templates(begin + 1, end - 1)
            return inner if len(inner) == 1 else [HOLE]
        return [HOLE]

    def _statement_end(self, i: int) -> int:
        while i < len(self.tokens) and not self._is(i, ";)]}"):
            i = self.partner.get(i, i) if self._is(i, "([{") else i
            i += 1
        return i

    def _callee(self, i: int) -> str:
        """Returns the name before a bracket, with its objects: `report.warnings.push_back`."""
        name, i = self.tokens[i - 1][1], i - 1
        while i > 0 and (
            self.tokens[i - 1][1] in (".", "->", "::")
            or (self.tokens[i - 1][0] == "word" and self.tokens[i][1] in (".", "->", "::"))
        ):
            i -= 1
            name = self.tokens[i][1] + name
        return name

    def expressions(self) -> Iterator[tuple[bool, int, int]]:
        """Yields whether it is printed, begin and end of all expressions that can be texts."""
        for i, (kind, word, _) in enumerate(self.tokens):
            if kind == "word" and word == "return" or kind == "sign" and word in ("=", "+="):
                yield False, i + 1, self._statement_end(i + 1)
            elif self._is(i, "({") and i in self.partner and i > 0 and self.tokens[i - 1][0] == "word":
                name = self._callee(i)
                last = re.split(r"\.|->|::", name)[-1]
                if name == "fmt::format":
                    yield False, i - 3, self.partner[i] + 1
                elif self._is_thrown(i):
                    yield (
                        last.removeprefix("throw") not in NOT_PRINTED,
                        i + 1,
                        self.partner[i],
                    )
                else:
                    printed = last in CALLS or name.endswith("warnings.push_back")
                    yield printed, i + 1, self.partner[i]
            elif self._is(i, "{") and i in self.partner:
                yield False, i + 1, self.partner[i]

    def _is_thrown(self, i: int) -> bool:
        i -= 1
        while i > 0 and (
            self.tokens[i][0] == "word" and self.tokens[i][1] != "throw" or self.tokens[i][1] == "::"
        ):
            i -= 1
        return self.tokens[i][1] == "throw"


def texts_of(path: Path) -> Iterator[Text]:
    """Yields all texts of a source."""
    source = _Source(path)
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    for printed, begin, end in source.expressions():
        for part in source.split(begin, end, ","):
            if all(kind != "string" for kind, _, _ in source.tokens[part[0] : part[1]]):
                continue
            for raw in source.templates(*part):
                # A message is recognised by one line of it: the longest.
                line = max(re.sub(r"\{:[^{}]*\}", HOLE, raw).split("\n"), key=letters)
                template, placed = without_place(re.sub(HOLE + "+", "{}", line).strip())
                if letters(template) >= FEWEST_LETTERS and " " in template:
                    yield Text(template, printed, placed, name)


def without_place(template: str) -> tuple[str, bool]:
    """Returns a template without the gaps before its first words, and whether they are a place."""
    begin = re.match(r"(?:\{\}[ :]*)*", template)
    before = begin[0] if begin else ""
    return template[len(before) :], before.endswith("{}: ")


def is_message(text: Text) -> bool:
    """Returns whether a text is one for people: printed as it is, or made with its place for a caller
    that prints it."""
    if letters(text.template) < LEAST_LETTERS:
        return False
    return text.printed or (text.placed and len(text.template.split()) >= 7)


def all_texts() -> list[Text]:
    """Returns the texts of all sources, in the order of their files."""
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.?pp"))]
    return [text for path in files for text in texts_of(path)]
