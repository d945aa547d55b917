"""Every command and Python block of README.md and docs/ runs: here, in another test, or it says why not.

A block that no test can run has a comment before it, <!-- run: TAG -->: it needs a GPU, a cluster, root, or
is too long.
"""

from __future__ import annotations

import math
import re
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, cavity, slab
from shell import commands, environment

from curlew import Results

TAGS = {"gpu", "cluster", "root", "long"}
#: Languages of blocks that a reader runs; without one a block has commands.
RUN = {"", "sh", "python", "py"}
SHOWN = {"text", "json", "jsonc", "cpp", "cmake"}
#: Blocks that another test runs: pages and languages, and the test.
ELSEWHERE = {
    ("README.md", ""): "test_site.py",
    ("docs/python.md", "python"): "test_documentation.py",
    ("docs/python.md", "py"): "model/test_examples.py",
    ("docs/model.md", "python"): "model/test_model_page.py",
    ("docs/plots-and-reports.md", "python"): "test_report.py",
    ("docs/tutorials/", "sh"): "test_tutorials.py",
    ("docs/tutorials/", "python"): "test_tutorials.py",
}


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str
    tag: str
    text: str


def blocks_of(page: str, text: str) -> list[Block]:
    """Returns the fenced blocks of a page."""
    pattern = re.compile(
        r"^(?:(?P<space> *)<!-- run: (?P<tag>\S+) -->\n)? *```(?P<info>[^\n`]*)\n(?P<text>.*?)^ *```$",
        re.DOTALL | re.MULTILINE,
    )
    found = []
    for match in pattern.finditer(text):
        line = text[: match.start()].count("\n") + 1
        language = match["info"].split(" ")[0]
        found.append(Block(page, line, language, match["tag"] or "", match["text"]))
    assert 2 * len(found) == len(re.findall(r"^ *```", text, re.MULTILINE)), page
    return found


def all_blocks() -> list[Block]:
    pages = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
    return [
        block
        for page in pages
        for block in blocks_of(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8"))
    ]


def elsewhere(block: Block) -> str:
    """Returns the test that runs a block, or an empty text."""
    for (page, language), test in ELSEWHERE.items():
        if block.language == language and (
            block.page == page or (page[-1] == "/" and block.page.startswith(page))
        ):
            return test
    return ""


def here() -> list[Block]:
    return [b for b in all_blocks() if b.language in RUN and not b.tag and not elsewhere(b)]


def test_blocks_are_found() -> None:
    page = '<!-- run: gpu -->\n```sh\na\n```\n```json title="x"\n{}\n```\n   ```python\n   b\n   ```\n'
    assert [(b.language, b.tag, b.line) for b in blocks_of("x", page)] == [
        ("sh", "gpu", 1),
        ("json", "", 5),
        ("python", "", 8),
    ]


def test_every_block_is_run_or_says_why_not() -> None:
    found = all_blocks()
    for block in found:
        assert block.language in RUN | SHOWN, f"{block.page}:{block.line}: {block.language}"
        assert not block.tag or (block.tag in TAGS and block.language in RUN), f"{block.page}:{block.line}"
    counts = Counter(b.tag or "run" for b in found if b.language in RUN)
    # A new tag is a block less that is tested: raise a number here only with a reason.
    assert {tag: counts[tag] for tag in TAGS} == {"gpu": 4, "cluster": 7, "root": 6, "long": 10}
    assert counts["run"] > counts.total() / 2
    for (page, _), test in ELSEWHERE.items():
        text = (ROOT / "python/tests" / test).read_text(encoding="utf-8")
        assert page.rstrip("/").split("/")[-1] in text, f"{test} does not mention {page}"
    assert len(here()) >= 6


def table_of_a_metal() -> str:
    """A metal by Drude's formula as a table of n and k."""
    lines = ["wavelength (nm),n,k"]
    for nanometres in range(380, 821, 10):
        f = 299792458.0 / (nanometres * 1e-9)
        root = (9 - 2.2e15**2 / (f * f + 1.8e13j * f)) ** 0.5
        lines.append(f"{nanometres},{abs(root.real):.6f},{abs(root.imag):.6f}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def folder(line_run: Results, tmp_path: Path) -> Path:
    """What the pages suppose: a case, a table of a material, runs and a measurement of a line, a mesh."""
    meshio = pytest.importorskip("meshio")
    case = cavity()
    case["time.duration"] = "1 ns"
    case["outputs.directory"] = "cavity-results"
    case.save(tmp_path / "case.json")
    (tmp_path / "gold.csv").write_text(table_of_a_metal())
    for name in ("results", "coarse", "fine"):
        shutil.copytree(line_run.folder, tmp_path / name)
    shutil.copy(next(line_run.folder.glob("*.s2p")), tmp_path / "measured.s2p")
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    meshio.Mesh(corners, {"tetra": [[0, 1, 2, 3]]}).write(tmp_path / "cavity.bdf")
    return tmp_path


@pytest.mark.parametrize("block", here(), ids=lambda block: f"{block.page}:{block.line}")
def test_a_block_runs(block: Block, folder: Path) -> None:
    if block.language == "python":
        exec(compile(block.text, block.page, "exec"), {"case": slab()})
        return
    commands(block.text, folder, environment(folder))
    made = {
        "docs/README.md": "cavity-results/summary.json",
        "docs/materials.md": "gold.json",
        "docs/plots-and-reports.md": "comparison.html",
    }
    if block.page in made:
        assert (folder / made[block.page]).stat().st_size > 100


def test_the_table_is_that_of_a_metal() -> None:
    n, k = map(float, table_of_a_metal().splitlines()[-1].split(",")[1:])
    assert n < k
    assert math.isfinite(k)
