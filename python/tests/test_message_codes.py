"""Codes of warnings and errors: every message of the sources has one, and it stays that of its message."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, cavity, quickly

import curlew
from curlew._codes import code_of
from curlew._messages import CaseFile

sys.path.insert(0, str(ROOT / "docs/tools"))

import message_codes
import message_sources
import python_sources

SOURCE = """
#include <x>
// throw InputError("a comment is no message of this program");
void f() {
  if (a)
    throw InputError(fmt::format("{}: the first of {:.3g} volumes is empty; " "fill it", place, n));
  context.error(pointer, "the second is " + text + (b ? "" : " and more") + ", which cannot be");
  warnings.push_back(good ? "the third has no faces at all" : "the third has no points at all");
  spdlog::warn("the fourth took {:.3g} s of the run", seconds);
  spdlog::info("the fifth is no message that a code belongs to");
  throw std::logic_error("the sixth is for programmers, not for people");
}
std::string seventh_warning() {
  return fmt::format("{}: a text that is made here and printed by its caller", where);
}
"""
TEXTS = [
    "the first of {} volumes is empty; fill it",
    "the second is {}, which cannot be",
    "the third has no faces at all",
    "the third has no points at all",
    "the fourth took {} s of the run",
    "a text that is made here and printed by its caller",
]


def texts_of(tmp_path: Path, source: str) -> list[message_sources.Text]:
    path = tmp_path / "source.cpp"
    path.write_text(source, encoding="utf-8")
    return list(message_sources.texts_of(path))


def test_every_message_of_the_sources_has_a_code_and_the_pages_are_up_to_date() -> None:
    command = [sys.executable, ROOT / "docs/tools/message_codes.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 1000


def test_messages_are_found_by_the_calls_that_print_them(tmp_path: Path) -> None:
    found = [text.template for text in texts_of(tmp_path, SOURCE) if message_sources.is_message(text)]
    assert sorted(set(found)) == sorted(TEXTS)


def test_what_is_wrong_in_a_list_is_named(tmp_path: Path) -> None:
    texts = texts_of(tmp_path, SOURCE)
    codes = {f"C{1001 + i}": text for i, text in enumerate(TEXTS)}
    assert message_codes.faults(codes, {}, texts) == []
    less = dict(list(codes.items())[1:])
    assert message_codes.faults(less, {}, texts) == [f"source.cpp: no code for: {TEXTS[0]}"]
    more = codes | {"C2000": "a text that is gone"}
    assert message_codes.faults(more, {}, texts) == ["C2000: no source has the text: a text that is gone"]
    assert message_codes.faults(codes, {"C1002": "old"}, texts) == ["C1002 is retired, and used again"]
    twice = codes | {"C2000": TEXTS[2]}
    assert message_codes.faults(twice, {}, texts) == [f"two codes have the text: {TEXTS[2]}"]
    low = {("C0001" if code == "C1001" else code): text for code, text in codes.items()}
    assert message_codes.faults(low, {}, texts) == ["no valid code: C0001"]
    path = tmp_path / "codes.txt"
    path.write_text("C1001 a\nC1001 b\n", encoding="utf-8")
    with pytest.raises(ValueError, match="twice: C1001"):
        message_codes.read(path)


def test_a_reworded_message_keeps_its_code_and_a_lost_code_is_never_given_again(tmp_path: Path) -> None:
    codes = {f"C{1001 + i}": text for i, text in enumerate(TEXTS)}
    reworded = SOURCE.replace("which cannot be", "which may not be")
    gone = reworded.replace('spdlog::warn("the fourth took {:.3g} s of the run", seconds);', "")
    kept, retired = message_codes.updated(codes, {}, texts_of(tmp_path, gone))
    assert kept["C1002"] == "the second is {}, which may not be"
    assert retired == {"C1005": TEXTS[4]}
    assert "C1005" not in kept
    # The text returns: it has another code. All that is near is taken, so that the next free one serves.
    again, retired = message_codes.updated(kept, retired, texts_of(tmp_path, reworded))
    assert sorted(set(again) - set(kept)) != ["C1005"]
    assert retired == {"C1005": TEXTS[4]}
    wanted = message_codes.new_code(TEXTS[4], set())
    assert message_codes.new_code(TEXTS[4], {wanted}) != wanted


def test_the_page_of_troubles_has_cause_and_cure_of_the_likeliest_messages() -> None:
    lines = message_codes.HELP.read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 60
    assert all(len(line.split("\t")) == 3 and all(line.split("\t")) for line in lines)


def explain(code: str) -> subprocess.CompletedProcess[str]:
    command = [str(curlew.find_program().path), "explain", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_explain_prints_cause_and_cure() -> None:
    code, cause, cure = message_codes.HELP.read_text(encoding="utf-8").splitlines()[0].split("\t")
    for name in (code, code.lower(), f"[{code}]", code[1:]):
        said = explain(name)
        assert said.returncode == 0
        assert cause in said.stdout
        assert cure in said.stdout
    others = message_codes.read(message_codes.CODES)
    other = next(other for other in others if other not in message_codes.HELP.read_text(encoding="utf-8"))
    assert others[other] in explain(other).stdout
    assert "did not converge" in explain("C0003").stdout
    for wrong in ("C9", "", "C12345", "12345", "C0999", "warning"):
        assert explain(wrong).returncode == 2, wrong


def test_exceptions_have_the_code_of_their_message(tmp_path: Path) -> None:
    case = curlew.Case.new("fdfd", frequency="1 GHz")
    with pytest.raises(curlew.CaseError) as caught:
        case.check()
    codes = [message.code for message in caught.value.messages]
    assert caught.value.message_code == codes[0]
    assert set(codes) <= set(message_codes.read(message_codes.CODES))
    assert f"[{codes[0]}]" in str(caught.value)
    assert "[C" not in caught.value.messages[0].text
    assert caught.value.code == 2
    # Lines without a place belong to the message before.
    file = CaseFile(tmp_path / "case.json", {})
    error = file.failure(3, "it does not converge: [C1234]\n  residual 1", tmp_path)
    assert isinstance(error, curlew.ConvergenceError)
    assert (error.message_code, str(error)) == ("C1234", "it does not converge:\n  residual 1 [C1234]")
    assert file.failure(3, "without one").message_code == ""


def test_summaries_have_a_code_beside_each_warning(tmp_path: Path) -> None:
    case = cavity()
    case["materials.unused"] = {"eps_r": 2}
    with pytest.warns(UserWarning, match="unused"):
        results = quickly(case, tmp_path / "results")
    summary = json.loads((results.folder / "summary.json").read_text(encoding="utf-8"))
    codes = message_codes.read(message_codes.CODES)
    assert len(results.warning_codes) == len(summary["warnings"]) > 0
    said = dict(zip(results.warning_codes, summary["warnings"], strict=True))
    code = next(code for code, text in codes.items() if text == "material {} is in no {}")
    assert '"unused" is in no' in said[code]


PACKAGE = """
class ThingError(CurlewError):
    pass

def f(a, file):
    if a:
        raise ThingError(f"{file}: the first of {len(a)} volumes " + ("is empty" if a else "has no faces"))
    try:
        g()
    except ThingError as error:
        raise CurlewError(f"{file}: {error}") from None
    raise ValueError("an error of another kind, which people do not see")
    raise ThingError("few {}")
    warnings.warn(coded(f"{a} has no chart in common"))
"""


def test_errors_of_the_package_are_found_where_they_are_made(tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text(PACKAGE, encoding="utf-8")
    classes = python_sources.error_classes([path])
    assert classes == {"CurlewError", "ThingError"}
    found = list(python_sources.texts_of(path, classes))
    assert [text.template for text in found] == [
        "the first of {} volumes is empty",
        "the first of {} volumes has no faces",
        "",
        "few {}",
        "has no chart in common",
    ]
    codes = {"C1001": found[0].template}
    assert message_codes.faults(codes, {}, found) == [
        f"source.py: no code for: {text.template}" for text in (found[1], found[4])
    ]
    assert message_codes.unread(found) == [
        'source.py: too few words for a code: "few {}"; write the text of the error where it is made'
    ]
    assert message_codes.of_package(codes | {"C1002": "a text of the program"}, found) == codes


def test_errors_of_the_package_have_codes(tmp_path: Path) -> None:
    codes = message_codes.read(message_codes.CODES)
    with pytest.raises(curlew.ResultsError) as caught:
        curlew.Results(tmp_path)
    error = caught.value
    assert codes[error.message_code] in str(python_sources.all_python_texts())
    assert str(error) == f"{error.args[0]} [{error.message_code}]"
    # The program knows the code, and its command prints it.
    assert codes[error.message_code] in explain(error.message_code).stdout
    for command in ("watch", "report", "plot"):
        words = [str(curlew.find_program().path), command, str(tmp_path)]
        around = os.environ | {"CURLEW_PYTHON": sys.executable}
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=around)
        assert done.returncode == 2
        assert done.stderr.endswith(f" [{error.message_code}]\n"), done.stderr
    # An error that another one is about has one code; what other libraries say has none.
    outer = curlew.CurlewError(f"case.json: {error}")
    assert (outer.message_code, str(outer)) == (error.message_code, f"case.json: {error}")
    assert curlew.CurlewError("too short").message_code == ""
    assert str(curlew.CurlewError("too short")) == "too short"


def test_each_text_of_the_package_is_found_by_its_own_code() -> None:
    for code, text in message_codes.read(message_codes.OF_PACKAGE).items():
        assert code_of(text.replace("{}", "x1")) == code, text
